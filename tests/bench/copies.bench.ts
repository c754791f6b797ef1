import { randomUUID } from 'node:crypto';
import type { Backend } from '#tests/e2e/support/backend.ts';
import { MAX_COPIED_CARDS } from '#contract/selection-limits.ts';
import type { Figure } from './figures.ts';
import { type Call, signIn, type TimedAnswer, waitOf, warmUp } from './other-user.ts';

/** As the list gives them. */
const CARDS_PER_PAGE = 100;
/** As the page asks for them. */
const COPIES_PER_PART = 25;
/** Copies are made as fast as cards are changed, or a person who waits for ten thousand gives up. */
const GOALS_PER_S = { embedded: 500, PostgreSQL: 2_000 };

/** How long one user waits while another one chooses and copies as many cards as are copied at once. */
export async function benchCopies(
  backend: Backend,
  kind: keyof typeof GOALS_PER_S,
  cards: number,
): Promise<Figure[]> {
  const busy = await signIn(backend.url, 'big');
  const other = await signIn(backend.url, 'demo');
  await warmUp(other);
  const copied = Math.min(cards, MAX_COPIED_CARDS);
  const size = copied.toLocaleString('ru-RU');
  const ids = await firstIds(busy, copied);
  const copying_key = randomUUID();
  const timed = (what: string, work: () => Promise<unknown>) =>
    waitOf(`longest wait of another user, ${kind}, beside ${what}`, other, work);

  let selection = {};
  const frozen = await timed(`a choice of ${size} cards`, async () => {
    const { id } = await made(busy('/cards/selections/', { selection: { ids } }));
    selection = { id };
  });
  const offered: NonNullable<TimedAnswer['results']> = [];
  const named = await timed(`the names of ${size} copies`, async () => {
    for (let afterId: number | null | undefined; afterId !== null;) {
      const part: TimedAnswer = (
        await busy('/cards/copies/names/parts/', {
          selection,
          copying_key,
          ...(afterId && { after_id: afterId }),
        })
      ).body;
      offered.push(...(part.results ?? []));
      afterId = part.next_after_id ?? null;
    }
  });
  if (offered.length !== copied)
    throw new Error(`Names were offered for ${offered.length} of ${copied} cards`);
  const copying = await timed(`the making of ${size} copies`, async () => {
    for (let done = 0; done < copied; done += COPIES_PER_PART) {
      const rows = offered
        .slice(done, done + COPIES_PER_PART)
        .map(({ card_id, vendor_code, title }) => ({ card_id, vendor_code, title }));
      await made(busy('/cards/copies/', { copying_key, rows }, randomUUID()));
    }
  });
  const rate: Figure = {
    name: `the making of ${size} copies, ${kind}`,
    value: copied / copying.seconds,
    unit: 'cards/s',
    goal: GOALS_PER_S[kind],
    better: 'larger',
  };
  return [frozen.figure, named.figure, copying.figure, rate];
}

async function firstIds(busy: Call, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const { body } = await busy(`/cards/?limit=${CARDS_PER_PAGE}&offset=${ids.length}`);
    if (!body.results?.length) throw new Error(`There are only ${ids.length} cards`);
    ids.push(...body.results.map(({ id }) => id));
  }
  return ids.slice(0, count);
}

async function made(asked: ReturnType<Call>): Promise<TimedAnswer> {
  const { status, body } = await asked;
  if (status !== 201) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
