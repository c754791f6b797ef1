import { checkCardEndpoint, quotaProblem, type CardCheck, type CardProblem } from '#contract/card-sending.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';

/** One finding, however many cards have it. */
export interface Remark {
  kind: CardProblem['kind'];
  detail: string;
  shopId: number | null;
  cards: number;
}

/** What a check of many cards has found. */
export interface CardsCheck {
  cards: number;
  shops: CardCheck['shops'];
  /** Errors first, then the most frequent. */
  remarks: readonly Remark[];
  /** Cards that the marketplace would refuse. */
  errorCardIds: ReadonlySet<number>;
}

interface CheckInput {
  selection: CardSelection;
  shopIds: readonly number[];
}

const PART_TIMEOUT_MS = 60_000;

/** Asks part by part, so that nobody waits for a big selection; `onProgress` is told how many cards are through. */
export async function checkInParts(
  { selection, shopIds }: CheckInput,
  onProgress: (checked: number) => void,
  signal: AbortSignal,
): Promise<CardsCheck> {
  const tally = new CheckTally();
  let afterId: number | null = 0;
  while (afterId !== null) {
    const part: CardCheck = await api.call(checkCardEndpoint, {
      body: { selection, shopIds: [...shopIds], afterId },
      signal,
      timeoutMs: PART_TIMEOUT_MS,
    });
    tally.add(part);
    onProgress(tally.cards);
    afterId = part.nextAfterId ?? null;
  }
  return tally.result();
}

/** Adds parts up. */
export class CheckTally {
  cards = 0;
  #shops = new Map<number, CardCheck['shops'][number]>();
  #remarks = new Map<string, Remark & { lastCardId: number }>();
  #errorCardIds = new Set<number>();

  add(part: CardCheck): void {
    this.cards += part.cards;
    for (const shop of part.shops) this.#addShop(shop);
    for (const problem of part.problems) this.#addProblem(problem);
  }

  result(): CardsCheck {
    const remarks = [...this.#remarks.values()].map(({ kind, detail, shopId, cards }) => ({
      kind,
      detail,
      shopId,
      cards,
    }));
    return {
      cards: this.cards,
      shops: [...this.#shops.values()],
      remarks: remarks.sort((one, other) => rankOf(one) - rankOf(other) || other.cards - one.cards),
      errorCardIds: this.#errorCardIds,
    };
  }

  /** The room for new cards is known with the first part, how many there are only with the last. */
  #addShop(shop: CardCheck['shops'][number]): void {
    const before = this.#shops.get(shop.shopId);
    const toCreate = shop.toCreate + (before?.toCreate ?? 0);
    const quota = shop.quota ?? before?.quota ?? null;
    const noRoom = shop.isBlocked === true ? null : quotaProblem(toCreate, quota);
    this.#shops.set(shop.shopId, {
      shopId: shop.shopId,
      toCreate,
      toUpdate: shop.toUpdate + (before?.toUpdate ?? 0),
      quota,
      problem: noRoom ?? shop.problem,
      isBlocked: shop.isBlocked === true || noRoom !== null,
    });
  }

  #addProblem({ kind, detail, shopId, cardId }: CardProblem): void {
    if (kind === 'error') this.#errorCardIds.add(cardId);
    const key = `${String(shopId)} ${kind} ${detail}`;
    const known = this.#remarks.get(key);
    if (!known) this.#remarks.set(key, { kind, detail, shopId, cards: 1, lastCardId: cardId });
    else if (known.lastCardId !== cardId) {
      known.cards += 1;
      known.lastCardId = cardId;
    }
  }
}

function rankOf(remark: Remark): number {
  return remark.kind === 'error' ? 0 : 1;
}
