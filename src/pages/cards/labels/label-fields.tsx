import { labelFields, MAX_LABEL_COPIES, type LabelField, type LabelSettings } from '#contract/labels.ts';
import type { ProfileShop } from '#contract/users.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';

const FORMATS: readonly { value: LabelSettings['format']; label: string }[] = [
  { value: 'ROLL_58_40', label: 'Лента 58 × 40 мм' },
  { value: 'ROLL_58_30', label: 'Лента 58 × 30 мм' },
  { value: 'ROLL_43_25', label: 'Лента 43 × 25 мм' },
  { value: 'SHEET_24_70_37', label: 'Лист A4: 24 по 70 × 37 мм' },
  { value: 'SHEET_40_52_30', label: 'Лист A4: 40 по 52,5 × 29,7 мм' },
  { value: 'SHEET_65_38_21', label: 'Лист A4: 65 по 38 × 21,2 мм' },
];

const CODES: readonly { value: LabelSettings['code']; label: string }[] = [
  { value: 'CODE_128', label: 'Code 128' },
  { value: 'EAN_13', label: 'EAN-13' },
  { value: 'QR', label: 'QR' },
];

const FIELDS: Record<LabelField, string> = {
  TITLE: 'Наименование',
  VENDOR_CODE: 'Артикул продавца',
  SIZE: 'Размер',
  COLOR: 'Цвет',
  NM_ID: 'Артикул WB',
};

const NO_SHOP = 'none';

/** What is typed: no number of copies while the field is empty. */
export type LabelDraft = Omit<LabelSettings, 'count'> & {
  count: { kind: 'EACH'; copies: number | null } | { kind: 'STOCK' };
};

/** The settings, or why the number of copies is none. */
export function settingsOf(draft: LabelDraft): LabelSettings | { problem: string } {
  const { count } = draft;
  if (count.kind === 'STOCK') return { ...draft, count };
  const { copies } = count;
  if (copies === null || copies < 0 || copies > MAX_LABEL_COPIES) {
    return { problem: 'Этикеток на баркод — от 0 до 1000' };
  }
  return { ...draft, count: { kind: 'EACH', copies } };
}

interface LabelFieldsProps {
  draft: LabelDraft;
  onChange: (draft: LabelDraft) => void;
  shops: readonly ProfileShop[];
}

export function LabelFields({ draft, onChange, shops }: LabelFieldsProps) {
  const change = (changed: Partial<LabelDraft>) => onChange({ ...draft, ...changed });
  const { count, fields } = draft;
  const problem = settingsOf(draft);
  return (
    <>
      <Field label="Бумага">
        <Select value={draft.format} options={FORMATS} onChange={(format) => change({ format })} />
      </Field>
      <div>
        <p className="mb-1.5 font-medium" aria-hidden>
          Код
        </p>
        <Segmented label="Код" value={draft.code} options={CODES} onChange={(code) => change({ code })} />
      </div>
      <fieldset>
        <legend className="mb-1.5 font-medium">На этикетке</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {labelFields.map((field) => (
            <Checkbox
              key={field}
              label={FIELDS[field]}
              checked={fields.includes(field)}
              onChange={(isOn) =>
                change({
                  fields: labelFields.filter((one) => (one === field ? isOn : fields.includes(one))),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Field label="Магазин">
        <Select
          value={draft.shopId === null ? NO_SHOP : String(draft.shopId)}
          options={[
            { value: NO_SHOP, label: 'Не указывать' },
            ...shops.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(value) => change({ shopId: value === NO_SHOP ? null : Number(value) })}
        />
      </Field>
      <div>
        <p className="mb-1.5 font-medium" aria-hidden>
          Сколько
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <Segmented
            label="Сколько"
            value={count.kind}
            options={[
              { value: 'EACH', label: 'Поровну' },
              { value: 'STOCK', label: 'По остатку' },
            ]}
            onChange={(kind) => change({ count: kind === 'EACH' ? { kind, copies: 1 } : { kind } })}
          />
          {count.kind === 'EACH' ? (
            <NumberInput
              aria-label="Этикеток на баркод"
              className="w-28"
              value={count.copies}
              onChange={(copies) => change({ count: { kind: 'EACH', copies } })}
              unit="шт."
              isInvalid={'problem' in problem}
            />
          ) : null}
        </div>
        <p className="mt-1.5 text-sm text-muted">{countHint(draft)}</p>
      </div>
    </>
  );
}

function countHint({ count, shopId }: LabelDraft): string {
  if (count.kind === 'EACH') {
    return count.copies === 0
      ? 'Только у баркодов, которым указано своё число.'
      : 'Столько этикеток у каждого баркода.';
  }
  return shopId === null
    ? 'Сколько штук размера на складах всех магазинов.'
    : 'Сколько штук размера на складах этого магазина.';
}
