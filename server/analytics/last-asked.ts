/** How much is kept, of all accounts together. */
export interface KeptLimits {
  bytes: number;
  count: number;
}

/** Values by key, those that were asked for last: as many as the limits allow. */
export class LastAsked<Value> {
  readonly #byKey = new Map<string, Value>();
  readonly #limits: KeptLimits;
  readonly #byteSizeOf: (value: Value) => number;

  constructor(limits: KeptLimits, byteSizeOf: (value: Value) => number) {
    this.#limits = limits;
    this.#byteSizeOf = byteSizeOf;
  }

  /** The value as it is, which is the last asked for now. */
  find(key: string): Value | undefined {
    const found = this.#byKey.get(key);
    if (found !== undefined) this.#putLast(key, found);
    return found;
  }

  keep(key: string, value: Value): void {
    this.#putLast(key, value);
    let bytes = 0;
    for (const one of this.#byKey.values()) bytes += this.#byteSizeOf(one);
    for (const [oldKey, old] of this.#byKey) {
      if (this.#byKey.size <= this.#limits.count && bytes <= this.#limits.bytes) return;
      this.#byKey.delete(oldKey);
      bytes -= this.#byteSizeOf(old);
    }
  }

  /** Unless another value has come in its place. */
  letGo(key: string, value: Value): void {
    if (this.#byKey.get(key) === value) this.#byKey.delete(key);
  }

  #putLast(key: string, value: Value): void {
    this.#byKey.delete(key);
    this.#byKey.set(key, value);
  }
}
