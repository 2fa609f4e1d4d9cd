/** The values last asked for, by name; one that was not asked for in a long time makes room for another. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  get(name: string, make: () => Value): Value {
    const { values } = this;
    const value = values.get(name) ?? make();
    // Put back at the end: the one asked for longest ago is the first.
    values.delete(name);
    values.set(name, value);
    if (values.size > this.most) values.delete(values.keys().next().value!);
    return value;
  }
}
