import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isServerOrdering } from '#contract/card-list.ts';
import { catalogueStatus, type CatalogueSource } from '#offline/catalogue/catalogue-status.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import type { CardListState } from './card-list-address.ts';
import { PAGE_SIZE, pageQuery } from './card-list-reads.ts';

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
  // Nothing else of it: a fill tells of each portion, and the list would be drawn as often.
  const revision = useSyncExternalStore(
    catalogueStatus.subscribe,
    () => catalogueStatus.get().current?.revision,
  );
  const [answered, setAnswered] = useState({ address, pages: NO_PAGES });
  const isWhole = revision !== undefined && !isServerOrdering(state.ordering);
  const here = useMemo(
    () => (revision === undefined ? NO_PAGES : answeredPages(state, offsets)),
    [state, offsets, revision],
  );
  // Until the replica that has changed answers, what it said before stands.
  if (here.size === offsets.length && answered.pages !== here) setAnswered({ address, pages: here });
  useEffect(() => {
    const source = revision === undefined ? undefined : replicaFor(state);
    if (!source) return;
    let isAsked = true;
    const ask = (offset: number) => source.query(pageQuery(state, offset));
    void Promise.all(offsets.map(async (offset) => [offset, await ask(offset)] as const)).then(
      (all) => {
        if (!isAsked) return;
        const pages = pagesOf(all);
        setAnswered((now) =>
          now.address === address && isSame(now.pages, pages) ? now : { address, pages },
        );
        // They are there when they come into sight.
        for (const offset of offsets) {
          if (offset > 0) ask(offset - PAGE_SIZE).catch(() => undefined);
          ask(offset + PAGE_SIZE).catch(() => undefined);
        }
      },
      // Its worker has ended: the pages of the server remain.
      () => undefined,
    );
    return () => {
      isAsked = false;
    };
  }, [state, address, offsets, revision]);
  return { isWhole, pages: isWhole && answered.address === address ? answered.pages : NO_PAGES };
}

/** Undefined while none is whole, and for an order that the server alone knows. */
export function replicaFor({ ordering }: CardListState): CatalogueSource | undefined {
  return catalogueStatus.get().current && !isServerOrdering(ordering) ? catalogueStatus.source() : undefined;
}

function answeredPages(state: CardListState, offsets: readonly number[]): ReplicaPages {
  const source = replicaFor(state);
  return pagesOf(offsets.map((offset) => [offset, source?.answered(pageQuery(state, offset))]));
}

function pagesOf(all: readonly (readonly [offset: number, found: FoundRows | undefined])[]): ReplicaPages {
  const pages = new Map<number, FoundRows>();
  for (const [offset, found] of all) {
    if (found) pages.set(offset, found);
  }
  return pages;
}

function isSame(one: ReplicaPages, other: ReplicaPages): boolean {
  return one.size === other.size && [...one].every(([offset, page]) => other.get(offset) === page);
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
