import { vatRates } from '#contract/taxpayers.ts';
import { profitBases } from '#contract/users.ts';
import { formatDay } from '#lib/dates.ts';
import { NBSP } from '#lib/numbers.ts';
import { basisLabels } from '#parts/basis-labels.ts';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { DateInput } from '#ui/date-input.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { taxErrors, withBasis, type TaxDraft } from './tax-rates.ts';

interface TaxRateRowsProps {
  drafts: readonly TaxDraft[];
  onChange: (drafts: TaxDraft[]) => void;
}

/** The dated rates of a taxpayer. */
export function TaxRateRows({ drafts, onChange }: TaxRateRowsProps) {
  return drafts.map((draft) => (
    <TaxRow
      key={draft.key}
      draft={draft}
      all={drafts}
      onChange={(changed) => onChange(drafts.map((one) => (one.key === changed.key ? changed : one)))}
      onRemove={drafts.length > 1 ? () => onChange(drafts.filter(({ key }) => key !== draft.key)) : undefined}
    />
  ));
}

interface TaxRowProps {
  draft: TaxDraft;
  all: readonly TaxDraft[];
  onChange: (draft: TaxDraft) => void;
  onRemove: (() => void) | undefined;
}

function TaxRow({ draft, all, onChange, onRemove }: TaxRowProps) {
  const errors = taxErrors(draft, all);
  const name = draft.from === '' ? 'новая ставка' : `с ${formatDay(draft.from)}`;
  const row = useFocusAfterRemoval<HTMLFieldSetElement>();
  return (
    <fieldset
      ref={row}
      className="grid grid-cols-1 items-start gap-3 rounded-control border border-line p-3 @min-[17rem]:grid-cols-2 @xl:grid-cols-[8.75rem_minmax(0,1fr)_5rem_5rem_auto]"
    >
      <legend className="sr-only">Налог {name}</legend>
      <Field label="Действует с" error={errors.from}>
        <DateInput value={draft.from} onChange={(from) => onChange({ ...draft, from })} />
      </Field>
      <Field label="Налог" className="@min-[17rem]:col-span-2 @xl:col-span-1">
        <Select
          value={draft.basis}
          onChange={(basis) => onChange(withBasis(draft, basis))}
          options={profitBases.map((value) => ({ value, label: basisLabels[value] }))}
        />
      </Field>
      <Field label="Ставка" error={errors.ratePercent}>
        <NumberInput
          value={draft.ratePercent}
          onChange={(ratePercent) => onChange({ ...draft, ratePercent })}
          maxDigits={2}
          unit="%"
        />
      </Field>
      <Field label="НДС">
        <Select
          value={String(draft.vatPercent)}
          onChange={(text) =>
            onChange({ ...draft, vatPercent: vatRates.find((rate) => String(rate) === text) ?? 0 })
          }
          options={vatRates.map((rate) => ({
            value: String(rate),
            label: rate === 0 ? 'Нет' : `${rate}${NBSP}%`,
          }))}
        />
      </Field>
      {onRemove ? (
        <IconButton
          icon="trash"
          label={`Убрать налог ${name}`}
          onClick={onRemove}
          // Beside the day where there is room for two.
          className="@min-[17rem]:col-start-2 @min-[17rem]:row-start-1 @min-[17rem]:mt-6.5 @min-[17rem]:justify-self-end @xl:col-start-5"
        />
      ) : null}
    </fieldset>
  );
}
