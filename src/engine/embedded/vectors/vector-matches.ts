/** Rows that a scan found and their cosines, in ascending order of row; only the first `length` of each array count. */
export class VectorMatches {
  length = 0;
  rows = new Uint32Array(256);
  cosines = new Float32Array(256);

  /** Takes over the first `count` of a tile, whose numbers count from `offset`. */
  take(tile: { rows: Uint32Array; cosines: Float32Array }, count: number, offset: number): void {
    this.makeRoom(this.length + count);
    for (let i = 0; i < count; i++) {
      this.rows[this.length] = tile.rows[i] + offset;
      this.cosines[this.length++] = tile.cosines[i];
    }
  }

  private makeRoom(length: number): void {
    if (length <= this.rows.length) return;
    const capacity = Math.max(length, this.rows.length * 2);
    const { rows, cosines } = this;
    this.rows = new Uint32Array(capacity);
    this.rows.set(rows);
    this.cosines = new Float32Array(capacity);
    this.cosines.set(cosines);
  }
}
