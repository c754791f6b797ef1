import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedHeldPrice } from '#contract/held-prices.ts';
import { heldPriceQueries } from '#api/held-prices.ts';
import { userQueries } from '#api/users.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatPercent, NBSP } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { finalPriceKopecks } from '#pages/cards/form/final-price.ts';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { WatchedLine } from './watched-line.tsx';
import { heldPriceColumns } from './watched-price-columns.ts';

interface HeldPricesProps {
  held: readonly ListedHeldPrice[];
}

/** Each price with its discount: it is what the marketplace compares. */
export function HeldPriceTable({ held }: HeldPricesProps) {
  const { data: profile } = useQuery(userQueries.me());
  return (
    <DataTable label="Цены в карантине" scroll="inside" className="min-w-190">
      <thead>
        <tr>
          <HeadCell>Карточка</HeadCell>
          <HeadCell>Магазин</HeadCell>
          <HeadCell align="end">Продаётся по</HeadCell>
          <HeadCell align="end">Не применена</HeadCell>
          <HeadCell align="end">Разница</HeadCell>
          <HeadCell>В карантине с</HeadCell>
        </tr>
      </thead>
      <tbody>
        {held.map((one) => {
          const present = finalPriceKopecks(one.presentPriceKopecks, one.presentDiscount);
          const next = finalPriceKopecks(one.priceKopecks, one.discount);
          const shop = profile?.shops.find(({ id }) => id === one.shopId);
          return (
            <Row key={`${one.shopId}-${one.nmId}`}>
              <Cell className="min-w-56">
                <HeldCard held={one} />
              </Cell>
              <Cell>
                {shop ? (
                  <span className="flex items-center gap-2">
                    <ShopBadge shop={shop} />
                    <span className="hidden xl:inline">{shop.name}</span>
                  </span>
                ) : null}
              </Cell>
              <Cell align="end">
                <Price final={present} price={one.presentPriceKopecks} discount={one.presentDiscount} />
              </Cell>
              <Cell align="end">
                <Price final={next} price={one.priceKopecks} discount={one.discount} />
              </Cell>
              <Cell align="end" className="text-red">
                {present === 0 ? '—' : formatPercent((next - present) / present, 0)}
              </Cell>
              <Cell className="whitespace-nowrap text-muted">{formatDateTime(one.heldSince)}</Cell>
            </Row>
          );
        })}
      </tbody>
    </DataTable>
  );
}

/** The same for a narrow screen. */
export function HeldPriceList({ held }: HeldPricesProps) {
  const { data: profile } = useQuery(userQueries.me());
  return (
    <ul aria-label="Цены в карантине" className="rounded-panel border border-line bg-panel">
      {held.map((one) => {
        const present = finalPriceKopecks(one.presentPriceKopecks, one.presentDiscount);
        const next = finalPriceKopecks(one.priceKopecks, one.discount);
        const shop = profile?.shops.find(({ id }) => id === one.shopId);
        return (
          <WatchedLine
            key={`${one.shopId}-${one.nmId}`}
            card={one.card}
            nmId={one.nmId}
            note={[shop?.name, `в карантине с${NBSP}${formatDateTime(one.heldSince)}`]
              .filter(Boolean)
              .join(' · ')}
            prices={
              <>
                <span className="block text-muted">продаётся по {formatKopecks(present)}</span>
                <span className="block">
                  не применена <span className="font-medium text-red">{formatKopecks(next)}</span>
                </span>
              </>
            }
          />
        );
      })}
    </ul>
  );
}

function HeldCard({ held: { card, nmId } }: { held: ListedHeldPrice }) {
  if (!card) return <span className="text-muted">Артикул WB {nmId}: карточки здесь нет</span>;
  return (
    <span className="flex items-center gap-3">
      <CardPhoto src={card.photo} className="h-12 w-9 shrink-0" />
      <span className="min-w-0">
        <TextLink
          to={hrefTo.card({ id: card.id, tab: 'PRICE_AND_DISCOUNT' })}
          className="line-clamp-2 wrap-anywhere"
        >
          {card.title || 'Без наименования'}
        </TextLink>
        <span className="block text-sm text-muted wrap-anywhere">
          {card.vendorCode} · {nmId}
        </span>
      </span>
    </span>
  );
}

function Price({ final, price, discount }: { final: number; price: number; discount: number }) {
  return (
    <>
      {formatKopecks(final)}
      {discount > 0 ? (
        <span className="block text-sm text-muted">
          {formatKopecks(price)} − {discount}&nbsp;%
        </span>
      ) : null}
    </>
  );
}

/** All of them, whatever of them is shown. */
export function HeldPriceExport() {
  const queryClient = useQueryClient();
  const shopLabel = useShopLabel();
  return (
    <ExportButton
      fileName="Карантин цен"
      sheet="Карантин цен"
      columns={heldPriceColumns(shopLabel)}
      readRows={() =>
        everyRow(
          (offset) => queryClient.fetchQuery(heldPriceQueries.listPage(offset)),
          ({ shopId, nmId }) => `${shopId}:${nmId}`,
        )
      }
    />
  );
}
