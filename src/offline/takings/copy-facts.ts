import { hashKey } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { KEY_PREFIX } from '#offline/copies/persister.ts';
import type { StoredCopy } from '#offline/copies/query-storage.ts';

const textSchema = z.object({ dataUpdatedAt: z.number() });

/** Under which key the storage of copies looks for a query's data. */
export function copyKeyOf(queryKey: readonly unknown[]): string {
  return `${KEY_PREFIX}-${hashKey(queryKey)}`;
}

/** When the data of a copy left the server; 0 when it is not one of ours. */
export function fetchedAtOf(copy: Pick<StoredCopy, 'text'>): number {
  try {
    return textSchema.parse(JSON.parse(copy.text)).dataUpdatedAt;
  } catch {
    return 0;
  }
}
