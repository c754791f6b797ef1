import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { warehouseQueries } from '#api/warehouses.ts';
import { warehouseGroupKinds, type WarehouseGroupKind } from '#contract/warehouse-group-kinds.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { useDraft } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { countOf } from '#lib/plurals.ts';
import { nameErrorOf } from '#pages/account/name-error.ts';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useSaveGroup } from './use-save-group.ts';
import { kindHints, kindLabels } from './warehouse-facts.ts';
import { WarehouseChoice } from './warehouse-choice.tsx';

interface GroupDialogProps {
  /** Null for a new one. */
  group: WarehouseGroup | null;
  onClose: () => void;
}

const draftSchema = z.object({
  name: z.string(),
  kind: z.enum(warehouseGroupKinds),
  warehouseIds: z.array(z.int()),
});

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const [initial] = useState(() => valuesOf(group));
  const [name, setName] = useState(initial.name);
  const [kind, setKind] = useState<WarehouseGroupKind>(initial.kind);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(initial.warehouseIds));
  const [hasTried, setTried] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const warehouses = useQuery(warehouseQueries.list());
  const { save, isSaving } = useSaveGroup();

  const cleanName = stripLineBreaks(name);
  const nameError = nameErrorOf(cleanName);
  const choiceError = chosen.size === 0 ? 'Выберите хотя бы один склад' : undefined;

  const typed = { name, kind, warehouseIds: inOrder([...chosen]) };
  const isDirty = JSON.stringify(typed) !== JSON.stringify(initial);
  const draft = useDraft({
    key: `group:${group?.id ?? 'new'}`,
    value: typed,
    schema: draftSchema,
    isDirty,
  });
  const isKeptAsDraft = userDrafts() !== undefined && !draft.hasFailed;

  const submit = () => {
    setTried(true);
    if (nameError || choiceError || isSaving) return;
    void save(group, { ...typed, name: cleanName }).then((isSaved) => {
      if (!isSaved) return;
      draft.settle();
      onClose();
    });
  };
  const leave = () => (isDirty ? setLeaving(true) : onClose());

  return (
    <Dialog
      open
      onClose={leave}
      isDismissible={!isSaving}
      onSubmit={submit}
      title={group ? `Группа «${group.name}»` : 'Новая группа складов'}
      footer={
        <>
          <span className="mr-auto self-center text-sm text-muted" aria-live="polite">
            Выбрано: {countOf(chosen.size, ['склад', 'склада', 'складов'])}
          </span>
          <Button onClick={leave}>Отмена</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {group ? 'Сохранить' : 'Создать группу'}
          </Button>
        </>
      }
    >
      <DraftNotice
        draft={draft}
        onRestore={(restored) => {
          setName(restored.name);
          setKind(restored.kind);
          setChosen(new Set(restored.warehouseIds));
        }}
      />
      <div className="flex flex-col gap-5">
        <Field label="Название" error={hasTried ? nameError : undefined} isRequired>
          <TextInput value={name} onChange={setName} />
        </Field>
        <RadioGroup
          label="Для чего группа"
          value={kind}
          onChange={setKind}
          options={[...warehouseGroupKinds].reverse().map((value) => ({
            value,
            label: kindLabels[value],
            hint: kindHints[value],
          }))}
        />
        <WarehouseChoice
          query={warehouses}
          chosen={chosen}
          onChange={setChosen}
          error={hasTried ? choiceError : undefined}
        />
      </div>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={onClose}
        isDangerous
        title="Закрыть без сохранения?"
        confirmLabel="Не сохранять"
        cancelLabel="Остаться"
      >
        {isKeptAsDraft
          ? 'Изменения не сохранены. Они останутся черновиком на этом устройстве.'
          : 'Изменения не сохранены и пропадут.'}
      </ConfirmDialog>
      <UnsavedGuard isDirty={isDirty && !isSaving} isKeptAsDraft={isKeptAsDraft} />
    </Dialog>
  );
}

function valuesOf(group: WarehouseGroup | null) {
  return {
    name: group?.name ?? '',
    kind: group?.kind ?? ('USER' as const),
    warehouseIds: inOrder(group?.warehouses.map(({ id }) => id) ?? []),
  };
}

function inOrder(ids: number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}
