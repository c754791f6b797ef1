import { useState } from 'react';
import type { WarehouseGroupKind } from '#contract/warehouse-group-kinds.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { isTemporaryId, type Edit } from '#offline/outbox/outbox-record.ts';
import { newTemporaryId } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { tellSaved, tellSaveFailure } from '#parts/outbox/tell-saved.ts';

interface GroupValues {
  name: string;
  kind: WarehouseGroupKind;
  /** In ascending order. */
  warehouseIds: number[];
}

interface GroupSaver {
  /** True when the server or this device has taken it; the dialog may then go. */
  save: (group: WarehouseGroup | null, values: GroupValues) => Promise<boolean>;
  remove: (group: WarehouseGroup) => Promise<void>;
  isSaving: boolean;
}

/** Creates, changes and deletes groups through the outbox, so that all of it works without a connection too. */
export function useSaveGroup(): GroupSaver {
  const [isSaving, setSaving] = useState(false);

  const run = async (
    edit: Pick<Edit, 'entityId' | 'kind' | 'title' | 'baseVersion' | 'patch' | 'base'>,
    done: string,
  ) => {
    setSaving(true);
    try {
      const result = await outbox.enqueue({ entity: 'warehouseGroup', ...edit });
      tellSaved(result, done);
      // Refused while whoever made it looks on: they correct it in the dialog, not in the list of what waits.
      if (result.status === 'rejected') await outbox.discard(result.record.id);
      return result.status !== 'rejected' && result.status !== 'failed';
    } catch (error) {
      tellSaveFailure(error, 'Не удалось сохранить группу складов');
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    isSaving,
    save(group, values) {
      if (group) return run(updateOf(group, values), 'Группа сохранена');
      const created = { entityId: newTemporaryId(), kind: 'create' as const, baseVersion: null };
      return run({ ...created, title: values.name, patch: { ...values }, base: {} }, 'Группа создана');
    },
    async remove(group) {
      await run(
        { ...targetOf(group), kind: 'delete', title: group.name, patch: {}, base: {} },
        'Группа удалена',
      );
    },
  };
}

/** Only what differs, so that a change made elsewhere to the rest is kept. */
function updateOf(group: WarehouseGroup, values: GroupValues) {
  const before: GroupValues = {
    name: group.name,
    kind: group.kind,
    warehouseIds: group.warehouses.map(({ id }) => id).toSorted((one, other) => one - other),
  };
  const changed = (Object.keys(before) as (keyof GroupValues)[]).filter(
    (field) => String(before[field]) !== String(values[field]),
  );
  const pick = (from: GroupValues) => Object.fromEntries(changed.map((field) => [field, from[field]]));
  return {
    ...targetOf(group),
    kind: 'update' as const,
    title: values.name,
    patch: pick(values),
    base: pick(before),
  };
}

/** A group that the server has not seen yet has no version. */
function targetOf({ id, version }: WarehouseGroup) {
  return { entityId: id, baseVersion: isTemporaryId(id) ? null : version };
}
