/** What a setting may be, in the words of JSON Schema. */
export interface SettingRule {
  type?: 'string' | 'integer';
  default?: string | number;
  description?: string;
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
}

/** `Value` is what the setting has when it was read. */
interface Setting<Value> extends SettingRule {
  /** Never there: it only tells the compiler. */
  value?: Value;
}

/** The values of settings by name. */
export type ValuesOf<Settings> = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/**
 * The types of settings. They look like those of the schema library, which describes requests. Its modules take longer to load than
 * most commands take to run, and every command reads settings.
 */
export const Type = {
  String: (rule: SettingRule): Setting<string> => ({ type: 'string', ...rule }),
  Integer: (rule: SettingRule): Setting<number> => ({ type: 'integer', ...rule }),
  Enum: <const Value extends string>(values: readonly Value[], rule: SettingRule): Setting<Value> => ({
    enum: values,
    ...rule,
  }),
  /** Without a default: null if it is not set. */
  Optional: <Value>(setting: Setting<Value>): Setting<Value | null> => setting as Setting<Value | null>,
};
