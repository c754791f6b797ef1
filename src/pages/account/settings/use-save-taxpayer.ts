import { useState } from 'react';
import type { Taxpayer } from '#contract/taxpayers.ts';
import { recordsOf, type OutboxContent } from '#offline/outbox/outbox-record.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { waitingFields } from '#offline/outbox/overlay.ts';
import { tellSaved, tellSaveFailure } from '#parts/outbox/tell-saved.ts';

export type TaxpayerValues = Pick<Taxpayer, 'name' | 'shopIds' | 'taxRates'>;

interface TaxpayerSaver {
  /** True when the server or this device has taken it. */
  save: (taxpayer: Taxpayer, values: TaxpayerValues) => Promise<boolean>;
  isSaving: boolean;
}

/** Changes go through the outbox, as all settings do: they wait for a connection. */
export function useSaveTaxpayer(): TaxpayerSaver {
  const [isSaving, setSaving] = useState(false);
  return {
    isSaving,
    async save(taxpayer, values) {
      setSaving(true);
      try {
        const result = await outbox.enqueue({
          entity: 'taxpayer',
          entityId: taxpayer.id,
          kind: 'update',
          title: values.name,
          baseVersion: taxpayer.version,
          ...differences(taxpayer, values),
        });
        tellSaved(result, 'Налог сохранён. Прибыль пересчитается');
        // Refused while whoever made it looks on: it is corrected here, not in the list of what waits.
        if (result.status === 'rejected') await outbox.discard(result.record.id);
        return result.status !== 'rejected' && result.status !== 'failed';
      } catch (error) {
        tellSaveFailure(error, 'Не удалось сохранить налог');
        return false;
      } finally {
        setSaving(false);
      }
    },
  };
}

/** Only what differs, so that a change made elsewhere to the rest is kept. */
function differences(taxpayer: Taxpayer, values: TaxpayerValues) {
  const fields = (['name', 'shopIds', 'taxRates'] as const).filter(
    (field) => JSON.stringify(taxpayer[field]) !== JSON.stringify(values[field]),
  );
  const pick = (from: TaxpayerValues) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  return { patch: pick(values), base: pick(taxpayer) };
}

/** With what waits on this device. A shop that one of them takes is not the others'. */
export function withWaitingTaxpayers(all: readonly Taxpayer[], content: OutboxContent): Taxpayer[] {
  const shown = all.map((one) => {
    const waiting = waitingFields(recordsOf(content, { entity: 'taxpayer', entityId: one.id }));
    return { taxpayer: { ...one, ...(waiting as Partial<TaxpayerValues>) }, waiting };
  });
  const taken = new Map(
    shown.flatMap(({ taxpayer, waiting }) =>
      'shopIds' in waiting ? taxpayer.shopIds.map((shopId) => [shopId, taxpayer.id] as const) : [],
    ),
  );
  const everyShop = all.flatMap(({ shopIds }) => shopIds);
  const others = shown.map(({ taxpayer }) => ({
    ...taxpayer,
    shopIds: taxpayer.shopIds.filter((shopId) => (taken.get(shopId) ?? taxpayer.id) === taxpayer.id),
  }));
  const owned = new Set(others.flatMap((one) => (one.isDefault ? [] : one.shopIds)));
  return others.map((one) =>
    one.isDefault ? { ...one, shopIds: everyShop.filter((shopId) => !owned.has(shopId)) } : one,
  );
}
