/**
 * One card being edited, without React: what happens to it is an event, and the state after an event follows from the
 * state before it alone. Where a save goes and what comes of it is done elsewhere, and comes back as an event.
 */
import type { Card, CardContent } from '#contract/cards.ts';
import type { CardDraft } from '#offline/drafts/card-draft.ts';
import { pick } from '#offline/outbox/three-way-merge.ts';
import { withoutFields, type FieldErrors } from '#pages/cards/form/card-validation.ts';
import {
  changedContent,
  changedFields,
  contentOf,
  mergeContent,
  type ContentField,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';

/** What the form's changes are counted from. */
export interface CardBase {
  /** The card with what already waits on this device. */
  content: CardContent;
  /** Without it: what a save straight to the server is made on. */
  onServer: CardContent;
  version: number;
}

/** Others changed what a save was to change, and nothing but this form holds that save. */
export interface CardConflict {
  fields: ContentField[];
  base: CardContent;
  /** What was to be saved. */
  patch: ContentPatch;
  theirs: Card;
}

export interface CardEditState {
  base: CardBase;
  /** What the form holds. */
  values: CardContent;
  errors: FieldErrors;
  isSaving: boolean;
  conflict: CardConflict | null;
  /** The question about what waits on this device is on the screen. */
  isWaitingConflictOpen: boolean;
}

export type CardEditEvent =
  /** A card came: a fresher one, or with other things waiting. */
  | { type: 'shown'; base: CardBase }
  | { type: 'typed'; patch: ContentPatch }
  | { type: 'taken back' }
  | { type: 'restored'; draft: CardDraft }
  | { type: 'checked'; content: CardContent; errors: FieldErrors }
  | { type: 'saving' }
  /** The server has `patch` as part of `card`. */
  | { type: 'saved'; card: Card; patch: ContentPatch }
  /** This device has `patch`; `isConflict` when a person has to choose before the server gets it. */
  | { type: 'kept'; patch: ContentPatch; isConflict: boolean }
  /** Neither has it. */
  | { type: 'refused'; errors?: FieldErrors }
  | { type: 'asked'; conflict: CardConflict }
  | { type: 'chosen'; mineFields: readonly string[] }
  | { type: 'waiting conflict opened' }
  | { type: 'conflict closed' };

export function startCardEdit(base: CardBase): CardEditState {
  const values = base.content;
  return { base, values, errors: {}, isSaving: false, conflict: null, isWaitingConflictOpen: false };
}

/** The same object when the event changes nothing. */
export function reduceCardEdit(state: CardEditState, event: CardEditEvent): CardEditState {
  switch (event.type) {
    case 'shown':
      return withShown(state, event.base);
    case 'typed':
      return {
        ...state,
        values: { ...state.values, ...event.patch },
        errors: withoutFields(state.errors, Object.keys(event.patch)),
      };
    case 'taken back':
      return { ...state, values: state.base.content, errors: {} };
    case 'restored':
      return withDraft(state, event.draft);
    case 'checked':
      return { ...state, values: event.content, errors: event.errors };
    case 'saving':
      return { ...state, isSaving: true };
    case 'saved':
      return withSaved(state, event.card, event.patch);
    case 'kept':
      return {
        ...state,
        isSaving: false,
        base: { ...state.base, content: { ...state.base.content, ...event.patch } },
        isWaitingConflictOpen: event.isConflict,
      };
    case 'refused':
      return { ...state, isSaving: false, errors: event.errors ?? state.errors };
    case 'asked':
      return { ...state, isSaving: false, conflict: event.conflict };
    case 'chosen':
      return withChoice(state, event.mineFields);
    case 'waiting conflict opened':
      return { ...state, isWaitingConflictOpen: true };
    case 'conflict closed':
      return { ...state, conflict: null, isWaitingConflictOpen: false };
  }
}

/**
 * Joins what does not touch my changes. What does leaves the base as it is, version and all: a save from there is
 * answered with the conflict, and nothing of theirs is overwritten unasked.
 */
function withShown(state: CardEditState, base: CardBase): CardEditState {
  const { base: old, values } = state;
  if (state.isSaving || state.conflict !== null || base.version < old.version) return state;
  const isNews =
    base.version > old.version || changedFields(changedContent(old.content, base.content)).length > 0;
  if (!isNews) return state;
  const { merged, conflicts } = mergeContent(old.content, values, base.content);
  return conflicts.length > 0 ? state : { ...state, base, values: merged };
}

/** A draft was typed over a card of its time: what others have changed since must not be undone by it. */
function withDraft(state: CardEditState, draft: CardDraft): CardEditState {
  const { content, onServer, version } = state.base;
  return {
    ...state,
    base: {
      content: { ...content, ...draft.base },
      onServer: { ...onServer, ...draft.base },
      version: Math.min(version, draft.version),
    },
    values: { ...state.values, ...draft.patch },
  };
}

/** What was typed while the save was on its way stays typed. */
function withSaved(state: CardEditState, card: Card, patch: ContentPatch): CardEditState {
  const content = contentOf(card);
  const typedSince = changedContent({ ...state.base.content, ...patch }, state.values);
  return {
    ...state,
    isSaving: false,
    base: { content, onServer: content, version: card.version },
    values: { ...content, ...typedSince },
    errors: {},
  };
}

/** Theirs, with every change of mine that was not given up. */
function withChoice(state: CardEditState, mineFields: readonly string[]): CardEditState {
  if (state.conflict === null) return state;
  const theirs = contentOf(state.conflict.theirs);
  const givenUp = givenUpFields(state.conflict, mineFields);
  const mine = changedContent(state.base.content, state.values);
  const kept = changedFields(mine).filter((field) => !givenUp.includes(field));
  return {
    ...state,
    base: { content: theirs, onServer: theirs, version: state.conflict.theirs.version },
    values: { ...theirs, ...pick(mine, kept) },
    conflict: null,
  };
}

/** What a choice leaves to be saved. */
export function chosenPatch(conflict: CardConflict, mineFields: readonly string[]): ContentPatch {
  const theirs = contentOf(conflict.theirs);
  const givenUp = givenUpFields(conflict, mineFields);
  const kept = changedFields(conflict.patch).filter((field) => !givenUp.includes(field));
  return changedContent(theirs, { ...theirs, ...pick(conflict.patch, kept) });
}

function givenUpFields({ fields }: CardConflict, mineFields: readonly string[]): ContentField[] {
  return fields.filter((field) => !mineFields.includes(field));
}
