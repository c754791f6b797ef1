import {
  experimental_createQueryPersister as createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import {
  hashKey,
  notifyManager,
  type Query,
  type QueryFunctionContext,
  type QueryPersister,
} from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isUnknownAgeStamp, storedStamp, unknownAgeStamp } from '#api/response-age.ts';
import { fitsSchema } from '#api/response-shape.ts';
import type { CacheTag } from '#api/tags.ts';
import type { QueryStorage, StoredCopy } from './query-storage.ts';

/** Raise it when kept data changes in a way that the schemas of the queries would not notice. */
const SCHEMA_VERSION = 1;
/** A seller comes back on Monday: four days are not enough. */
export const KEEP_FOR_MS = 7 * 24 * 3600 * 1000;
const CLOCK_TOLERANCE_MS = 60_000;
export const KEY_PREFIX = 'prilavok';

const copyTextSchema = z.object({
  buster: z.string(),
  queryHash: z.string(),
  queryKey: z.array(z.unknown()),
  data: z.unknown(),
  dataUpdatedAt: z.number(),
});

export interface Persister {
  /** The `persister` of a query: gives the stored copy first, else asks the network and stores the answer. */
  persisterFn: QueryPersister;
  /** Removes the copies of a tag (of one entity), and bars answers that are on their way now from being stored. */
  removeTag: (tag: CacheTag, entityId?: number) => Promise<void>;
  /** Removes what is too old, of another build, or too much. For an idle moment after the start. */
  collect: () => Promise<void>;
  close: () => void;
}

/**
 * Keeps the data of each query on the device, one record per query (a whole-client snapshot would be emptied by the
 * short life of unused queries in memory). Restored data keeps the time it left the server.
 */
export function createPersister(options: { storage: QueryStorage; userKey: string }): Persister {
  const { storage, userKey } = options;
  const buster = busterOf(userKey);
  /** Grows with each removal; an answer that was asked for before is not stored. */
  let generation = 0;

  const library = createQueryPersister<StoredCopy>({
    storage,
    buster,
    // Each copy says how long it is kept: `queryOf`.
    maxAge: Infinity,
    prefix: KEY_PREFIX,
    serialize: ({ queryKey, state }) => storedCopyOf(userKey, queryKey, state),
    deserialize: queryOf,
  });

  async function restore(query: Query): Promise<unknown> {
    const startedUnder = generation;
    let isUsable = false;
    const data = await library.retrieveQuery<unknown>(query.queryHash, ({ state }) => {
      if (!isUsable) return;
      query.setState({ dataUpdatedAt: state.dataUpdatedAt });
      // The library's own refetch (`refetchOnRestore`) is not caught: offline it ends as an unhandled rejection.
      if (query.isStale()) query.fetch().catch(() => undefined);
    });
    if (data === undefined || generation !== startedUnder) return undefined;
    isUsable = hasShapeOf(query, data);
    if (isUsable) return data;
    await storage.removeItem(`${KEY_PREFIX}-${query.queryHash}`);
    return undefined;
  }

  async function restoreOrAsk(
    queryFn: (context: QueryFunctionContext) => unknown,
    context: QueryFunctionContext,
    query: Query,
  ): Promise<unknown> {
    if (query.meta?.isNotKept) return queryFn(context);
    if (query.state.data === undefined) {
      const restored = await restore(query);
      if (restored !== undefined) return restored;
    }
    const askedUnder = generation;
    const response = await queryFn(context);
    // Scheduled, because react-query puts the answer into the query's state only after this function.
    notifyManager.schedule(() => {
      if (generation === askedUnder && !query.state.isInvalidated) void library.persistQuery(query);
    });
    return response;
  }

  return {
    persisterFn: restoreOrAsk,
    async removeTag(tag, entityId) {
      generation += 1;
      const opened = hashKey(entityId === undefined ? [tag] : [tag, entityId]).slice(0, -1);
      await Promise.all(
        [`${opened}]`, `${opened},`].map((begin) => storage.removeByPrefix(`${KEY_PREFIX}-${begin}`)),
      );
    },
    async collect() {
      await library.persisterGc();
      await storage.trim();
    },
    close: () => storage.close(),
  };
}

function busterOf(userKey: string): string {
  return `${SCHEMA_VERSION}:${userKey}`;
}

/** The copy of a query's data, as {@link createPersister} reads it back. */
export function storedCopyOf(
  userKey: string,
  queryKey: readonly unknown[],
  { data, dataUpdatedAt }: { data: unknown; dataUpdatedAt: number },
): StoredCopy {
  return {
    savedAt: Date.now(),
    text: JSON.stringify({
      buster: busterOf(userKey),
      queryHash: hashKey(queryKey),
      queryKey,
      data,
      dataUpdatedAt,
    }),
  };
}

/** Throws when the copy is not one of ours, or too old; the library then removes it. */
function queryOf(copy: StoredCopy): PersistedQuery {
  const { buster, queryHash, queryKey, data, dataUpdatedAt } = copyTextSchema.parse(JSON.parse(copy.text));
  const now = Date.now();
  if (now - dataUpdatedAt > (copy.keepForMs ?? KEEP_FOR_MS)) throw new Error('Too old');
  // A device clock that went back makes a copy «newer than now»: it would never grow stale.
  const isAgeKnown = dataUpdatedAt <= now + CLOCK_TOLERANCE_MS && !isUnknownAgeStamp(dataUpdatedAt);
  return {
    buster,
    queryHash,
    queryKey,
    state: {
      data,
      dataUpdatedAt: isAgeKnown ? storedStamp(dataUpdatedAt) : unknownAgeStamp(now),
      dataUpdateCount: 1,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      isInvalidated: false,
      status: 'success',
      fetchStatus: 'idle',
    },
  };
}

/** Checks a restored copy by the schema that its query declares; of an infinite query every page. */
function hasShapeOf(query: Query, data: unknown): boolean {
  const schema = query.meta?.schema;
  if (query.queryType === 'infinite') {
    const parsed = z
      .object({ pages: z.array(z.unknown()), pageParams: z.array(z.unknown()) })
      .safeParse(data);
    return parsed.success && parsed.data.pages.every((page) => !schema || fitsSchema(schema, page));
  }
  return !schema || fitsSchema(schema, data);
}
