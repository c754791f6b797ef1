import { z } from 'zod/mini';
import { waitingFields } from '#offline/outbox/overlay.ts';
import { recordsOf, type OutboxContent } from '#offline/outbox/outbox-record.ts';
import type { WaitingRow } from './waiting-rows.ts';

/** Fields of an edit that a row of the list has; one that is not of its kind is passed over. */
const shown = {
  title: z.string(),
  vendorCode: z.string(),
  brand: z.string(),
  costPriceKopecks: z.nullable(z.int()),
  tags: z.array(z.string()),
};
const photosSchema = z.array(z.string());

/** What waits of the cards that the server knows; new ones stand above the list. */
export function waitingRowsOf(outbox: OutboxContent): WaitingRow[] {
  const cards = outbox.records.filter(({ entity, entityId }) => entity === 'card' && entityId > 0);
  return [...new Set(cards.map(({ entityId }) => entityId))].map((id) => {
    const fields = waitingFields(recordsOf(outbox, { entity: 'card', entityId: id }));
    const known = Object.entries(shown).flatMap(([name, schema]) => {
      const parsed = schema.safeParse(fields[name]);
      return parsed.success ? [[name, parsed.data]] : [];
    });
    const photos = photosSchema.safeParse(fields['photos']);
    // Each value has been parsed as what its name says.
    return {
      id,
      ...Object.fromEntries(known),
      ...(photos.success && { photo: photos.data[0] ?? null }),
    } as WaitingRow;
  });
}
