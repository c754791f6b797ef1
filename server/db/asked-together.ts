/** So that the text of a statement, and what is waited for together, stays small. */
const MOST_TOGETHER = 100;

interface Asked<Question, Found> {
  question: Question;
  resolve(found: Found): void;
  reject(error: unknown): void;
}

/**
 * Questions that come while one of their kind is with the database are asked together, by one statement, as soon as it is back: a busy
 * server spends most of a small question on handing it over. None is told what was seen before it was asked, and a lone one does not
 * wait. What the database refuses to one is no refusal to the others: then each is asked alone.
 *
 * @param ask finds out about each, in their order
 */
export function askedTogether<Question, Found>(
  ask: (questions: readonly Question[]) => Promise<readonly Found[]>,
): (question: Question) => Promise<Found> {
  let waiting: Asked<Question, Found>[] = [];
  let isAsking = false;

  const askAll = async (all: readonly Asked<Question, Found>[]): Promise<void> => {
    try {
      const found = await ask(all.map(({ question }) => question));
      if (found.length !== all.length) throw new Error(`${all.length} asked, ${found.length} found`);
      found.forEach((one, index) => all[index]?.resolve(one));
    } catch (error) {
      const [first, ...others] = all;
      if (others.length === 0) first?.reject(error);
      else for (const one of all) await askAll([one]);
    }
  };

  const askWhoWaits = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    while (waiting.length > 0) {
      const all = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      await askAll(all);
    }
    isAsking = false;
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      void askWhoWaits();
    });
}
