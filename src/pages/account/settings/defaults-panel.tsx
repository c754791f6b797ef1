import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { warehouseQueries } from '#api/warehouses.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Select } from '#ui/select.tsx';
import { useSettings } from './use-settings.ts';

const MAX_DISCOUNT = 99;
const NO_GROUP = 'none';

/** What a new card begins with. */
export function DefaultsPanel() {
  const control = useSettings();
  const { data: groups } = useQuery(warehouseQueries.groups());
  if (!control) return null;
  const { settings, change } = control;
  return (
    <Panel title="Для новых карточек">
      <div className="grid gap-4 sm:grid-cols-2">
        <DiscountField
          key={settings.defaultDiscount}
          value={settings.defaultDiscount}
          onSave={(defaultDiscount) => void change({ defaultDiscount })}
        />
        <Field label="Группа складов">
          <Select
            value={String(settings.defaultWarehouseGroupId ?? NO_GROUP)}
            onChange={(id) => void change({ defaultWarehouseGroupId: id === NO_GROUP ? null : Number(id) })}
            options={groupOptions(groups, settings.defaultWarehouseGroupId)}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** Only groups that amounts are sent to; the chosen one is offered even while the list is not there. */
function groupOptions(groups: WarehouseGroup[] | undefined, chosenId: number | null) {
  const options = (groups ?? [])
    .filter(({ kind }) => kind === 'USER')
    .map(({ id, name }) => ({ value: String(id), label: name }));
  if (chosenId !== null && !options.some(({ value }) => value === String(chosenId))) {
    options.push({
      value: String(chosenId),
      label: groups ? 'Удалённая группа' : 'Выбранная группа',
    });
  }
  return [{ value: NO_GROUP, label: 'Не выбрана' }, ...options];
}

/** Saved when the field is left or Enter is pressed, not with every digit. */
function DiscountField({ value, onSave }: { value: number; onSave: (value: number) => void }) {
  const [draft, setDraft] = useState<number | null>(value);
  const isWrong = draft === null || draft < 0 || draft > MAX_DISCOUNT;
  const save = () => {
    if (!isWrong && draft !== value) onSave(draft);
  };
  return (
    <Field label="Скидка" error={isWrong ? 'Скидка — от 0 до 99\u00a0%' : undefined}>
      <NumberInput
        value={draft}
        onChange={setDraft}
        unit="%"
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
    </Field>
  );
}
