import { useState } from 'react';
import { useAddCardCost } from '#api/card-costs.ts';
import type { CardSize } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { moscowDay } from '#lib/dates.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { showToast } from '#ui/toast-store.ts';

interface AddCostDialogProps {
  cardId: number;
  inShops: readonly ShopCard[];
  sizes: readonly CardSize[];
  onClose: () => void;
}

const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2099-12-31';

/** A cost from a day on: a new purchase, unless it is said to have been so always. */
export function AddCostDialog({ cardId, inShops, sizes, onClose }: AddCostDialogProps) {
  const [costPriceKopecks, setCostPrice] = useState<number | null>(null);
  const [since, setSince] = useState<'DAY' | 'ALWAYS'>('DAY');
  const [from, setFrom] = useState(() => moscowDay(Date.now()));
  const [shop, setShop] = useState('all');
  const [size, setSize] = useState('all');
  const save = useAddCardCost(cardId);
  const onlineOnly = useOnlineOnly();
  const problem = problemOf(costPriceKopecks, since === 'ALWAYS' ? null : from);

  const submit = () => {
    if (costPriceKopecks === null || problem !== null || save.isPending) return;
    save.mutate(
      {
        costPriceKopecks,
        from: since === 'ALWAYS' ? null : from,
        shopId: shop === 'all' ? null : Number(shop),
        techSize: size === 'all' ? null : (sizes[Number(size)]?.techSize ?? null),
      },
      {
        onSuccess: () => {
          showToast({ type: 'success', text: 'Себестоимость сохранена' });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      isDismissible={!save.isPending}
      size="sm"
      title="Новая себестоимость"
      description="Сохраняется сразу, отдельно от карточки"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            type="submit"
            variant="primary"
            loading={save.isPending}
            disabledReason={problem ?? onlineOnly('Себестоимость с даты сохраняется только при связи')}
          >
            Сохранить
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Себестоимость">
          <NumberInput
            value={costPriceKopecks === null ? null : costPriceKopecks / 100}
            onChange={(roubles) => setCostPrice(roubles === null ? null : Math.round(roubles * 100))}
            maxDigits={2}
            unit="₽"
          />
        </Field>
        <RadioGroup
          label="Действует"
          value={since}
          onChange={setSince}
          options={[
            { value: 'DAY', label: 'С даты', hint: 'Новая закупка: продажи до неё считаются по прежней' },
            { value: 'ALWAYS', label: 'Всегда', hint: 'Для всех продаж до первой записи с датой' },
          ]}
        />
        {since === 'DAY' ? (
          <Field label="Действует с">
            <DateInput value={from} onChange={setFrom} min={FIRST_DAY} max={LAST_DAY} />
          </Field>
        ) : null}
        <PlaceField
          label="Магазин"
          allLabel="Все магазины"
          value={shop}
          onChange={setShop}
          options={inShops.map(({ shopId, shopName }) => ({ value: String(shopId), label: shopName }))}
        />
        <PlaceField
          label="Размер"
          allLabel="Все размеры"
          value={size}
          onChange={setSize}
          options={sizes.map(({ techSize }, index) => ({ value: String(index), label: techSize }))}
        />
      </div>
    </Dialog>
  );
}

interface PlaceFieldProps {
  label: string;
  allLabel: string;
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string }[];
}

/** All or one; of one alone there is nothing to choose. */
function PlaceField({ label, allLabel, value, onChange, options }: PlaceFieldProps) {
  if (options.length <= 1) return null;
  return (
    <Field label={label}>
      <Select value={value} onChange={onChange} options={[{ value: 'all', label: allLabel }, ...options]} />
    </Field>
  );
}

function problemOf(costPriceKopecks: number | null, from: string | null): string | null {
  if (costPriceKopecks === null) return 'Укажите себестоимость';
  return from === null || (from >= FIRST_DAY && from <= LAST_DAY) ? null : 'Укажите день';
}
