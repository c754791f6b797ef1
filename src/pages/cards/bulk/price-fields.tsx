import { priceEndings } from '#contract/bulk-edits.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { ENDING_LABELS } from './change-text.ts';
import type { CostDraft, PriceDraft } from './price-draft.ts';

const PRICE_ACTIONS: { value: PriceDraft['priceAction']; label: string; unit: string }[] = [
  { value: 'KEEP', label: 'Не менять', unit: '' },
  { value: 'SET', label: 'Сделать', unit: '₽' },
  { value: 'UP_PERCENT', label: 'Поднять на', unit: '%' },
  { value: 'DOWN_PERCENT', label: 'Снизить на', unit: '%' },
  { value: 'UP_ROUBLES', label: 'Поднять на', unit: '₽' },
  { value: 'DOWN_ROUBLES', label: 'Снизить на', unit: '₽' },
  { value: 'TIMES', label: 'Умножить на', unit: '×' },
];

const DISCOUNT_ACTIONS = [
  { value: 'KEEP', label: 'Не менять' },
  { value: 'SET', label: 'Сделать' },
  { value: 'UP', label: 'Увеличить на' },
  { value: 'DOWN', label: 'Уменьшить на' },
] as const;

const ACTION_OPTIONS = PRICE_ACTIONS.map(({ value, label, unit }) => ({
  value,
  label: unit === '' ? label : `${label}, ${unit}`,
}));

const unitOf = (action: PriceDraft['priceAction']) =>
  PRICE_ACTIONS.find(({ value }) => value === action)?.unit ?? '';

interface CostPriceFieldsProps {
  draft: CostDraft;
  onChange: (draft: CostDraft) => void;
}

/** What is to become of the cost price. */
export function CostPriceFields({ draft, onChange }: CostPriceFieldsProps) {
  const unit = unitOf(draft.priceAction);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
        <Field label="Себестоимость">
          <Select
            value={draft.priceAction}
            onChange={(action) => {
              if (action !== 'KEEP') onChange({ priceAction: action, priceAmount: null });
            }}
            options={ACTION_OPTIONS.filter(({ value }) => value !== 'KEEP')}
          />
        </Field>
        <Field label={unit === '×' ? 'Во сколько раз' : 'Сколько'}>
          <NumberInput
            data-autofocus
            value={draft.priceAmount}
            onChange={(priceAmount) => onChange({ ...draft, priceAmount })}
            maxDigits={2}
            unit={unit}
          />
        </Field>
      </div>
      <p className="text-sm text-muted">
        Себестоимость остаётся у вас: по ней считаются прибыль и нижняя граница цены.
      </p>
    </div>
  );
}

interface PriceFieldsProps {
  draft: PriceDraft;
  onChange: (draft: PriceDraft) => void;
}

/** What is to become of price, discount and club discount. */
export function PriceFields({ draft, onChange }: PriceFieldsProps) {
  const change = (changed: Partial<PriceDraft>) => onChange({ ...draft, ...changed });
  const unit = unitOf(draft.priceAction);
  const hasPrice = draft.priceAction !== 'KEEP';
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
        <Field label="Цена до скидки">
          <Select
            value={draft.priceAction}
            onChange={(priceAction) => change({ priceAction, priceAmount: null })}
            options={ACTION_OPTIONS}
          />
        </Field>
        {hasPrice ? (
          <>
            <Field label={unit === '×' ? 'Во сколько раз' : 'Сколько'}>
              <NumberInput
                data-autofocus
                value={draft.priceAmount}
                onChange={(priceAmount) => change({ priceAmount })}
                maxDigits={unit === '₽' ? 0 : 2}
                unit={unit}
              />
            </Field>
            <Field label="Округлить">
              <Select
                value={draft.ending}
                onChange={(ending) => change({ ending })}
                options={priceEndings.map((ending) => ({ value: ending, label: ENDING_LABELS[ending] }))}
              />
            </Field>
          </>
        ) : null}
      </div>
      <DiscountFields
        label="Скидка"
        action={draft.discountAction}
        percent={draft.discountPercent}
        onChange={(discountAction, discountPercent) => change({ discountAction, discountPercent })}
      />
      <DiscountFields
        label="Скидка WB Клуба"
        action={draft.clubAction}
        percent={draft.clubPercent}
        onChange={(clubAction, clubPercent) => change({ clubAction, clubPercent })}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Checkbox
          checked={draft.hasFloor}
          onChange={(hasFloor) => change({ hasFloor })}
          label="Не опускать цену со скидкой ниже себестоимости и наценки"
        />
        {draft.hasFloor ? (
          <Field label="Наценка к себестоимости" isLabelHidden className="w-28">
            <NumberInput
              value={draft.floorPercent}
              onChange={(floorPercent) => change({ floorPercent })}
              maxDigits={2}
              unit="%"
            />
          </Field>
        ) : null}
      </div>
    </div>
  );
}

interface DiscountFieldsProps {
  label: string;
  action: PriceDraft['discountAction'];
  percent: number | null;
  onChange: (action: PriceDraft['discountAction'], percent: number | null) => void;
}

function DiscountFields({ label, action, percent, onChange }: DiscountFieldsProps) {
  return (
    <div className="grid items-end gap-x-4 gap-y-3 sm:grid-cols-[1fr_8.5rem_1fr]">
      <Field label={label}>
        <Select value={action} onChange={(chosen) => onChange(chosen, percent)} options={DISCOUNT_ACTIONS} />
      </Field>
      {action === 'KEEP' ? null : (
        <Field label={`${label}: сколько`} isLabelHidden>
          <NumberInput value={percent} onChange={(value) => onChange(action, value)} unit="%" />
        </Field>
      )}
    </div>
  );
}
