import * as z from 'zod/mini';
import { contentResponse, refuseContent } from '#simulator/gateway/responses.ts';
import {
  cardResponse,
  cardsByUpdate,
  matchesText,
  pageAfter,
  trashByTime,
  trashedCardResponse,
} from './card-responses.ts';
import { subjectNameOf } from '#simulator/reference/directory.ts';
import type { Call } from '#simulator/gateway/gateway.ts';
import { hashOf } from '#simulator/state/random.ts';
import type { ErrorBatch } from '#simulator/state/state.ts';

const LIST_LIMIT = 10;
const LIST_LIMIT_MAX = 100;

const ListRequest = z.object({
  settings: z.optional(
    z.object({
      sort: z.optional(z.object({ ascending: z.optional(z.boolean()) })),
      filter: z.optional(
        z.object({
          withPhoto: z.optional(z.int()),
          textSearch: z.optional(z.string()),
          tagIDs: z.optional(z.array(z.int())),
          objectIDs: z.optional(z.array(z.int())),
          brands: z.optional(z.array(z.string())),
          imtID: z.optional(z.int()),
        }),
      ),
      cursor: z.optional(
        z.object({
          limit: z.optional(z.int().check(z.maximum(LIST_LIMIT_MAX))),
          updatedAt: z.optional(z.nullable(z.string())),
          trashedAt: z.optional(z.nullable(z.string())),
          nmID: z.optional(z.int()),
        }),
      ),
    }),
  ),
});

const ErrorListRequest = z.object({
  cursor: z.optional(
    z.object({
      limit: z.optional(z.int().check(z.maximum(LIST_LIMIT_MAX))),
      updatedAt: z.optional(z.string()),
      batchUUID: z.optional(z.string()),
    }),
  ),
  order: z.optional(z.object({ ascending: z.optional(z.boolean()) })),
});

export function listCards(call: Call) {
  const parsed = ListRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const { cursor, filter, sort } = parsed.data.settings ?? {};
  const afterMs = readCursorTime(cursor?.updatedAt);
  if (Number.isNaN(afterMs)) return refuseContent(call.reply, 'Invalid request format');
  const tagIDs = filter?.tagIDs ?? [];
  const found = cardsByUpdate(call.seller).filter((card) => {
    if (filter?.withPhoto === 1 && card.photos.length === 0) return false;
    if (filter?.withPhoto === 2 && card.photos.length > 0) return false;
    if (filter?.textSearch && !matchesText(card, filter.textSearch)) return false;
    if (tagIDs.length > 0 && !tagIDs.some((id) => card.tagIDs.includes(id))) return false;
    if (filter?.objectIDs?.length && !filter.objectIDs.includes(card.subjectID)) return false;
    if (filter?.brands?.length && !filter.brands.includes(card.brand)) return false;
    return !filter?.imtID || card.imtID === filter.imtID;
  });
  const cards = pageAfter(found, (card) => card.updatedAtMs, {
    isAscending: sort?.ascending ?? false,
    limit: cursor?.limit ?? LIST_LIMIT,
    afterMs,
    afterNmID: cursor?.nmID ?? 0,
  });
  const last = cards.at(-1);
  return {
    cards: cards.map((card) => cardResponse(call.seller, card)),
    cursor: {
      updatedAt: last ? new Date(last.updatedAtMs).toISOString() : '',
      nmID: last?.nmID ?? 0,
      total: cards.length,
    },
  };
}

export function listTrash(call: Call) {
  const parsed = ListRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const { cursor, filter, sort } = parsed.data.settings ?? {};
  const afterMs = readCursorTime(cursor?.trashedAt);
  if (Number.isNaN(afterMs)) return refuseContent(call.reply, 'Invalid request format');
  const text = filter?.textSearch ?? '';
  const cards = pageAfter(
    trashByTime(call.seller).filter((card) => text === '' || matchesText(card, text)),
    (card) => card.trashedAtMs ?? 0,
    {
      isAscending: sort?.ascending ?? false,
      limit: cursor?.limit ?? LIST_LIMIT,
      afterMs,
      afterNmID: cursor?.nmID ?? 0,
    },
  );
  const last = cards.at(-1);
  return {
    cards: cards.map(trashedCardResponse),
    cursor: {
      trashedAt: last?.trashedAtMs ? new Date(last.trashedAtMs).toISOString() : '',
      nmID: last?.nmID ?? 0,
      total: cards.length,
    },
  };
}

/** undefined: from the start; NaN: not a time. */
function readCursorTime(text: string | null | undefined): number | undefined {
  return text ? Date.parse(text) : undefined;
}

export function listErrors(call: Call) {
  const parsed = ErrorListRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const { cursor, order } = parsed.data;
  const sign = order?.ascending === false ? -1 : 1;
  const compare = (one: ErrorBatch, other: ErrorBatch) =>
    sign * (one.updatedAtMs - other.updatedAtMs || (one.batchUUID < other.batchUUID ? -1 : 1));
  const afterMs = readCursorTime(cursor?.updatedAt);
  const after: ErrorBatch | undefined =
    afterMs === undefined || Number.isNaN(afterMs)
      ? undefined
      : { updatedAtMs: afterMs, batchUUID: cursor?.batchUUID ?? '', rows: [] };
  const batches = call.seller.errorBatches
    .filter((batch) => !after || (batch.batchUUID !== after.batchUUID && compare(batch, after) > 0))
    .sort(compare);
  const page = batches.slice(0, cursor?.limit ?? LIST_LIMIT_MAX);
  const last = page.at(-1);
  return contentResponse({
    items: page.map((batch) => ({
      batchUUID: batch.batchUUID,
      subjects: Object.fromEntries(
        batch.rows.map((row) => [row.vendorCode, { id: row.subjectID, name: subjectNameOf(row.subjectID) }]),
      ),
      brands: Object.fromEntries(
        batch.rows
          .filter((row) => row.brand !== '')
          .map((row) => [row.vendorCode, { id: hashOf(row.brand) % 1_000_000, name: row.brand }]),
      ),
      vendorCodes: batch.rows.map((row) => row.vendorCode),
      errors: Object.fromEntries(batch.rows.map((row) => [row.vendorCode, row.errors])),
      updatedAt: new Date(batch.updatedAtMs).toISOString(),
    })),
    cursor: {
      next: batches.length > page.length,
      updatedAt: last
        ? new Date(last.updatedAtMs).toISOString()
        : (cursor?.updatedAt ?? '0001-01-01T00:00:00Z'),
      batchUUID: last?.batchUUID ?? cursor?.batchUUID ?? '00000000-0000-0000-0000-000000000000',
    },
  });
}
