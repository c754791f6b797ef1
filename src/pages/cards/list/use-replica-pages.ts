import { useEffect, useState, useSyncExternalStore } from 'react';
import { isServerOrdering } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import { cardListQuery, type CardListState } from './card-list-address.ts';
import { PAGE_SIZE } from './card-list-reads.ts';

type ReplicaPages = ReadonlyMap<number, FoundRows>;

const NO_PAGES: ReplicaPages = new Map();

/**
 * The pages of the list at this address from the replica on this device, with those above and below, which come into sight next. None
 * while it is not whole: what it lacks would look like what there is not. None in an order that the server alone knows.
 */
export function useReplicaPages(
  state: CardListState,
  address: string,
  offsets: readonly number[],
): { isWhole: boolean; pages: ReplicaPages } {
  const { current } = useSyncExternalStore(catalogueStatus.subscribe, catalogueStatus.get);
  const [answered, setAnswered] = useState({ address, pages: NO_PAGES });
  const revision = current?.revision;
  useEffect(() => {
    const source = catalogueStatus.source();
    if (revision === undefined || !source || isServerOrdering(state.ordering)) return;
    let isAsked = true;
    const asked = new Set(
      offsets.flatMap((offset) => [offset, Math.max(0, offset - PAGE_SIZE), offset + PAGE_SIZE]),
    );
    void Promise.all(
      Array.from(asked, async (offset) => ({
        offset,
        found: await source.query(cardListQuery(state, { limit: PAGE_SIZE, offset })),
      })),
    ).then(
      (all) => {
        if (!isAsked) return;
        const pages = new Map<number, FoundRows>();
        for (const { offset, found } of all) {
          if (found) pages.set(offset, found);
        }
        setAnswered({ address, pages });
      },
      // Its worker has ended: the pages of the server remain.
      () => undefined,
    );
    return () => {
      isAsked = false;
    };
  }, [state, address, offsets, revision]);
  const isWhole = current !== null && !isServerOrdering(state.ordering);
  return { isWhole, pages: isWhole && answered.address === address ? answered.pages : NO_PAGES };
}

/** Whether a value has stayed what it is for so long; the first one has. */
export function useIsSettled(value: string, afterMs: number): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled === value;
}
