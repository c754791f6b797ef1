export interface Suggestion {
  value: string;
  /** Stands behind it, muted, and is searched, too. */
  note?: string | undefined;
}

/** Suggestions of one origin. */
export interface SuggestionGroup {
  label: string;
  options: readonly Suggestion[];
}

/** Nobody reads more; the rest is found by typing on. */
const SHOWN_PER_GROUP = 50;

/** What is compared: upper case and «ё» make no difference. */
export function foldWord(text: string): string {
  return text.trim().toLowerCase().replaceAll('ё', 'е');
}

/** What fits the typed text, beginnings first; never what is taken already, and nothing twice. */
export function matchingSuggestions(
  groups: readonly SuggestionGroup[],
  text: string,
  taken: readonly string[] = [],
): SuggestionGroup[] {
  const word = foldWord(text);
  const seen = new Set(taken.map(foldWord));
  return groups.flatMap(({ label, options }) => {
    const fresh = options.filter(({ value }) => {
      const folded = foldWord(value);
      if (seen.has(folded)) return false;
      seen.add(folded);
      return true;
    });
    const ranked = fresh.flatMap((option) => {
      const rank = rankOf(option, word);
      return rank === null ? [] : [{ option, rank }];
    });
    const found = ranked
      .toSorted((one, other) => one.rank - other.rank)
      .slice(0, SHOWN_PER_GROUP)
      .map(({ option }) => option);
    return found.length > 0 ? [{ label, options: found }] : [];
  });
}

/** 0 begins so, 1 has it inside, 2 has it in its note; null: has it nowhere. */
function rankOf({ value, note = '' }: Suggestion, word: string): number | null {
  const place = foldWord(value).indexOf(word);
  if (place === 0) return 0;
  if (place > 0) return 1;
  return foldWord(note).includes(word) ? 2 : null;
}
