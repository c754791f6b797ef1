import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { warehouseQueries } from '#api/warehouses.ts';
import { warehouseGroupKinds, type WarehouseGroup, type WarehouseGroupKind } from '#contract/warehouses.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
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

const MAX_NAME = 100;

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [kind, setKind] = useState<WarehouseGroupKind>(group?.kind ?? 'USER');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(group?.warehouses.map(({ id }) => id)),
  );
  const [hasTried, setTried] = useState(false);
  const warehouses = useQuery(warehouseQueries.list());
  const { save, isSaving } = useSaveGroup();

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
    const values = { name: cleanName, kind, warehouseIds: [...chosen].toSorted((one, other) => one - other) };
    void save(group, values).then((isSaved) => {
      if (isSaved) onClose();
    });
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
