import { FloorInputs } from '#pages/cards/form/floor-inputs.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { FloorDraft } from './floor-draft.ts';

interface FloorFieldsProps {
  draft: FloorDraft;
  onChange: (draft: FloorDraft) => void;
}

/** The lowest price that the cards are to have, or none. */
export function FloorFields({ draft, onChange }: FloorFieldsProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-3">
        <Field label="Минимальная цена">
          <Select
            value={draft.action}
            onChange={(action) => onChange({ ...draft, action })}
            options={[
              { value: 'SET', label: 'Указать' },
              { value: 'CLEAR', label: 'Убрать' },
            ]}
          />
        </Field>
        {draft.action === 'SET' ? (
          <FloorInputs values={draft} onChange={(values) => onChange({ ...draft, ...values })} />
        ) : null}
      </div>
      <p className="text-sm text-muted">
        {draft.action === 'CLEAR'
          ? 'Выбранные карточки можно будет отправлять по любой цене.'
          : 'Цену со скидкой ниже минимальной Прилавок никуда не отправит. Из двух условий действует то, что выше; пустое не действует. Без себестоимости второе не действует тоже.'}
      </p>
    </div>
  );
}
