import { useRef } from 'react';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listRowProfitsEndpoint } from '#contract/bulk-edit-profits.ts';
import {
  applyBulkEditEndpoint,
  createBulkEditEndpoint,
  createTableEditEndpoint,
  getBulkEditEndpoint,
  leaveOutBulkEditRowsEndpoint,
  leaveOutFoundRowsEndpoint,
  listBulkEditRowsEndpoint,
  listBulkEditsEndpoint,
  listSelectedCharacteristicsEndpoint,
  rollBackBulkEditEndpoint,
  stopBulkEditEndpoint,
  type BulkEdit,
  type FoundRows,
} from '#contract/bulk-edits.ts';
import type { BulkRowState } from '#contract/bulk-rows.ts';
import type { RowKey, TableRow } from '#contract/bulk-table-rows.ts';
import type { BulkRule } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { api } from './api.ts';
import { cardsMoved } from './card-operations.ts';
import { fetchQuery } from './fetch-query.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { refetchWhatWasChosen } from './selections.ts';
import { invalidateTag } from './tags.ts';
import { tellUnanswered } from './unanswered-step.ts';
import { useKeyOfRequest } from './use-key-of-request.ts';

const POLL_INTERVAL_MS = 1_000;
/** The server answers within seconds and goes on by itself; choosing a hundred thousand cards alone takes a while. */
const START_TIMEOUT_MS = 60_000;
const HISTORY_PAGE_SIZE = 50;
export const PREPARE_FAILED_TEXT = 'Не удалось подготовить изменение';

/** The server is at work on it, and goes on without us. */
export function isAtWork({ state }: Pick<BulkEdit, 'state'>): boolean {
  return state === 'PREPARING' || state === 'APPLYING' || state === 'ROLLING_BACK';
}

/** It changes without us: by the server's work, or by what was begun before that was stopped. */
function isOnItsWay(edit: BulkEdit): boolean {
  return isAtWork(edit) || edit.isSettling === true;
}

export interface BulkRowFilter {
  state?: readonly BulkRowState[];
  warned?: boolean;
  search?: string;
}

const keyOf = ({ state, warned }: BulkRowFilter) => `${state?.join()} ${warned}`;

/** Figures of a moment: none of them is kept on the device. */
const meta = { isNotKept: true, isShownInPlace: true } as const;

export const bulkEditQueries = {
  one: (id: number) =>
    queryOptions({
      queryKey: ['BulkEdits', id],
      queryFn: async (context) => {
        const before = context.client.getQueryData<BulkEdit>(['BulkEdits', id]);
        const edit = await fetchQuery(context, getBulkEditEndpoint, { params: { id } });
        // Before anybody reads that it is done: by then no copy of a card is left that says what was.
        if (before && isOnItsWay(before) && !isOnItsWay(edit)) await cardsMoved(context.client);
        return edit;
      },
      refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? POLL_INTERVAL_MS : false),
      meta: { ...meta, errorText: 'Не удалось загрузить изменение' },
    }),
  rows: (id: number, { search = '', ...tab }: BulkRowFilter) =>
    infiniteQueryOptions({
      queryKey: ['BulkEdits', id, 'rows', keyOf(tab), search],
      queryFn: (context) =>
        fetchQuery(context, listBulkEditRowsEndpoint, {
          params: { id },
          query: {
            ...(context.pageParam > 0 ? { afterId: String(context.pageParam) } : {}),
            ...(tab.state ? { state: [...tab.state] } : {}),
            ...(tab.warned ? { warned: 'true' as const } : {}),
            ...(search ? { search } : {}),
          },
        }),
      initialPageParam: 0,
      getNextPageParam: (page) => page.nextAfterId ?? undefined,
      // Until a search is answered, what was there stays: of the same tab alone.
      placeholderData: (last, query) => (query?.queryKey[3] === keyOf(tab) ? last : undefined),
      meta: { ...meta, errorText: 'Не удалось загрузить карточки' },
    }),
  /** Of the cards of one page of rows: asked once they are shown. */
  profits: (id: number, cardIds: readonly number[]) =>
    queryOptions({
      queryKey: ['BulkEdits', id, 'profits', cardIds],
      queryFn: (context) =>
        fetchQuery(context, listRowProfitsEndpoint, {
          params: { id },
          query: { cardId: cardIds.map(String) },
        }),
      meta: { ...meta, errorText: 'Не удалось посчитать прибыль' },
    }),
  /** Which characteristics the chosen cards can have. */
  characteristics: (selection: CardSelection) =>
    queryOptions({
      queryKey: ['BulkEdits', 'characteristics', selection],
      queryFn: (context) =>
        fetchQuery(context, listSelectedCharacteristicsEndpoint, {
          body: { selection },
          timeoutMs: START_TIMEOUT_MS,
        }),
      meta: { ...meta, errorText: 'Не удалось загрузить характеристики' },
    }),
  history: () =>
    infiniteQueryOptions({
      queryKey: ['BulkEdits', 'history'],
      queryFn: (context) =>
        fetchQuery(context, listBulkEditsEndpoint, {
          query: {
            limit: String(HISTORY_PAGE_SIZE),
            offset: String(context.pageParam),
            readsAnyKind: 'true',
          },
        }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.next === null ? undefined : pages.length * HISTORY_PAGE_SIZE),
      meta: { ...meta, errorText: 'Не удалось загрузить историю изменений' },
    }),
};

/**
 * Nothing changes yet: the server looks at the cards and keeps what would become of them. `isQuiet`: who asks shows a failure
 * in place.
 */
export function useCreateBulkEdit({ isQuiet = false } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['BulkEdits', 'create'],
    mutationFn: (body: { selection: CardSelection; change: BulkRule }) =>
      api.call(createBulkEditEndpoint, {
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: START_TIMEOUT_MS,
      }),
    onSuccess: (edit) => queryClient.setQueryData(bulkEditQueries.one(edit.id).queryKey, edit),
    onError: (error) => refetchWhatWasChosen(queryClient, error),
    meta: { isQuiet, errorText: PREPARE_FAILED_TEXT },
  });
}

/** As {@link useCreateBulkEdit}, each card with the values of its row; rows whose card is not found are told. */
export function useCreateTableEdit() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['BulkEdits', 'table'],
    mutationFn: (body: { key: RowKey; rows: TableRow[] }) =>
      api.call(createTableEditEndpoint, {
        body,
        idempotencyKey: newIdempotencyKey(),
        timeoutMs: START_TIMEOUT_MS,
      }),
    onSuccess: ({ edit }) => {
      if (edit) queryClient.setQueryData(bulkEditQueries.one(edit.id).queryKey, edit);
    },
    meta: { errorText: PREPARE_FAILED_TEXT },
  });
}

const LEFT_OUT = ['BulkEdits', 'left-out'];

export function useLeaveOutRows(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: LEFT_OUT,
    mutationFn: (body: { cardIds: number[]; isLeftOut: boolean }) =>
      api.call(leaveOutBulkEditRowsEndpoint, { params: { id }, body }),
    onSuccess: () => invalidateTag(queryClient, 'BulkEdits', { entityId: id }),
    meta: { errorText: 'Не удалось убрать карточку' },
  });
}

/**
 * All rows that are found, with one call; `lot` of its response names them to whoever takes it back. Asked for again after its response
 * was lost, it is the same request; after a response, of whatever was moved, it is another one.
 */
export function useLeaveOutFoundRows(id: number) {
  const queryClient = useQueryClient();
  const keyOf = useKeyOfRequest();
  return useMutation({
    mutationKey: LEFT_OUT,
    mutationFn: (body: { found: FoundRows; isLeftOut: boolean; expectedCount?: number }) => {
      const moves = queryClient.getMutationCache().findAll({ mutationKey: LEFT_OUT, status: 'success' });
      return api.call(leaveOutFoundRowsEndpoint, {
        params: { id },
        body,
        idempotencyKey: keyOf({ body, lastMove: moves.at(-1)?.mutationId }),
        timeoutMs: START_TIMEOUT_MS,
      });
    },
    // Of one that was cut short, some have been moved.
    onSettled: () => invalidateTag(queryClient, 'BulkEdits', { entityId: id }),
    meta: { errorText: 'Не удалось убрать карточки' },
  });
}

export function useApplyBulkEdit(id: number) {
  return useStep(
    (expectedCount: number) =>
      api.call(applyBulkEditEndpoint, {
        params: { id },
        body: { expectedCount },
        timeoutMs: START_TIMEOUT_MS,
      }),
    'Не удалось применить изменение',
  );
}

export function useStopBulkEdit(id: number) {
  return useStep(() => api.call(stopBulkEditEndpoint, { params: { id } }), 'Не удалось остановить изменение');
}

/** The cards that are named, or all that are found of those that it has changed; of neither: all of these. */
type RolledBackPart = { cardIds?: number[] } | { found: FoundRows; expectedCount: number };

/** A part asked for again after its response was lost is the same request; after a response it is another one. */
export function useRollBackBulkEdit(id: number) {
  const keyOf = useKeyOfRequest();
  const responseCount = useRef(0);
  return useStep(async (part: RolledBackPart) => {
    const edit = await api.call(rollBackBulkEditEndpoint, {
      params: { id },
      body: part,
      idempotencyKey: keyOf({ part, responseCount: responseCount.current }),
      timeoutMs: START_TIMEOUT_MS,
    });
    responseCount.current += 1;
    return edit;
  }, 'Не удалось откатить изменение');
}

function useStep<Input>(call: (input: Input) => Promise<BulkEdit>, errorText: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['BulkEdits', 'step'],
    mutationFn: (input: Input) => tellUnanswered(call(input)),
    onSuccess: async (edit) => {
      await cardsMoved(queryClient);
      queryClient.setQueryData(bulkEditQueries.one(edit.id).queryKey, edit);
      await invalidateTag(queryClient, 'BulkEdits');
    },
    onError: () => invalidateTag(queryClient, 'BulkEdits'),
    meta: { errorText },
  });
}
