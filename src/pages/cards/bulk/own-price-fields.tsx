import { useQuery } from '@tanstack/react-query';
import { shopQueries } from '#api/shops.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AMOUNT_ACTIONS, AmountFields } from './amount-fields.tsx';
import { EndingField } from './ending-field.tsx';
import { DISCOUNT_ACTIONS, DiscountFields } from './discount-fields.tsx';
import { OFFLINE_TEXT } from './edit-state.ts';
import { OverCostFields } from './over-cost-fields.tsx';
import type { OwnPriceDraft } from './own-price-draft.ts';

interface OwnPriceFieldsProps {
  draft: OwnPriceDraft;
  onChange: (draft: OwnPriceDraft) => void;
}

/** In which shops, and what is to become of their own prices. */
export function OwnPriceFields({ draft, onChange }: OwnPriceFieldsProps) {
  const change = (changed: Partial<OwnPriceDraft>) => onChange({ ...draft, ...changed });
  return (
    <div className="flex flex-col gap-4">
      <ShopChoice shopIds={draft.shopIds} onChange={(shopIds) => change({ shopIds })} />
      <AmountFields
        label="Своя цена до скидки"
        actions={['KEEP', ...AMOUNT_ACTIONS, 'CLEAR'] as const}
        action={draft.priceAction}
        amount={draft.priceAmount}
        onChange={change}
        roubleDigits={0}
      >
        <EndingField ending={draft.ending} onChange={(ending) => change({ ending })} />
      </AmountFields>
      <DiscountFields
        label="Своя скидка"
        actions={[...DISCOUNT_ACTIONS, 'CLEAR'] as const}
        action={draft.discountAction}
        percent={draft.discountPercent}
        onChange={(discountAction, discountPercent) => change({ discountAction, discountPercent })}
      />
      <OverCostFields draft={draft} onChange={change} />
      <p className="text-sm text-muted">
        Если своей цены в магазине ещё нет, она считается от цены в карточке. Уйдёт на маркетплейс со
        следующей отправкой цен.
        {draft.floor === 'NONE'
          ? ''
          : ' Граница считается по себестоимости в этом магазине на сегодня; если у размеров она разная — по самой высокой.'}
      </p>
    </div>
  );
}

function ShopChoice({ shopIds, onChange }: { shopIds: number[]; onChange: (shopIds: number[]) => void }) {
  const query = useQuery(shopQueries.list());
  const { data: shops } = query;
  if (!shops) {
    return isStuck(query) ? (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
    ) : (
      <Skeleton className="h-8 w-full" />
    );
  }
  if (shops.length === 0)
    return <p className="text-muted">Магазинов пока нет: добавьте их в разделе «Магазины».</p>;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">В магазинах</legend>
      <div className="flex max-h-40 flex-wrap gap-x-6 gap-y-2 overflow-y-auto">
        {shops.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={shopIds.includes(id)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...shopIds, id] : shopIds.filter((one) => one !== id))
            }
            label={name}
          />
        ))}
      </div>
    </fieldset>
  );
}
