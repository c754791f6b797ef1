import { queryOptions, useMutation } from '@tanstack/react-query';
import { listCardTagsEndpoint, listCardWbTagsEndpoint } from '#contract/card-tags.ts';
import { parseCardEndpoint, parseResellerCardEndpoint } from '#contract/card-creation.ts';
import {
  listDirectoryEndpoint,
  listRecentSubjectsEndpoint,
  listSubjectBrandsEndpoint,
  listSubjectCharacteristicsEndpoint,
  listSubjectTnvedEndpoint,
  listSubjectsEndpoint,
  listUsedValuesEndpoint,
  type DirectoryName,
} from '#contract/subjects.ts';
import { api } from './api.ts';
import { fetchQuery } from './fetch-query.ts';

/** Subjects and characteristics change rarely: asked for once an hour. */
const DIRECTORY_STALE_TIME_MS = 3_600_000;
const STALE_TIME_MS = 60_000;
const USED_VALUES_STALE_TIME_MS = 600_000;

/** What the form of a card offers to choose from. */
export const directoryQueries = {
  subjects: (search: string) =>
    queryOptions({
      queryKey: ['Subjects', search],
      queryFn: (context) => fetchQuery(context, listSubjectsEndpoint, { query: search ? { search } : {} }),
      staleTime: DIRECTORY_STALE_TIME_MS,
      meta: { schema: listSubjectsEndpoint.response },
    }),
  /** Of the newest cards: it goes with every change of the list. Nothing is lost without them. */
  recentSubjects: () =>
    queryOptions({
      queryKey: ['Cards', 'recent-subjects'],
      queryFn: (context) => fetchQuery(context, listRecentSubjectsEndpoint),
      meta: { schema: listRecentSubjectsEndpoint.response, isQuiet: true },
    }),
  characteristics: (subjectId: number) =>
    queryOptions({
      queryKey: ['Subjects', subjectId, 'characteristics'],
      queryFn: (context) =>
        fetchQuery(context, listSubjectCharacteristicsEndpoint, { params: { id: subjectId } }),
      staleTime: DIRECTORY_STALE_TIME_MS,
      meta: { schema: listSubjectCharacteristicsEndpoint.response },
    }),
  /** Suggestions, like those below: without them one types, so nobody is told of a failure. */
  values: (name: DirectoryName) =>
    queryOptions({
      queryKey: ['Directories', name],
      queryFn: (context) => fetchQuery(context, listDirectoryEndpoint, { params: { name } }),
      // An empty one has not been read from the marketplace yet.
      staleTime: ({ state }) => (state.data?.length ? DIRECTORY_STALE_TIME_MS : STALE_TIME_MS),
      meta: { schema: listDirectoryEndpoint.response, isQuiet: true },
    }),
  brands: (subjectId: number) =>
    queryOptions({
      queryKey: ['Subjects', subjectId, 'brands'],
      queryFn: (context) => fetchQuery(context, listSubjectBrandsEndpoint, { params: { id: subjectId } }),
      staleTime: ({ state }) => (state.data?.length ? DIRECTORY_STALE_TIME_MS : STALE_TIME_MS),
      meta: { schema: listSubjectBrandsEndpoint.response, isQuiet: true },
    }),
  tnved: (subjectId: number) =>
    queryOptions({
      queryKey: ['Subjects', subjectId, 'tnved'],
      queryFn: (context) => fetchQuery(context, listSubjectTnvedEndpoint, { params: { id: subjectId } }),
      staleTime: ({ state }) => (state.data?.length ? DIRECTORY_STALE_TIME_MS : STALE_TIME_MS),
      meta: { schema: listSubjectTnvedEndpoint.response, isQuiet: true },
    }),
  usedValues: (subjectId: number) =>
    queryOptions({
      queryKey: ['Subjects', subjectId, 'used-values'],
      queryFn: (context) => fetchQuery(context, listUsedValuesEndpoint, { params: { id: subjectId } }),
      staleTime: USED_VALUES_STALE_TIME_MS,
      meta: { schema: listUsedValuesEndpoint.response, isQuiet: true },
    }),
};

export const cardTagQueries = {
  used: () =>
    queryOptions({
      queryKey: ['Cards', 'tags'],
      queryFn: (context) => fetchQuery(context, listCardTagsEndpoint),
      staleTime: USED_VALUES_STALE_TIME_MS,
      meta: { schema: listCardTagsEndpoint.response, isQuiet: true },
    }),
  /** «Ярлыки WB». */
  usedAtWb: () =>
    queryOptions({
      queryKey: ['Cards', 'wb-tags'],
      queryFn: (context) => fetchQuery(context, listCardWbTagsEndpoint),
      staleTime: USED_VALUES_STALE_TIME_MS,
      meta: { schema: listCardWbTagsEndpoint.response, isQuiet: true },
    }),
};

/** Values for the form from a card of one's own shops, or of the reseller programme. */
export function useParseCard() {
  return useMutation({
    mutationFn: ({ nmId, isReseller }: { nmId: number; isReseller: boolean }) =>
      isReseller
        ? api.call(parseResellerCardEndpoint, { body: { nmId }, timeoutMs: 60_000 })
        : api.call(parseCardEndpoint, { params: { nmId }, timeoutMs: 60_000 }),
    meta: { errorText: 'Не удалось прочитать карточку' },
  });
}
