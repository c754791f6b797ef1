import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listBulkEditRowsEndpoint, type BulkEdit } from '#contract/bulk-edits.ts';
import type { BulkEditRow } from '#contract/bulk-rows.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { compareCountEndpoint } from '#contract/stock-counts.ts';
import { api } from './api.ts';
import { bulkEditQueries } from './bulk-edits.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';

const START_TIMEOUT_MS = 60_000;

/** Every row of the edit that a count is compared by: what the marketplace had, and how each went. */
export function countRowsQuery({ id, state, counts }: Pick<BulkEdit, 'id' | 'state' | 'counts'>) {
  return queryOptions({
    queryKey: ['BulkEdits', id, 'count-rows', state, counts],
    queryFn: async (context) => {
      const rows: BulkEditRow[] = [];
      let afterId: number | null = 0;
      while (afterId !== null) {
        const page: { results: BulkEditRow[]; nextAfterId: number | null } = await fetchQuery(
          context,
          listBulkEditRowsEndpoint,
          { params: { id }, query: afterId > 0 ? { afterId: String(afterId) } : {} },
        );
        rows.push(...page.results);
        afterId = page.nextAfterId;
      }
      return rows;
    },
    meta: { isNotKept: true, isShownInPlace: true, errorText: 'Не удалось загрузить остатки' },
  });
}

/** Begins to read what the marketplace has of what was counted. Sends nothing. */
export function useCompareCount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['BulkEdits', 'count'],
    mutationFn: (body: EndpointBodyInput<typeof compareCountEndpoint>) =>
      api.call(compareCountEndpoint, {
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: START_TIMEOUT_MS,
      }),
    onSuccess: ({ edit }) => {
      if (edit) queryClient.setQueryData(bulkEditQueries.one(edit.id).queryKey, edit);
    },
    meta: { errorText: 'Не удалось сверить пересчёт' },
  });
}
