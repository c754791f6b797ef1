import type { FoundRows } from './replica.ts';

type Query = Record<string, unknown>;

interface Answer {
  coming: Promise<FoundRows | undefined>;
  /** Once it has come. */
  found?: FoundRows;
}

/** A page is some twenty kilobytes. */
const MOST_ANSWERS = 40;

export interface KeptAnswers {
  /** The same question again is not asked again. Rejects as the replica does. */
  query(query: Query): Promise<FoundRows | undefined>;
  /** What has been answered already: whoever asks at a press finds it here when the list is drawn. */
  answered(query: Query): FoundRows | undefined;
  /** The replica has changed, or is known to be so of a later time, which its answers say. */
  forget(): void;
}

/** Answers of the replica as it is now, those on their way too. */
export function keepAnswers(ask: (query: Query) => Promise<FoundRows | undefined>): KeptAnswers {
  const answers = new Map<string, Answer>();

  function query(asked: Query): Promise<FoundRows | undefined> {
    const key = JSON.stringify(asked);
    const known = answers.get(key);
    if (known) return known.coming;
    const answer: Answer = { coming: ask(asked) };
    const [oldest] = answers.keys();
    if (oldest !== undefined && answers.size >= MOST_ANSWERS) answers.delete(oldest);
    answers.set(key, answer);
    answer.coming.then(
      (found) => {
        if (found) answer.found = found;
      },
      () => answers.delete(key),
    );
    return answer.coming;
  }

  return {
    query,
    answered: (asked) => answers.get(JSON.stringify(asked))?.found,
    forget: () => answers.clear(),
  };
}
