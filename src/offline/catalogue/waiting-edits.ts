import { z } from 'zod/mini';
import { waitingFields, waitingRowFields } from '#offline/outbox/overlay.ts';
import { recordsOf, type OutboxContent } from '#offline/outbox/outbox-record.ts';
import type { WaitingRow } from './waiting-rows.ts';

const tagsSchema = z.array(z.string());

/** What waits of the cards that the server knows; new ones stand above the list. */
export function waitingRowsOf(outbox: OutboxContent): WaitingRow[] {
  const cards = outbox.records.filter(({ entity, entityId }) => entity === 'card' && entityId > 0);
  return [...new Set(cards.map(({ entityId }) => entityId))].map((id) => {
    const records = recordsOf(outbox, { entity: 'card', entityId: id });
    const tags = tagsSchema.safeParse(waitingFields(records)['tags']);
    return { id, ...waitingRowFields(records), ...(tags.success && { tags: tags.data }) };
  });
}
