import { useState } from 'react';
import { useSaveOwnCost } from '#api/own-costs.ts';
import { useKeyOfRequest } from '#api/use-key-of-request.ts';
import { MAX_COST_DAYS, ownCostKinds, type OwnCost, type OwnCostContent } from '#contract/own-costs.ts';
import { isCalendarDay } from '#contract/fields.ts';
import type { ProfileShop } from '#contract/users.ts';
import { daysBetween } from '#lib/dates.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { kindLabels } from './own-cost-texts.ts';

interface OwnCostFormProps {
  /** null: a new one. */
  cost: OwnCost | null;
  shops: readonly ProfileShop[];
  /** The day that a new one begins on. */
  day: string;
  onClose: () => void;
}

const MAX_ROUBLES = 100_000_000;

/** A cost: how much, for which days, whose. */
export function OwnCostForm({ cost, shops, day, onClose }: OwnCostFormProps) {
  const [kind, setKind] = useState(cost?.kind ?? 'ADVERTISING');
  const [name, setName] = useState(cost?.name ?? '');
  const [roubles, setRoubles] = useState<number | null>(cost ? cost.amountKopecks / 100 : null);
  const [from, setFrom] = useState(cost?.from ?? day);
  const [to, setTo] = useState(cost?.to ?? day);
  const [shop, setShop] = useState(String(cost?.shopId ?? 'all'));
  const [nmId, setNmId] = useState(cost?.nmId ? String(cost.nmId) : '');
  const [isTaxDeductible, setTaxDeductible] = useState(cost?.isTaxDeductible ?? false);
  const [hasTried, setTried] = useState(false);
  const { mutateAsync: save, isPending } = useSaveOwnCost();
  const keyOf = useKeyOfRequest();
  const isOfShop = shop !== 'all';
  const errors = {
    amount:
      roubles === null || roubles <= 0 || roubles > MAX_ROUBLES ? 'Укажите сумму больше нуля' : undefined,
    from: isCalendarDay(from) ? undefined : 'Укажите день',
    to: spanProblem(from, to),
    nmId: isOfShop && nmId !== '' && !/^[1-9]\d{0,11}$/.test(nmId) ? 'Артикул WB — только цифры' : undefined,
  };
  const submit = () => {
    setTried(true);
    if (Object.values(errors).some(Boolean) || roubles === null || isPending) return;
    const body: OwnCostContent = {
      kind,
      name: stripLineBreaks(name),
      amountKopecks: Math.round(roubles * 100),
      from,
      to,
      shopId: isOfShop ? Number(shop) : null,
      nmId: isOfShop && nmId !== '' ? Number(nmId) : null,
      isTaxDeductible,
    };
    void save({ cost, body, idempotencyKey: keyOf(body) }).then(
      () => {
        showToast({ type: 'success', text: 'Расход сохранён. Прибыль пересчитается' });
        onClose();
      },
      // What went wrong has been told; what was typed stays.
      () => undefined,
    );
  };
  const shown = (error: string | undefined) => (hasTried ? error : undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!isPending}
      onSubmit={submit}
      title={cost ? 'Расход' : 'Новый расход'}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {cost ? 'Сохранить' : 'Добавить'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Вид">
          <Select
            value={kind}
            onChange={setKind}
            options={ownCostKinds.map((value) => ({ value, label: kindLabels[value] }))}
          />
        </Field>
        <Field label="Сумма" error={shown(errors.amount)} isRequired>
          <NumberInput value={roubles} onChange={setRoubles} maxDigits={2} unit="₽" />
        </Field>
        <Field label="Название" hint="Можно не указывать" className="sm:col-span-2">
          <TextInput value={name} onChange={setName} />
        </Field>
        <Field label="С какого дня" error={shown(errors.from)}>
          <DateInput value={from} onChange={setFrom} />
        </Field>
        <Field label="По какой" error={shown(errors.to)}>
          <DateInput value={to} onChange={setTo} />
        </Field>
        <Field
          label="Магазин"
          hint={isOfShop ? undefined : 'Делится между магазинами по выручке каждого дня'}
        >
          <Select
            value={shop}
            onChange={setShop}
            options={[
              { value: 'all', label: 'Все магазины' },
              ...shops.map(({ id, name: label }) => ({ value: String(id), label })),
            ]}
          />
        </Field>
        {isOfShop ? (
          <Field
            label="Артикул WB"
            hint="Если расход одной карточки; иначе делится по выручке"
            error={shown(errors.nmId)}
          >
            <TextInput value={nmId} onChange={(text) => setNmId(text.trim())} inputMode="numeric" />
          </Field>
        ) : null}
        <Checkbox
          className="sm:col-span-2"
          checked={isTaxDeductible}
          onChange={setTaxDeductible}
          label="Учитывается в налоге"
          hint="Уменьшает базу «Доходы − расходы»: только то, что закон считает расходом и на что есть документы"
        />
      </div>
    </Dialog>
  );
}

function spanProblem(from: string, to: string): string | undefined {
  if (!isCalendarDay(to)) return 'Укажите день';
  if (!isCalendarDay(from)) return undefined;
  if (to < from) return 'Конец раньше начала';
  return daysBetween(from, to) >= MAX_COST_DAYS ? `Не больше ${MAX_COST_DAYS} дней` : undefined;
}
