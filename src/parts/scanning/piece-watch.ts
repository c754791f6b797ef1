/** Away for so long, a code that comes into sight is the next piece. */
const SAME_PIECE_MS = 1_500;
/** So many looks have to agree: a single one may be misread, and not every code has a check digit. */
const AGREEING_LOOKS = 2;

interface Seen {
  lastMs: number;
  looks: number;
}

export interface PieceWatch {
  /** The codes in sight now; gives those that have become pieces by this look. */
  look(codes: readonly string[], nowMs: number): string[];
}

/** Tells pieces from codes in sight: one is a piece once two looks agree, and not again until it was away for a moment. */
export function createPieceWatch(): PieceWatch {
  const seen = new Map<string, Seen>();
  return {
    look(codes, nowMs) {
      for (const [code, { lastMs }] of seen) if (nowMs - lastMs > SAME_PIECE_MS) seen.delete(code);
      return [...new Set(codes)].filter((code) => {
        const looks = (seen.get(code)?.looks ?? 0) + 1;
        seen.set(code, { lastMs: nowMs, looks });
        return looks === AGREEING_LOOKS;
      });
    },
  };
}
