import { useEffect, useState } from 'react';
import { type TaxPeriod, profitBases } from '#contract/users.ts';
import { useDraft } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { formatDay, moscowDay } from '#lib/dates.ts';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { NBSP } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Select } from '#ui/select.tsx';
import { showToast } from '#ui/toast-store.ts';
import {
  basisLabels,
  draftsOf,
  isSamePeriods,
  MAX_TAX_PERIODS,
  newDraft,
  periodsOf,
  taxDraftsSchema,
  taxErrors,
  vatRates,
  withBasis,
  type TaxDraft,
} from './tax-periods.ts';
import { useSettings } from './use-settings.ts';

/** Tax rates with the days they apply from: profit of every past day is reckoned by the rate of that day. */
export function TaxPanel() {
  const control = useSettings();
  if (!control) return null;
  const { settings, change, isSaving } = control;
  return (
    <Panel title="Налог">
      <TaxForm
        // A change made on another device replaces what is shown here.
        key={JSON.stringify(settings.taxPeriods)}
        saved={settings.taxPeriods}
        isSaving={isSaving}
        onSave={async (taxPeriods) => {
          if (await change({ taxPeriods })) {
            showToast({ type: 'success', text: 'Налог сохранён. Прибыль пересчитается' });
          }
        }}
      />
    </Panel>
  );
}

interface TaxFormProps {
  saved: TaxPeriod[];
  isSaving: boolean;
  onSave: (periods: TaxPeriod[]) => Promise<void>;
}

function TaxForm({ saved, isSaving, onSave }: TaxFormProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(saved));
  const periods = periodsOf(drafts);
  const isChanged = periods === null || !isSamePeriods(periods, saved);
  const mistakes = periods === null ? 'Исправьте отмеченное' : null;
  const refusal = isChanged ? mistakes : 'Изменений нет';
  const draft = useDraft({ key: 'tax', value: drafts, schema: taxDraftsSchema, isDirty: isChanged });
  const { found, discard } = draft;
  // Kept a moment before the save, or saved on another device meanwhile.
  const isFoundSaved = found !== null && isSamePeriods(periodsOf(found.value) ?? [], saved);
  useEffect(() => {
    if (isFoundSaved && !isSaving) discard();
  });

  const replace = (changed: TaxDraft) =>
    setDrafts(drafts.map((draft) => (draft.key === changed.key ? changed : draft)));

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (periods && isChanged && !isSaving) void onSave(periods);
      }}
    >
      <p className="text-ink-2">
        Ставка действует со своего дня до следующей. Старые дни считаются по старой ставке.
      </p>
      <DraftNotice draft={{ ...draft, found: isFoundSaved ? null : found }} onRestore={setDrafts} />
      {drafts.map((draft) => (
        <TaxRow
          key={draft.key}
          draft={draft}
          all={drafts}
          onChange={replace}
          onRemove={
            drafts.length > 1 ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) : undefined
          }
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isSaving} disabledReason={refusal}>
          Сохранить
        </Button>
        {drafts.length < MAX_TAX_PERIODS ? (
          <Button icon="plus" onClick={() => setDrafts([...drafts, newDraft(drafts, moscowDay(Date.now()))])}>
            Добавить ставку
          </Button>
        ) : null}
        {isChanged ? (
          <Button variant="ghost" onClick={() => setDrafts(draftsOf(saved))}>
            Отменить изменения
          </Button>
        ) : null}
      </div>
      <UnsavedGuard
        isDirty={isChanged && !isSaving}
        isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed}
      />
    </form>
  );
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
  return (
    <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-start gap-3 rounded-control border border-line p-3 sm:grid-cols-[8.75rem_minmax(0,1fr)_5rem_5rem_auto]">
      <legend className="sr-only">Налог {name}</legend>
      <Field label="Действует с" error={errors.from}>
        <DateInput value={draft.from} onChange={(from) => onChange({ ...draft, from })} />
      </Field>
      <Field label="Налог">
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
        <IconButton icon="trash" label={`Убрать налог ${name}`} onClick={onRemove} className="sm:mt-6.5" />
      ) : null}
    </fieldset>
  );
}
