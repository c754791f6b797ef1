import type { CardsCheck } from '#api/check-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatInteger } from '#lib/numbers.ts';
import { Badge } from '#ui/badge.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { sendingRefusal } from './sendable-shops.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';

interface SendShopsFieldProps {
  shops: readonly ProfileShop[];
  chosenIds: readonly number[];
  onChange: (shopIds: number[]) => void;
  check: CardsCheck | undefined;
  hasCheckFailed: boolean;
}

/** Shops to send to; under each chosen one stands what would happen there, in numbers. */
export function SendShopsField({ shops, chosenIds, onChange, check, hasCheckFailed }: SendShopsFieldProps) {
  const sendable = shops.filter((shop) => sendingRefusal(shop) === null);
  const isAll = sendable.length > 0 && sendable.every((shop) => chosenIds.includes(shop.id));
  return (
    <fieldset className="flex flex-col gap-0.5">
      <legend className="mb-1.5 font-medium">Магазины</legend>
      {shops.length > 2 ? (
        <Checkbox
          checked={isAll}
          isIndeterminate={chosenIds.length > 0 && !isAll}
          disabled={sendable.length === 0}
          onChange={() => onChange(isAll ? [] : sendable.map((shop) => shop.id))}
          label="Все магазины"
          hint={
            sendable.length < shops.length
              ? `Отправить можно в ${formatInteger(sendable.length)} из ${formatInteger(shops.length)}`
              : undefined
          }
          className="-mx-2 rounded-control px-2 py-1 hover:bg-hover"
        />
      ) : null}
      {shops.map((shop) => {
        const isChosen = chosenIds.includes(shop.id);
        const refusal = sendingRefusal(shop);
        const forecast =
          isChosen && !hasCheckFailed ? (
            <ShopForecast found={check?.shops.find(({ shopId }) => shopId === shop.id)} />
          ) : undefined;
        return (
          <Checkbox
            key={shop.id}
            checked={isChosen}
            disabled={refusal !== null && !isChosen}
            onChange={(isOn) =>
              onChange(isOn ? [...chosenIds, shop.id] : chosenIds.filter((id) => id !== shop.id))
            }
            label={
              <span className="flex items-center gap-2">
                <ShopBadge shop={shop} />
                <span className="min-w-0 wrap-anywhere">{shop.name}</span>
                {shop.isSandbox ? <Badge tone="orange">Песочница</Badge> : null}
              </span>
            }
            hint={refusal === null ? forecast : <span className="text-red">{refusal}</span>}
            className="-mx-2 rounded-control px-2 py-1 hover:bg-hover"
          />
        );
      })}
    </fieldset>
  );
}

function ShopForecast({ found }: { found: CardsCheck['shops'][number] | undefined }) {
  if (!found) return <>Проверяем…</>;
  const { toCreate, toUpdate, quota, problem, isBlocked } = found;
  return (
    <>
      <span className="tabular-nums">
        {`Новых ${formatInteger(toCreate)}, обновится ${formatInteger(toUpdate)}`}
        {quota === null ? '' : ` · можно создать ещё ${formatInteger(quota)}`}
      </span>
      {problem === null ? null : (
        <span className={`block ${isBlocked === true ? 'text-red' : 'text-orange'}`}>{problem}</span>
      )}
    </>
  );
}
