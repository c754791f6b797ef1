import { useQuery } from '@tanstack/react-query';
import { warehouseQueries } from '#api/warehouses.ts';
import type { SendOptions } from '#contract/card-sending.ts';
import { MAX_STOCK_AMOUNT } from '#contract/stock-amount.ts';
import type { ProfileShop } from '#contract/users.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { TextLink } from '#ui/text-link.tsx';

export interface StocksChoice {
  isOn: boolean;
  groupId: number | null;
  amount: number | null;
}

export const NO_STOCKS: StocksChoice = { isOn: false, groupId: null, amount: null };

/** Why the choice cannot be sent yet; null when it can, or when nothing was chosen. */
export function stocksProblem({ isOn, groupId, amount }: StocksChoice): string | null {
  if (!isOn) return null;
  if (groupId === null) return 'Выберите группу складов';
  if (amount === null) return 'Укажите остаток';
  return isAmountWrong(amount) ? 'Остаток — от 0 до 100 000' : null;
}

/** For the request: nothing unless everything is chosen. */
export function stocksOption(choice: StocksChoice): Pick<SendOptions, 'stocks'> {
  const { isOn, groupId, amount } = choice;
  if (!isOn || groupId === null || amount === null || stocksProblem(choice) !== null) return {};
  return { stocks: { warehouseGroupId: groupId, amount } };
}

function isAmountWrong(amount: number | null): boolean {
  return amount !== null && (!Number.isInteger(amount) || amount < 0 || amount > MAX_STOCK_AMOUNT);
}

interface SendStocksFieldProps {
  choice: StocksChoice;
  onChange: (choice: StocksChoice) => void;
  /** The chosen ones. */
  shops: readonly ProfileShop[];
  /** From the settings. */
  defaultGroupId: number | null;
}

/** One amount for every size, in the warehouses of a group; says where it would go. */
export function SendStocksField({ choice, onChange, shops, defaultGroupId }: SendStocksFieldProps) {
  const groups = useQuery(warehouseQueries.groups());
  const usable = groups.data?.filter((group) => group.kind === 'USER') ?? [];
  const chosen = usable.find((group) => group.id === choice.groupId);
  const preset = usable.find((group) => group.id === defaultGroupId)?.id ?? null;
  return (
    <div>
      <Checkbox
        label="Остатки"
        hint="После того как Wildberries примет карточки; новые могут ждать до получаса"
        checked={choice.isOn}
        onChange={(isOn) => onChange({ ...choice, isOn, groupId: choice.groupId ?? preset })}
      />
      {choice.isOn ? (
        <div className="mt-2 ml-6">
          {groups.data && usable.length === 0 ? (
            <p className="text-sm text-muted">
              Групп складов ещё нет. <TextLink to={paths.warehouses}>Создать группу</TextLink>
            </p>
          ) : (
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <Field label="Группа складов">
                <Select
                  value={choice.groupId === null ? '' : String(choice.groupId)}
                  onChange={(id) => onChange({ ...choice, groupId: Number(id) })}
                  placeholder={groups.isPending ? 'Загружаем…' : 'Выберите группу'}
                  options={usable.map((group) => ({ value: String(group.id), label: group.name }))}
                />
              </Field>
              <Field
                label="Остаток каждого размера"
                error={isAmountWrong(choice.amount) ? 'Остаток — от 0 до 100 000' : undefined}
              >
                <NumberInput
                  value={choice.amount}
                  onChange={(amount) => onChange({ ...choice, amount })}
                  unit="шт."
                />
              </Field>
            </div>
          )}
          {chosen ? <Where group={chosen} amount={choice.amount} shops={shops} /> : null}
        </div>
      ) : null}
    </div>
  );
}

function Where({
  group,
  amount,
  shops,
}: {
  group: WarehouseGroup;
  amount: number | null;
  shops: readonly ProfileShop[];
}) {
  if (shops.length === 0) return null;
  const inShop = (shop: ProfileShop) => group.warehouses.filter(({ shopId }) => shopId === shop.id);
  const places = shops.flatMap(inShop);
  const without = shops.filter((shop) => inShop(shop).length === 0);
  return (
    <div className="mt-2 text-sm">
      {places.length > 0 ? (
        <p className="text-muted">
          {amount === null ? '' : `По ${formatInteger(amount)} шт. каждого размера на `}
          {countOf(places.length, ['склад', 'склада', 'складов'])}:{' '}
          {places.map((place) => `${place.name} (${place.shopName})`).join(', ')}
        </p>
      ) : null}
      {without.length > 0 ? (
        <p className="mt-1 text-orange">
          В группе нет складов: {without.map((shop) => shop.name).join(', ')}. Остатки туда не отправятся.
        </p>
      ) : null}
    </div>
  );
}
