import { z } from 'zod/mini';
import { waitingFields, waitingRowFields } from '#offline/outbox/overlay.ts';
import { recordsOf, type OutboxContent } from '#offline/outbox/outbox-record.ts';
import type { WaitingRow } from './waiting-rows.ts';

const tagsSchema = z.array(z.string());
const subjectSchema = z.int().check(z.positive());

/** What shops are told of a card, and compared by (`facts_for_shop` of the server). */
const SHOP_FIELDS = new Set([
  'title',
  'description',
  'shopTexts',
  'brand',
  'dimensions',
  'characteristics',
  'sizes',
  'photos',
  'video',
  'priceKopecks',
  'discount',
  'clubDiscount',
]);

/** What waits of the cards that the server knows; new ones stand above the list. */
export function waitingRowsOf(outbox: OutboxContent): WaitingRow[] {
  const cards = outbox.records.filter(({ entity, entityId }) => entity === 'card' && entityId > 0);
  return [...new Set(cards.map(({ entityId }) => entityId))].map((id) => {
    const records = recordsOf(outbox, { entity: 'card', entityId: id });
    const fields = waitingFields(records);
    const tags = tagsSchema.safeParse(fields['tags']);
    const subjectId = subjectSchema.safeParse(fields['subjectId']);
    return {
      id,
      ...waitingRowFields(records),
      ...(tags.success && { tags: tags.data }),
      ...(subjectId.success && { subjectId: subjectId.data }),
      editedAtMs: Math.max(...records.map(({ createdAt }) => createdAt)),
      isOfShops: Object.keys(fields).some((name) => SHOP_FIELDS.has(name)),
    };
  });
}
