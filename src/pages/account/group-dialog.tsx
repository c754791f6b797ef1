import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateWarehouseGroup, useUpdateWarehouseGroup, warehouseQueries } from '#api/warehouses.ts';
import { warehouseGroupKinds, type WarehouseGroup, type WarehouseGroupKind } from '#contract/warehouses.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { kindHints, kindLabels } from './warehouse-facts.ts';
import { WarehouseChoice } from './warehouse-choice.tsx';

interface GroupDialogProps {
  /** Null for a new one. */
  group: WarehouseGroup | null;
  onClose: () => void;
}

const MAX_NAME = 100;

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [kind, setKind] = useState<WarehouseGroupKind>(group?.kind ?? 'USER');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(group?.warehouses.map(({ id }) => id)),
  );
  const [hasTried, setTried] = useState(false);
  const warehouses = useQuery(warehouseQueries.list());
  const create = useCreateWarehouseGroup();
  const update = useUpdateWarehouseGroup();
  const isSaving = create.isPending || update.isPending;

  const cleanName = stripLineBreaks(name);
  const nameError =
    cleanName === ''
      ? 'Укажите название'
      : cleanName.length > MAX_NAME
        ? 'Не длиннее 100 символов'
        : undefined;
  const choiceError = chosen.size === 0 ? 'Выберите хотя бы один склад' : undefined;

  const submit = () => {
    setTried(true);
    if (nameError || choiceError || isSaving) return;
    const body = { name: cleanName, kind, warehouseIds: [...chosen] };
    const idempotencyKey = crypto.randomUUID();
    const onSuccess = () => {
      showToast({ type: 'success', text: group ? 'Группа сохранена' : 'Группа создана' });
      onClose();
    };
    if (group) update.mutate({ id: group.id, version: group.version, body, idempotencyKey }, { onSuccess });
    else create.mutate({ body, idempotencyKey }, { onSuccess });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!isSaving}
      onSubmit={submit}
      title={group ? `Группа «${group.name}»` : 'Новая группа складов'}
      footer={
        <>
          <span className="mr-auto self-center text-sm text-muted" aria-live="polite">
            Выбрано: {countOf(chosen.size, ['склад', 'склада', 'складов'])}
          </span>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {group ? 'Сохранить' : 'Создать группу'}
          </Button>
        </>
      }
    >
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
    </Dialog>
  );
}
