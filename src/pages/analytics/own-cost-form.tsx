import { useState } from 'react';
import { useSaveOwnCostRate } from '#api/own-cost-rates.ts';
import { cardRefusal, useSaveOwnCost } from '#api/own-costs.ts';
import { useKeyOfRequest } from '#api/use-key-of-request.ts';
import { ownCostKinds } from '#contract/own-costs.ts';
import type { ProfileShop } from '#contract/users.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { draftOf, problemsOf, saidBy, type OwnCostDraft, type OwnCostEntry } from './own-cost-draft.ts';
import { kindLabels } from './own-cost-texts.ts';

interface OwnCostFormProps {
  /** null: a new one. */
  entry: OwnCostEntry | null;
  shops: readonly ProfileShop[];
  /** The day that a new one begins on. */
  day: string;
  onClose: () => void;
}

/** A cost: how much, for which days, whose. */
export function OwnCostForm({ entry, shops, day, onClose }: OwnCostFormProps) {
  const [draft, setDraft] = useState(() => draftOf(entry, day));
  const [hasTried, setTried] = useState(false);
  const { save, isPending } = useSave(entry);
  /** Of the card as it was sent; another shop or article has not been refused. */
  const [refused, setRefused] = useState<(Pick<OwnCostDraft, 'shop' | 'nmId'> & { text: string }) | null>(
    null,
  );
  const change = (changed: Partial<OwnCostDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const found = problemsOf(draft);
  const isRefused = refused?.shop === draft.shop && refused.nmId === draft.nmId;
  const errors = { ...found, nmId: found.nmId ?? (isRefused ? refused.text : undefined) };
  const submit = () => {
    setTried(true);
    // What was refused may be there by now: it is asked for again.
    if (Object.values(found).some(Boolean) || isPending) return;
    void save(draft).then(
      () => {
        showToast({ type: 'success', text: 'Расход сохранён. Прибыль пересчитается' });
        onClose();
      },
      // What went wrong has been told, or is said at the field; what was typed stays.
      (error: unknown) => {
        const text = cardRefusal(error);
        if (text !== undefined) setRefused({ shop: draft.shop, nmId: draft.nmId, text });
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!isPending}
      onSubmit={submit}
      title={entry ? 'Расход' : 'Новый расход'}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {entry ? 'Сохранить' : 'Добавить'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {entry ? null : (
          <Segmented
            label="Сколько"
            className="sm:col-span-2"
            value={draft.isRate ? 'RATE' : 'AMOUNT'}
            onChange={(measure) => change({ isRate: measure === 'RATE' })}
            options={[
              { value: 'AMOUNT', label: 'В рублях' },
              { value: 'RATE', label: '% от выручки' },
            ]}
          />
        )}
        <CostFields draft={draft} change={change} errors={hasTried ? errors : {}} shops={shops} />
      </div>
    </Dialog>
  );
}

/** Adds what the draft says, or changes the entry into it. */
function useSave(entry: OwnCostEntry | null) {
  const cost = useSaveOwnCost();
  const rate = useSaveOwnCostRate();
  const keyOf = useKeyOfRequest();
  const save = (draft: OwnCostDraft): Promise<unknown> => {
    const said = saidBy(draft);
    const idempotencyKey = keyOf(said);
    return 'rate' in said
      ? rate.mutateAsync({ rate: entry?.rate ?? null, body: said.rate, idempotencyKey })
      : cost.mutateAsync({ cost: entry?.cost ?? null, body: said.cost, idempotencyKey });
  };
  return { save, isPending: cost.isPending || rate.isPending };
}

interface CostFieldsProps {
  draft: OwnCostDraft;
  change: (changed: Partial<OwnCostDraft>) => void;
  errors: Partial<ReturnType<typeof problemsOf>>;
  shops: readonly ProfileShop[];
}

function CostFields({ draft, change, errors, shops }: CostFieldsProps) {
  const { isRate } = draft;
  const isOfShop = draft.shop !== 'all';
  return (
    <>
      <Field label="Вид">
        <Select
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          options={ownCostKinds.map((value) => ({ value, label: kindLabels[value] }))}
        />
      </Field>
      {isRate ? (
        <Field key="percent" label="Процент" hint="От выручки каждого дня" error={errors.amount} isRequired>
          <NumberInput
            value={draft.percent}
            onChange={(percent) => change({ percent })}
            maxDigits={2}
            unit="%"
          />
        </Field>
      ) : (
        <Field key="amount" label="Сумма" error={errors.amount} isRequired>
          <NumberInput
            value={draft.roubles}
            onChange={(roubles) => change({ roubles })}
            maxDigits={2}
            unit="₽"
          />
        </Field>
      )}
      <Field label="Название" hint="Можно не указывать" error={errors.name} className="sm:col-span-2">
        <TextInput value={draft.name} onChange={(name) => change({ name })} />
      </Field>
      <Field label="С какого дня" error={errors.from}>
        <DateInput value={draft.from} onChange={(from) => change({ from })} />
      </Field>
      <div className="flex flex-col gap-2">
        <Field label="По какой" error={errors.to}>
          <DateInput
            value={isRate && draft.isOpenEnded ? '' : draft.to}
            disabled={isRate && draft.isOpenEnded}
            onChange={(to) => change({ to })}
          />
        </Field>
        {isRate ? (
          <Checkbox
            checked={draft.isOpenEnded}
            onChange={(isOpenEnded) => change({ isOpenEnded })}
            label="Без срока"
          />
        ) : null}
      </div>
      <Field label="Магазин" hint={isOfShop ? undefined : hintOfAll(isRate)}>
        <Select
          value={draft.shop}
          onChange={(shop) => change({ shop })}
          options={[
            { value: 'all', label: 'Все магазины' },
            ...shops.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
        />
      </Field>
      {isOfShop && !isRate ? (
        <Field
          label="Артикул WB"
          hint="Если расход одной карточки; иначе делится по выручке"
          error={errors.nmId}
        >
          <TextInput
            value={draft.nmId}
            onChange={(text) => change({ nmId: text.trim() })}
            inputMode="numeric"
          />
        </Field>
      ) : null}
      <Checkbox
        className="sm:col-span-2"
        checked={draft.isTaxDeductible}
        onChange={(isTaxDeductible) => change({ isTaxDeductible })}
        label="Учитывается в налоге"
        hint="Уменьшает базу «Доходы − расходы»: только то, что закон считает расходом и на что есть документы"
      />
    </>
  );
}

function hintOfAll(isRate: boolean): string {
  return isRate ? 'У каждого — от его выручки' : 'Делится между магазинами по выручке каждого дня';
}
