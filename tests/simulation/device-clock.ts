/** The clock of a device: wrong by so much, and set anew now and then. */
export class DeviceClock {
  private readonly now: () => number;
  private readonly settings: { from: number; skewMs: number }[];

  constructor(now: () => number, skewMs: number) {
    this.now = now;
    this.settings = [{ from: -Infinity, skewMs }];
  }

  read(): number {
    return this.now() + (this.settings.at(-1)?.skewMs ?? 0);
  }

  jump(skewMs: number): void {
    this.settings.push({ from: this.now(), skewMs });
  }

  /** The moments at which the clock showed this: one that is set back shows the same again. */
  timesOf(shownMs: number): number[] {
    return this.settings.flatMap(({ from, skewMs }, index) => {
      const until = this.settings[index + 1]?.from ?? Infinity;
      const at = shownMs - skewMs;
      return at >= from - 1 && at <= until ? [at] : [];
    });
  }
}
