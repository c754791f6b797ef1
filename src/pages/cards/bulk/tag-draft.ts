import type { CharacteristicAction, TagChange } from '#contract/bulk-rules.ts';
import { characterCount, TAG_MAX_LENGTH } from '#contract/card-rules.ts';

/** What the form of tags holds while it is filled in. */
export interface TagDraft {
  action: CharacteristicAction;
  tags: string[];
}

export const EMPTY_TAG_DRAFT: TagDraft = { action: 'ADD', tags: [] };

/** The change, or what is missing to it. */
export function tagChangeOf({ action, tags }: TagDraft): TagChange | { problem: string } {
  if (action === 'CLEAR') return { kind: 'TAGS', action, tags: [] };
  if (tags.length === 0) return { problem: 'Укажите ярлык' };
  if (tags.some(isLongTag)) return { problem: `Ярлык — не длиннее ${TAG_MAX_LENGTH} символов` };
  return { kind: 'TAGS', action, tags };
}

export function tagDraftOf({ action, tags }: TagChange): TagDraft {
  return { action, tags };
}

export function isLongTag(tag: string): boolean {
  return characterCount(tag) > TAG_MAX_LENGTH;
}
