import type { CardContent } from '#contract/cards.ts';
import { tidyContent, validateContent, type FieldErrors } from '#pages/cards/form/card-validation.ts';
import {
  changedContent,
  changedFields,
  splitPrices,
  type ContentField,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';
import type { CardEditState } from './card-edit-state.ts';

export const PRICES_NEED_CONNECTION = 'Цены меняются только при связи';

/** What a press of «Сохранить» comes to. */
export interface SavePlan {
  content: CardContent;
  errors: FieldErrors;
  /** `server` for what touches prices: they never wait. */
  way: 'server' | 'device' | 'none';
  patch: ContentPatch;
  /** Prices that stay in the form, because the server cannot be reached. */
  heldBack: ContentField[];
}

export function planSave({ base, values }: CardEditState, isReachable: boolean): SavePlan {
  const content = tidyContent(values);
  const errors = validateContent(content);
  const patch = changedContent(base.content, content);
  if (hasChanges(errors) || !hasChanges(patch))
    return { content, errors, way: 'none', patch: {}, heldBack: [] };
  const { prices, rest } = splitPrices(patch);
  if (!hasChanges(prices)) return { content, errors, way: 'device', patch, heldBack: [] };
  if (isReachable) return { content, errors, way: 'server', patch, heldBack: [] };
  const heldBack = changedFields(prices);
  return {
    content,
    errors: Object.fromEntries(heldBack.map((field) => [field, PRICES_NEED_CONNECTION])),
    way: hasChanges(rest) ? 'device' : 'none',
    patch: rest,
    heldBack,
  };
}

function hasChanges(patch: object): boolean {
  return Object.keys(patch).length > 0;
}
