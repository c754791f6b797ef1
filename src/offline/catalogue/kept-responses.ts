import type { FoundRows } from './replica.ts';

type Query = Record<string, unknown>;

interface KeptResponse {
  coming: Promise<FoundRows | undefined>;
  /** Once it has come. */
  found?: FoundRows;
}

/** A page is some twenty kilobytes. */
const MOST_RESPONSES = 40;

export interface KeptResponses {
  /** The same question again is not asked again. Rejects as the replica does. */
  query(query: Query): Promise<FoundRows | undefined>;
  /** What has been answered already: whoever asks at a press finds it here when the list is drawn. */
  answered(query: Query): FoundRows | undefined;
  /** The replica has changed, or is known to be so of a later time, which its answers say. */
  forget(): void;
}

/** Answers of the replica as it is now, those on their way too. */
export function keepResponses(ask: (query: Query) => Promise<FoundRows | undefined>): KeptResponses {
  const responses = new Map<string, KeptResponse>();

  function query(asked: Query): Promise<FoundRows | undefined> {
    const key = JSON.stringify(asked);
    const known = responses.get(key);
    if (known) return known.coming;
    const response: KeptResponse = { coming: ask(asked) };
    const [oldest] = responses.keys();
    if (oldest !== undefined && responses.size >= MOST_RESPONSES) responses.delete(oldest);
    responses.set(key, response);
    response.coming.then(
      (found) => {
        if (found) response.found = found;
      },
      () => responses.delete(key),
    );
    return response.coming;
  }

  return {
    query,
    answered: (asked) => responses.get(JSON.stringify(asked))?.found,
    forget: () => responses.clear(),
  };
}
