import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CardRow } from '#contract/card-list.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { cardListQuery, type CardListState } from './card-list-address.ts';
import { PAGE_SIZE } from './card-list-reads.ts';

export interface ReplicaPage {
  count: number;
  results: CardRow[];
  /** When what it says was asked of the server. */
  currentAtMs: number;
}
type ReplicaPages = ReadonlyMap<number, ReplicaPage>;

const NO_PAGES: ReplicaPages = new Map();

/**
 * The pages of the list at this address from the replica on this device, with those above and below, which come into sight next. None
 * while it is not whole: what it lacks would look like what there is not.
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
    if (revision === undefined || !source) return;
    let isAsked = true;
    const around = new Set(offsets.flatMap((offset) => [offset, offset - PAGE_SIZE, offset + PAGE_SIZE]));
    const asked = [...around].filter((offset) => offset >= 0);
    void Promise.all(
      asked.map(async (offset) => ({
        offset,
        found: await source.query(cardListQuery(state, { limit: PAGE_SIZE, offset })),
      })),
    ).then(
      (all) => {
        if (!isAsked) return;
        const pages = new Map<number, ReplicaPage>();
        for (const { offset, found } of all) {
          if (found)
            pages.set(offset, { count: found.count, results: found.rows, currentAtMs: found.currentAtMs });
        }
        // What is the same stays the same object: its rows are not drawn again.
        setAnswered((before) => ({
          address,
          pages: before.address === address ? shared(before.pages, pages) : pages,
        }));
      },
      // Its worker has ended: the pages of the server remain.
      () => undefined,
    );
    return () => {
      isAsked = false;
    };
  }, [state, address, offsets, revision]);
  const isWhole = current !== null;
  return { isWhole, pages: isWhole && answered.address === address ? answered.pages : NO_PAGES };
}

function shared(before: ReplicaPages, now: ReplicaPages): ReplicaPages {
  return new Map([...now].map(([offset, page]) => [offset, replaceEqualDeep(before.get(offset), page)]));
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
