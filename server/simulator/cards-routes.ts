import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { contentAnswer, contentError } from './answers.ts';
import {
  cardAnswer,
  cardsByUpdate,
  matchesText,
  pageAfter,
  trashByTime,
  trashedCardAnswer,
} from './card-answers.ts';
import { JoinRequest, toDraft, UpdateRequest, UploadRequest } from './card-drafts.ts';
import { enqueueCards, isVendorCodeTaken } from './card-queue.ts';
import { findSubject, subjectNameOf } from './directory.ts';
import { registerOperation, type Call, type Simulator } from './gateway.ts';
import type { LimitGroup } from './limits.ts';
import { hashOf } from './random.ts';
import { allocateNmID, recordEffect, type CardDraft, type ErrorBatch, type Seller } from './state.ts';
import {
  equalVariableCharacteristics,
  missingRequired,
  REQUIRED_MISSING,
  VENDOR_CODE_TAKEN,
} from './triggers.ts';

const GROUP_SIZE_MAX = 30;
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

const TrashRequest = z.object({ nmIDs: z.array(z.int()).check(z.minLength(1), z.maxLength(1000)) });

/** The life of cards: lists, creation, change, errors, trash. */
export function registerCardsRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: { method: 'GET' | 'POST'; path: string; group: LimitGroup; isWrite?: boolean },
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        ...operation,
        path: `/content/content/v2/${operation.path}`,
        name: `content/${operation.path}`,
        category: 'content',
        shape: 'content',
        isWrite: operation.isWrite ?? false,
      },
      handle,
    );

  add({ method: 'POST', path: 'get/cards/list', group: 'content-list' }, listCards);
  add({ method: 'POST', path: 'get/cards/trash', group: 'content' }, listTrash);
  add({ method: 'POST', path: 'cards/error/list', group: 'content-errors' }, listErrors);
  add({ method: 'GET', path: 'cards/limits', group: 'content-limits' }, ({ seller }) =>
    contentAnswer({ freeLimits: seller.freeLimits, paidLimits: 0 }),
  );
  add({ method: 'POST', path: 'cards/upload', group: 'content-upload', isWrite: true }, (call) =>
    uploadCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/upload/add', group: 'content-upload-add', isWrite: true }, (call) =>
    joinCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/update', group: 'content-update', isWrite: true }, (call) =>
    updateCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/delete/trash', group: 'content-trash', isWrite: true }, (call) =>
    moveToTrash(call, true),
  );
  add({ method: 'POST', path: 'cards/recover', group: 'content-recover', isWrite: true }, (call) =>
    moveToTrash(call, false),
  );
}

function refuse(call: Call, errorText: string, additionalErrors: Record<string, string> = {}) {
  return call.reply.code(400).send(contentError(errorText, additionalErrors));
}

function listCards(call: Call) {
  const parsed = ListRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  const { cursor, filter, sort } = parsed.data.settings ?? {};
  const afterMs = readCursorTime(cursor?.updatedAt);
  if (Number.isNaN(afterMs)) return refuse(call, 'Invalid request format');
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
    cards: cards.map((card) => cardAnswer(call.seller, card)),
    cursor: {
      updatedAt: last ? new Date(last.updatedAtMs).toISOString() : '',
      nmID: last?.nmID ?? 0,
      total: cards.length,
    },
  };
}

function listTrash(call: Call) {
  const parsed = ListRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  const { cursor, filter, sort } = parsed.data.settings ?? {};
  const afterMs = readCursorTime(cursor?.trashedAt);
  if (Number.isNaN(afterMs)) return refuse(call, 'Invalid request format');
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
    cards: cards.map(trashedCardAnswer),
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

function listErrors(call: Call) {
  const parsed = ErrorListRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
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
  return contentAnswer({
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

function uploadCards(simulator: Simulator, call: Call) {
  const parsed = UploadRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  const groups = parsed.data.map(({ subjectID, variants }) =>
    variants.map((variant) => toDraft(subjectID, variant)),
  );
  const unknown = parsed.data.find(({ subjectID }) => !findSubject(subjectID));
  if (unknown) return refuse(call, 'This category does not exist', { id: String(unknown.subjectID) });
  const problem = checkVendorCodes(call.seller, groups.flat()) ?? checkGroups(groups);
  if (problem) return refuse(call, problem.errorText, problem.additionalErrors);
  for (const drafts of groups) {
    // Cards of one group share an imtID, which is decided before any of them exists.
    const imtID = drafts.length > 1 ? allocateNmID(simulator.state) : 0;
    enqueueCards(
      simulator,
      call.seller,
      call.nowMs,
      drafts.map((draft) => ({ kind: 'create', nmID: 0, imtID, draft })),
    );
  }
  return contentAnswer(null, {});
}

function joinCards(simulator: Simulator, call: Call) {
  const parsed = JoinRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  const { imtID, cardsToAdd } = parsed.data;
  const group = [...call.seller.cards.values()].filter((card) => card.imtID === imtID);
  const [first] = group;
  if (!first || group.length + cardsToAdd.length > GROUP_SIZE_MAX)
    return refuse(call, 'Invalid request format');
  const drafts = cardsToAdd.map((variant) => toDraft(first.subjectID, variant));
  const problem = checkVendorCodes(call.seller, drafts) ?? checkRequired(drafts);
  if (problem) return refuse(call, problem.errorText, problem.additionalErrors);
  enqueueCards(
    simulator,
    call.seller,
    call.nowMs,
    drafts.map((draft) => ({ kind: 'create', nmID: 0, imtID, draft })),
  );
  return contentAnswer(null, {});
}

function updateCards(simulator: Simulator, call: Call) {
  const parsed = UpdateRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  const entries = parsed.data.map((variant) => ({
    nmID: variant.nmID,
    draft: toDraft(call.seller.cards.get(variant.nmID)?.subjectID ?? 0, variant),
  }));
  if (entries.some(({ draft }) => draft.vendorCode === '')) return refuse(call, 'Invalid request format');
  const taken = entries.find(({ nmID, draft }) => isVendorCodeTaken(call.seller, draft.vendorCode, nmID));
  if (taken) return refuse(call, VENDOR_CODE_TAKEN);
  enqueueCards(
    simulator,
    call.seller,
    call.nowMs,
    entries.map(({ nmID, draft }) => ({ kind: 'update', nmID, imtID: 0, draft })),
  );
  return contentAnswer(null, {});
}

interface Problem {
  errorText: string;
  additionalErrors: Record<string, string>;
}

function checkVendorCodes(seller: Seller, drafts: CardDraft[]): Problem | undefined {
  if (drafts.some((draft) => draft.vendorCode === '')) {
    return { errorText: 'A card cannot be created without a vendorCode', additionalErrors: {} };
  }
  const isRepeated = new Set(drafts.map((draft) => draft.vendorCode)).size < drafts.length;
  if (isRepeated || drafts.some((draft) => isVendorCodeTaken(seller, draft.vendorCode))) {
    return { errorText: VENDOR_CODE_TAKEN, additionalErrors: {} };
  }
  return undefined;
}

function checkGroups(groups: CardDraft[][]): Problem | undefined {
  for (const drafts of groups) {
    if (drafts.length < 2) continue;
    const problem = checkRequired(drafts);
    if (problem) return problem;
    const equal = equalVariableCharacteristics(drafts);
    if (equal.length > 0) {
      const text = `non unique characteristics in group with ids: ${braced(equal)}`;
      return {
        errorText: 'non unique characteristics in one group',
        additionalErrors: Object.fromEntries(drafts.map((draft) => [draft.vendorCode, text])),
      };
    }
  }
  return undefined;
}

function checkRequired(drafts: CardDraft[]): Problem | undefined {
  const lacking = drafts
    .map((draft): [string, number[]] => [draft.vendorCode, missingRequired(draft).map(({ id }) => id)])
    .filter(([, ids]) => ids.length > 0);
  if (lacking.length === 0) return undefined;
  return {
    errorText: REQUIRED_MISSING,
    additionalErrors: Object.fromEntries(
      lacking.map(([vendorCode, ids]) => [
        vendorCode,
        `missing required characteristics with ids: ${braced(ids)}`,
      ]),
    ),
  };
}

function braced(ids: number[]): string {
  return ids.map((id) => `{${String(id)}}`).join(', ');
}

function moveToTrash(call: Call, isTrashing: boolean) {
  const parsed = TrashRequest.safeParse(call.body);
  if (!parsed.success) return refuse(call, 'Invalid request format');
  for (const nmID of parsed.data.nmIDs) {
    const card = call.seller.cards.get(nmID);
    if (!card || (card.trashedAtMs === null) !== isTrashing) continue;
    card.trashedAtMs = isTrashing ? call.nowMs : null;
    card.updatedAtMs = call.nowMs;
    // A card in the trash leaves its group, and keeps the new number when it comes back.
    if (isTrashing) card.imtID = nmID - 1 - (hashOf(nmID, call.nowMs) % 9_000_000);
    call.seller.version += 1;
    recordEffect(call.seller, {
      kind: isTrashing ? 'card-trashed' : 'card-recovered',
      atMs: call.nowMs,
      vendorCode: card.vendorCode,
      nmID,
      detail: '',
    });
  }
  return contentAnswer(null, {});
}
