import * as z from 'zod/mini';
import { contentResponse, refuseContent } from '#simulator/gateway/responses.ts';
import { JoinRequest, toDraft, UpdateRequest, UploadRequest } from '#simulator/state/card-drafts.ts';
import { groupOf, GROUP_SIZE_MAX } from '#simulator/state/card-groups.ts';
import { enqueueCards, isVendorCodeTaken } from '#simulator/state/card-queue.ts';
import { findSubject } from '#simulator/reference/directory.ts';
import type { Call, Simulator } from '#simulator/gateway/gateway.ts';
import { allocateNmID } from '#simulator/state/numbering.ts';
import { hashOf } from '#simulator/state/random.ts';
import { recordEffect, type CardDraft, type Seller } from '#simulator/state/state.ts';
import {
  equalVariableCharacteristics,
  missingRequired,
  REQUIRED_MISSING,
  VENDOR_CODE_TAKEN,
} from '#simulator/state/triggers.ts';

const TrashRequest = z.object({ nmIDs: z.array(z.int()).check(z.minLength(1), z.maxLength(1000)) });

export function uploadCards(simulator: Simulator, call: Call) {
  const parsed = UploadRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const groups = parsed.data.map(({ subjectID, variants }) =>
    variants.map((variant) => toDraft(subjectID, variant)),
  );
  const unknown = parsed.data.find(({ subjectID }) => !findSubject(subjectID));
  if (unknown)
    return refuseContent(call.reply, 'This category does not exist', { id: String(unknown.subjectID) });
  const problem = checkVendorCodes(call.seller, groups.flat()) ?? checkGroups(groups);
  if (problem) return refuseContent(call.reply, problem.errorText, problem.additionalErrors);
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
  return contentResponse(null, {});
}

export function joinCards(simulator: Simulator, call: Call) {
  const parsed = JoinRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const { imtID, cardsToAdd } = parsed.data;
  const group = groupOf(call.seller, imtID);
  const [first] = group;
  if (!first || group.length + cardsToAdd.length > GROUP_SIZE_MAX)
    return refuseContent(call.reply, 'Invalid request format');
  const drafts = cardsToAdd.map((variant) => toDraft(first.subjectID, variant));
  const problem = checkVendorCodes(call.seller, drafts) ?? checkRequired(drafts);
  if (problem) return refuseContent(call.reply, problem.errorText, problem.additionalErrors);
  enqueueCards(
    simulator,
    call.seller,
    call.nowMs,
    drafts.map((draft) => ({ kind: 'create', nmID: 0, imtID, draft })),
  );
  return contentResponse(null, {});
}

export function updateCards(simulator: Simulator, call: Call) {
  const parsed = UpdateRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
  const entries = parsed.data.map((variant) => ({
    nmID: variant.nmID,
    draft: toDraft(call.seller.cards.get(variant.nmID)?.subjectID ?? 0, variant),
  }));
  if (entries.some(({ draft }) => draft.vendorCode === ''))
    return refuseContent(call.reply, 'Invalid request format');
  const taken = entries.find(({ nmID, draft }) => isVendorCodeTaken(call.seller, draft.vendorCode, nmID));
  if (taken) return refuseContent(call.reply, VENDOR_CODE_TAKEN);
  enqueueCards(
    simulator,
    call.seller,
    call.nowMs,
    entries.map(({ nmID, draft }) => ({ kind: 'update', nmID, imtID: 0, draft })),
  );
  return contentResponse(null, {});
}

export function moveToTrash(call: Call, isTrashing: boolean) {
  const parsed = TrashRequest.safeParse(call.body);
  if (!parsed.success) return refuseContent(call.reply, 'Invalid request format');
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
  return contentResponse(null, {});
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
