import { useQueryClient } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { cardChanged, useUpdateCard } from '#api/one-card.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import { useIsReachable } from '#offline/connection/connectivity.ts';
import { cardDraftKey, cardDraftSchema, type CardDraft } from '#offline/drafts/card-draft.ts';
import { useDraft, type DraftControl } from '#offline/drafts/use-draft.ts';
import type { Fields, OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { withWaitingContent } from '#offline/outbox/overlay.ts';
import { pick } from '#offline/outbox/three-way-merge.ts';
import { useEntityOutbox, type EntityOutbox } from '#offline/outbox/use-outbox.ts';
import type { FieldErrors } from '#pages/cards/form/card-validation.ts';
import {
  changedContent,
  changedFields,
  contentOf,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';
import { showToast } from '#ui/toast-store.ts';
import {
  chosenPatch,
  reduceCardEdit,
  startCardEdit,
  type CardEditEvent,
  type CardEditState,
} from './card-edit-state.ts';
import { createServerSaver } from './save-on-server.ts';
import {
  planSave,
  PRICES_NEED_CONNECTION,
  resolveWaiting,
  saveOnDevice,
  type SavePlan,
} from './save-card.ts';

/** Two people changed the same fields. */
interface Conflict {
  fields: readonly string[];
  base: Fields;
  mine: Fields;
  theirs: Fields;
}

export interface CardEditor {
  values: CardContent;
  errors: FieldErrors;
  isDirty: boolean;
  /** Something is typed that is neither on the server nor on this device. */
  isUnsaved: boolean;
  isSaving: boolean;
  /** What is on this device and not on the server yet. */
  waiting: EntityOutbox;
  draft: DraftControl<CardDraft>;
  restoreDraft: (draft: CardDraft) => void;
  conflict: Conflict | null;
  change: (patch: ContentPatch) => void;
  /** Resolves with whether the server has all of it. */
  save: () => Promise<boolean>;
  /** Takes back what is not saved. */
  reset: () => void;
  openConflict: () => void;
  closeConflict: () => void;
  resolveConflict: (mineFields: string[]) => void;
}

/**
 * One card being edited: joins its state with what arrives, with its draft and with the two ways of a save. `onWrong` hears
 * what a press of «Сохранить» found wrong in the form; nothing has been sent then.
 */
export function useCardEditor(card: Card, onWrong: (errors: FieldErrors) => void): CardEditor {
  const waiting = useEntityOutbox('card', card.id);
  const onServer = contentOf(card);
  const shown = { content: withWaitingContent(onServer, waiting.records), onServer, version: card.version };
  const [state, dispatch] = useReducer(reduceCardEdit, shown, startCardEdit);
  const news = { type: 'shown', base: shown } as const;
  if (reduceCardEdit(state, news) !== state) dispatch(news);

  const { base, values, isSaving } = state;
  const dirty = changedContent(base.content, values);
  const isDirty = changedFields(dirty).length > 0;
  // A save on its way is stored already: leaving then loses nothing, though the server has not answered yet.
  const notStored = changedContent(shown.content, values);
  const value = { patch: dirty, base: pick(base.content, changedFields(dirty)), version: base.version };
  const draft = useDraft({ key: cardDraftKey(card.id), value, schema: cardDraftSchema, isDirty });

  const isReachable = useIsReachable();
  const saveOnServer = useServerSaver(card.id);
  const run = async (save: Promise<CardEditEvent>) => {
    dispatch({ type: 'saving' });
    const event = await save;
    dispatch(event);
    return event.type === 'saved';
  };
  const waitingRecord = waiting.records.find((record) => record.state === 'conflict');

  return {
    values,
    errors: state.errors,
    isDirty,
    isUnsaved: changedFields(dirty).some((field) => field in notStored),
    isSaving,
    waiting,
    draft,
    conflict: conflictOf(state, waitingRecord),
    restoreDraft: (restored) => dispatch({ type: 'restored', draft: restored }),
    change: (patch) => dispatch({ type: 'typed', patch }),
    reset: () => dispatch({ type: 'taken back' }),
    openConflict: () => dispatch({ type: 'waiting conflict opened' }),
    closeConflict: () => dispatch({ type: 'conflict closed' }),
    save: async () => {
      const plan = planSave(state, isReachable);
      const { content, errors, way, patch, heldBack } = plan;
      dispatch({ type: 'checked', content, errors });
      if (isSaving) return false;
      if (heldBack.length > 0) {
        showToast({ type: 'warning', text: `${PRICES_NEED_CONNECTION}: они не сохранены` });
      }
      const toServer = () => saveOnServer({ base: base.onServer, version: base.version, patch });
      if (way === 'server') return await run(toServer());
      if (way === 'device') return await run(saveOnDevice(editOf(card, state, plan), toServer));
      if (heldBack.length === 0) onWrong(errors);
      return Object.keys(errors).length === 0;
    },
    resolveConflict: (mineFields) => {
      if (state.conflict) {
        const { theirs } = state.conflict;
        const patch = chosenPatch(state.conflict, mineFields);
        dispatch({ type: 'chosen', mineFields });
        if (changedFields(patch).length === 0) return;
        void run(saveOnServer({ base: contentOf(theirs), version: theirs.version, patch }));
      } else if (waitingRecord) {
        dispatch({ type: 'conflict closed' });
        void run(resolveWaiting(waitingRecord, mineFields));
      }
    },
  };
}

function useServerSaver(id: number) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useUpdateCard();
  const [saver] = useState(() =>
    createServerSaver({
      send: (request) => mutateAsync({ id, ...request }),
      show: (theirs) => void cardChanged(queryClient, theirs),
    }),
  );
  return saver;
}

function conflictOf(
  { conflict, isWaitingConflictOpen }: CardEditState,
  waiting: OutboxRecord | undefined,
): Conflict | null {
  if (conflict) return { ...conflict, mine: conflict.patch };
  if (!isWaitingConflictOpen || !waiting?.conflict) return null;
  const { fields, theirs } = waiting.conflict;
  return { fields, theirs, base: waiting.base, mine: waiting.patch };
}

function editOf(card: Card, { base }: CardEditState, { content, patch }: SavePlan) {
  return {
    entity: 'card' as const,
    entityId: card.id,
    kind: 'update' as const,
    title: content.title || content.vendorCode,
    baseVersion: base.version,
    patch,
    base: pick(base.content, changedFields(patch)),
    whole: { ...base.content, subjectName: card.subjectName },
  };
}
