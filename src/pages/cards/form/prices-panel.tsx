import { lazy, Suspense, type ReactNode } from 'react';
import type { ProfileShop } from '#contract/users.ts';
import { isQuarantined, type Price } from '#contract/card-rules.ts';
import type { CardContent } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatPercent } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { inQuotes } from '#lib/text.ts';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { finalPriceKopecks, priceIn } from './final-price.ts';
import { useCardForm } from './form-context.ts';
import { ShopPricesTable } from './shop-prices-table.tsx';

const ProfitPanel = lazy(() =>
  import('./profit-panel.tsx').then((module) => ({ default: module.ProfitPanel })),
);
const CostsPanel = lazy(() => import('./costs-panel.tsx').then((module) => ({ default: module.CostsPanel })));
const FloorPanel = lazy(() => import('./floor-panel.tsx').then((module) => ({ default: module.FloorPanel })));

interface PricesPanelProps {
  cardId?: number;
  /** Undefined while loading, and where they did not come. */
  inShops: readonly ShopCard[] | undefined;
  /** Why they did not, with the way on. */
  shopsProblem?: ReactNode;
  shops: readonly ProfileShop[];
  /** Why prices cannot be changed now. The cost price is our own business and can. */
  disabledReason?: string | null;
}

export function PricesPanel({
  cardId,
  inShops: read,
  shopsProblem = null,
  shops,
  disabledReason = null,
}: PricesPanelProps) {
  const { values, change, errors } = useCardForm();
  const inShops = read ?? [];
  const final = finalPriceKopecks(values.priceKopecks, values.discount);
  const held = inShops.flatMap((shop) => (shop.heldPrice ? [{ shop, price: shop.heldPrice }] : []));
  const quarantined = inShops.filter((shop) => isQuarantined(priceIn(shop), sentPrice(values, shop)));
  const belowCost = pricesBelowCost(values, inShops);
  return (
    <div className="flex flex-col gap-5">
      <Panel title="Цена">
        {disabledReason ? (
          <Notice tone="info" className="mb-4">
            {disabledReason}
          </Notice>
        ) : null}
        {/* A new card has its prices in the side column: three beside each other would break their names there. */}
        <div
          className={
            cardId === undefined ? 'grid grid-cols-2 gap-3' : 'grid grid-cols-1 gap-4 md:grid-cols-3'
          }
        >
          <div data-field="priceKopecks">
            <Field
              label="Цена до скидки"
              error={errors['priceKopecks']}
              hint={values.priceKopecks === 0 ? 'Без цены карточку не отправить' : undefined}
            >
              <NumberInput
                // What nobody has typed is no price of nothing.
                value={values.priceKopecks / 100 || null}
                // The marketplace takes whole roubles.
                onChange={(roubles) => change({ priceKopecks: Math.round(roubles ?? 0) * 100 })}
                unit="₽"
                disabled={disabledReason !== null}
              />
            </Field>
          </div>
          <div data-field="discount">
            <Field label="Скидка" error={errors['discount']}>
              <NumberInput
                value={values.discount}
                onChange={(discount) => change({ discount: discount ?? 0 })}
                unit="%"
                disabled={disabledReason !== null}
              />
            </Field>
          </div>
          <div data-field="clubDiscount">
            <Field label="Скидка WB Клуба" error={errors['clubDiscount']}>
              <NumberInput
                value={values.clubDiscount}
                onChange={(clubDiscount) => change({ clubDiscount: clubDiscount ?? 0 })}
                unit="%"
                disabled={disabledReason !== null}
              />
            </Field>
          </div>
          <div data-field="costPriceKopecks">
            <Field
              label="Себестоимость"
              error={errors['costPriceKopecks']}
              hint="Нужна, чтобы считать прибыль"
            >
              <NumberInput
                value={values.costPriceKopecks === null ? null : values.costPriceKopecks / 100}
                onChange={(roubles) =>
                  change({ costPriceKopecks: roubles === null ? null : Math.round(roubles * 100) })
                }
                maxDigits={2}
                unit="₽"
              />
            </Field>
          </div>
        </div>
        <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3 border-t border-line-soft pt-4">
          <Fact label="Цена со скидкой" value={priceText(final)} />
          <Fact label="Для WB Клуба" value={priceText(finalPriceKopecks(final, values.clubDiscount))} />
          <Fact label="Наценка" value={markup(values, final)} />
        </dl>
        {belowCost.length > 0 ? (
          <Notice tone="error" title="Ниже себестоимости" className="mt-4">
            {belowCost.join('. ')}. Себестоимость — {formatKopecks(values.costPriceKopecks ?? 0)}.
          </Notice>
        ) : null}
        {held.length > 0 ? (
          <Notice tone="warning" title="Цена в карантине" className="mt-4">
            Wildberries не применил новую цену:{' '}
            {held
              .map(
                ({ shop, price }) =>
                  `${formatKopecks(finalPriceKopecks(price.priceKopecks, price.discount))} в ${inQuotes(shop.shopName)}`,
              )
              .join(', ')}
            . <TextLink to={paths.heldPrices}>Что можно сделать</TextLink>
          </Notice>
        ) : null}
        {quarantined.length > 0 ? (
          <Notice tone="warning" title="Цена попадёт в карантин" className="mt-4">
            Новая цена со скидкой — треть прежней или меньше: маркетплейс оставит прежнюю (
            {quarantined.map((shop) => shop.shopName).join(', ')}). Снижайте цену постепенно или подтвердите
            её в кабинете маркетплейса.
          </Notice>
        ) : null}
      </Panel>
      {cardId !== undefined && inShops.length > 0 ? (
        <Suspense fallback={null}>
          <ProfitPanel
            cardId={cardId}
            values={values}
            onPriceChange={(priceKopecks) => change({ priceKopecks })}
            disabledReason={disabledReason}
          />
        </Suspense>
      ) : null}
      {cardId === undefined ? null : (
        <Suspense fallback={null}>
          <FloorPanel cardId={cardId} finalKopecks={final} />
          <CostsPanel cardId={cardId} inShops={read} sizes={values.sizes} />
        </Suspense>
      )}
      {read === undefined ? (
        <Panel title="Цены в магазинах">{shopsProblem ?? <Skeleton className="h-24 w-full" />}</Panel>
      ) : null}
      {inShops.length > 0 ? (
        <ShopPricesTable
          cardId={cardId}
          inShops={inShops}
          shops={shops}
          card={values}
          disabledReason={disabledReason}
        />
      ) : null}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-heading tabular-nums">{value}</dd>
    </div>
  );
}

/** A shop's own price and discount stand in place of the card's. */
function sentPrice(values: CardContent, shop: ShopCard): Price {
  return {
    priceKopecks: shop.ownPriceKopecks ?? values.priceKopecks,
    discount: shop.ownDiscount ?? values.discount,
  };
}

/** Prices with the discount that are less than the goods have cost, said in words. */
function pricesBelowCost(values: CardContent, inShops: readonly ShopCard[]): string[] {
  const cost = values.costPriceKopecks ?? 0;
  const isBelow = (kopecks: number) => kopecks > 0 && kopecks < cost;
  const final = finalPriceKopecks(values.priceKopecks, values.discount);
  const own = inShops.flatMap((shop) => {
    if ((shop.ownPriceKopecks ?? null) === null && (shop.ownDiscount ?? null) === null) return [];
    const sent = sentPrice(values, shop);
    const kopecks = finalPriceKopecks(sent.priceKopecks, sent.discount);
    return isBelow(kopecks) ? [`Своя цена ${inQuotes(shop.shopName)} — ${formatKopecks(kopecks)}`] : [];
  });
  return [...(isBelow(final) ? [`Цена со скидкой — ${formatKopecks(final)}`] : []), ...own];
}

function priceText(kopecks: number): string {
  return kopecks === 0 ? '—' : formatKopecks(kopecks);
}

function markup(values: CardContent, finalKopecks: number): string {
  const { costPriceKopecks } = values;
  if (finalKopecks === 0 || costPriceKopecks === null || costPriceKopecks === 0) return '—';
  return formatPercent((finalKopecks - costPriceKopecks) / costPriceKopecks, 0);
}
