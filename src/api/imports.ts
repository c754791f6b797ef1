import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExportFormat } from '#contract/fields.ts';
import {
  checkImportEndpoint,
  chooseHeadingsEndpoint,
  createImportedCardsEndpoint,
  createImportEndpoint,
  exportImportErrorsEndpoint,
  getImportEndpoint,
  getImportTemplateEndpoint,
  listCauseRowsEndpoint,
  listFirstLinesEndpoint,
  listImportCausesEndpoint,
  listImportRowsEndpoint,
  listImportsEndpoint,
  removeImportEndpoint,
  stopImportEndpoint,
  type CardImport,
  type ColumnMeaning,
  type ImportRowState,
} from '#contract/imports.ts';
import { DOWNLOAD_TIMEOUT_MS, readDownload, type DownloadedFile, type DownloadHooks } from '#lib/download.ts';
import { api } from './api.ts';
import { isAtWork } from './bulk-edits.ts';
import { cardsMoved } from './card-operations.ts';
import { fetchQuery } from './fetch-query.ts';
import { invalidateTag } from './tags.ts';
import { tellUnanswered } from './unanswered-step.ts';

const POLL_INTERVAL_MS = 1_000;
/** The file's way here, and fifty thousand rows written down. */
const UPLOAD_TIMEOUT_MS = 240_000;
/** The server answers within seconds and goes on by itself. */
const START_TIMEOUT_MS = 60_000;

/** The server is at work on it, and goes on without us. */
export function isImportAtWork({ state }: Pick<CardImport, 'state'>): boolean {
  return state === 'READING' || state === 'CHECKING' || state === 'CREATING';
}

/** It changes without us: by the server's work, on its rows or on the changes that they came to. */
function isOnItsWay(table: CardImport): boolean {
  return isImportAtWork(table) || (table.edit !== null && table.edit !== undefined && isAtWork(table.edit));
}

/** What has become of the changes is told on another page, and by others: it is asked again at each visit. */
const staleTime = 0;
/** Figures of a moment: none of them is kept on the device. */
const meta = { isNotKept: true, isShownInPlace: true } as const;

export const importQueries = {
  list: () =>
    queryOptions({
      queryKey: ['Imports', 'list'],
      queryFn: (context) => fetchQuery(context, listImportsEndpoint),
      staleTime,
      meta: { ...meta, errorText: 'Не удалось загрузить список таблиц' },
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['Imports', id],
      queryFn: async (context) => {
        const before = context.client.getQueryData<CardImport>(['Imports', id]);
        const now = await fetchQuery(context, getImportEndpoint, { params: { id } });
        // Before anybody reads that it is done: by then no copy of the list is left without the new cards.
        if (before?.state === 'CREATING' && now.state !== 'CREATING') await cardsMoved(context.client);
        return now;
      },
      refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? POLL_INTERVAL_MS : false),
      staleTime,
      meta: { ...meta, errorText: 'Не удалось загрузить таблицу' },
    }),
  firstLines: (id: number) =>
    queryOptions({
      queryKey: ['Imports', id, 'first-lines'],
      queryFn: (context) => fetchQuery(context, listFirstLinesEndpoint, { params: { id } }),
      meta: { ...meta, errorText: 'Не удалось загрузить строки файла' },
    }),
  /** Why rows are refused; `counts` is a part of the key as for the rows. */
  causes: (id: number, counts: CardImport['counts']) =>
    queryOptions({
      queryKey: ['Imports', id, 'causes', counts],
      queryFn: (context) => fetchQuery(context, listImportCausesEndpoint, { params: { id } }),
      meta: { ...meta, errorText: 'Не удалось загрузить ошибки' },
    }),
  causeRows: (id: number, causeId: number, afterLine: number) =>
    infiniteQueryOptions({
      queryKey: ['Imports', id, 'cause-rows', causeId, afterLine],
      queryFn: (context) =>
        fetchQuery(context, listCauseRowsEndpoint, {
          params: { id, causeId },
          query: { afterLine: String(context.pageParam) },
        }),
      initialPageParam: afterLine,
      getNextPageParam: ({ nextAfterLine }) => nextAfterLine ?? undefined,
      meta: { ...meta, errorText: 'Не удалось загрузить строки' },
    }),
  /** `counts` is a part of the key: what was seen of the rows is as old as these. */
  rows: (id: number, state: ImportRowState | undefined, counts?: CardImport['counts']) =>
    queryOptions({
      queryKey: ['Imports', id, 'rows', state, counts],
      queryFn: (context) =>
        fetchQuery(context, listImportRowsEndpoint, { params: { id }, query: state ? { state } : {} }),
      meta: { ...meta, errorText: 'Не удалось загрузить строки' },
    }),
};

/** Only keeps the rows: nothing else changes. Without a sheet those of the first that has any. */
export function useUploadImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Imports', 'upload'],
    mutationFn: ({ file, sheet }: { file: File; sheet?: number }) => {
      const body = new FormData();
      body.append('file', file);
      const query = sheet === undefined ? {} : { sheet: String(sheet) };
      return api.call(createImportEndpoint, { body, query, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
    onSuccess: (made) => queryClient.setQueryData(importQueries.one(made.id).queryKey, made),
    onSettled: () => invalidateTag(queryClient, 'Imports'),
    meta: { errorText: 'Не удалось загрузить файл', isQuiet: true },
  });
}

export function useChooseHeadings(id: number) {
  return useStep(
    (line: number) => api.call(chooseHeadingsEndpoint, { params: { id }, body: { line } }),
    'Не удалось взять названия из этой строки',
  );
}

export function useCheckImport(id: number) {
  return useStep(
    (meanings: (ColumnMeaning | null)[]) =>
      api.call(checkImportEndpoint, { params: { id }, body: { meanings }, timeoutMs: START_TIMEOUT_MS }),
    'Не удалось проверить таблицу',
  );
}

export function useCreateImportedCards(id: number) {
  return useStep(
    (expectedCount: number) =>
      api.call(createImportedCardsEndpoint, {
        params: { id },
        body: { expectedCount },
        timeoutMs: START_TIMEOUT_MS,
      }),
    'Не удалось создать карточки',
  );
}

export function useStopImport(id: number) {
  return useStep(() => api.call(stopImportEndpoint, { params: { id } }), 'Не удалось остановить');
}

export function useRemoveImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Imports', 'remove'],
    mutationFn: (id: number) => api.call(removeImportEndpoint, { params: { id } }),
    onSettled: () => invalidateTag(queryClient, 'Imports'),
    meta: { errorText: 'Не удалось убрать таблицу' },
  });
}

/** The refused rows with what is wrong; null when the answer is of a type that is not saved. */
export function downloadImportErrors(
  { id, format }: { id: number; format: ExportFormat },
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(exportImportErrorsEndpoint, (response) => readDownload(response, onProgress), {
    params: { id },
    query: { format },
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}

/** A workbook to be filled in; null when the answer is of a type that is not saved. */
export function downloadImportTemplate(
  subjectId: number,
  { signal, onProgress }: DownloadHooks,
): Promise<DownloadedFile | null> {
  return api.download(getImportTemplateEndpoint, (response) => readDownload(response, onProgress), {
    query: { subjectId: String(subjectId) },
    signal,
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
}

function useStep<Input>(call: (input: Input) => Promise<CardImport>, errorText: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: ['Imports', 'step'],
    mutationFn: (input: Input) => tellUnanswered(call(input)),
    onSuccess: async (now) => {
      if (now.counts.created > 0) await cardsMoved(queryClient);
      await invalidateTag(queryClient, 'Imports');
      queryClient.setQueryData(importQueries.one(now.id).queryKey, now);
    },
    onError: () => invalidateTag(queryClient, 'Imports'),
    meta: { errorText },
  });
}
