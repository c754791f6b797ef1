import type { WbTagChange } from '#contract/bulk-rules.ts';
import type { WbTag } from '#contract/wb-tags.ts';

/** What the form of «Ярлыки WB» holds while it is filled in. */
export interface WbTagDraft {
  shopId: number | null;
  action: WbTagChange['action'];
  /** Of that shop. */
  tags: readonly WbTag[];
}

export const EMPTY_WB_TAG_DRAFT: WbTagDraft = { shopId: null, action: 'ADD', tags: [] };

/** The change, or what is missing to it. */
export function wbTagChangeOf({ shopId, action, tags }: WbTagDraft): WbTagChange | { problem: string } {
  if (shopId === null) return { problem: 'Выберите магазин' };
  if (tags.length === 0) return { problem: 'Отметьте ярлык' };
  return { kind: 'WB_TAGS', shopId, action, tags: [...tags] };
}

export function wbTagDraftOf({ shopId, action, tags }: WbTagChange): WbTagDraft {
  return { shopId, action, tags };
}
