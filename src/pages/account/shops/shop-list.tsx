import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shopQueries } from '#api/shops.ts';
import type { Shop } from '#contract/shops.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { formatAgo } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { NoShops } from '#parts/no-shops.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Cell, DataTable, HeadCell, Row, TwoLines } from '#ui/data-table.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { Status } from '#ui/status.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { AddShopDialog } from './add-shop-dialog.tsx';
import { shopSearch } from './shop-address.ts';
import { ShopTroubles } from './shop-troubles.tsx';
import { summarizeTokens, tokenStatus } from './token-facts.ts';

const ROW_HEIGHT_PX = 60;
/** Of the rows that are being loaded. */
const COLUMNS = [
  {},
  { className: 'max-md:hidden', align: 'end' },
  { className: 'max-md:hidden', align: 'end' },
  { className: 'max-md:hidden' },
  { className: 'max-lg:hidden' },
] as const;

export function ShopList() {
  const shops = useQuery(shopQueries.list());
  const [isAdding, setAdding] = useState(false);
  const onlineOnly = useOnlineOnly();

  const addButton = (
    <Button
      variant="primary"
      icon="plus"
      isWrapping
      disabledReason={onlineOnly('Добавить магазин можно только при связи')}
      onClick={() => setAdding(true)}
    >
      Добавить магазин
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Магазины"
        note={shops.data ? formatInteger(shops.data.length) : undefined}
        subtitle={<DataAgeNote query={shops} />}
        actions={addButton}
      />
      <div className="mt-4">
        <Shops query={shops} addButton={addButton} />
      </div>
      {isAdding ? <AddShopDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Shops({ query, addButton }: { query: UseQueryResult<Shop[]>; addButton: ReactNode }) {
  if (query.data === undefined && isStuck(query)) {
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data?.length === 0) {
    return (
      <NoShops
        text="Добавьте магазин по токену Wildberries: название, склады и карточки загрузятся сами."
        action={addButton}
      />
    );
  }
  return (
    <>
      <InactiveTokensNotice shops={query.data ?? []} />
      <ShopTroubles shops={query.data ?? []} />
      <ShopTable shops={query.data} />
    </>
  );
}

/** Where the notification about tokens leads on to. */
function InactiveTokensNotice({ shops }: { shops: readonly Shop[] }) {
  const affected = shops.filter(({ tokens }) => tokens.some((token) => tokenStatus(token) === 'INACTIVE'));
  if (affected.length === 0) return null;
  return (
    <Notice tone="warning" title="Неактивные токены" className="mb-4">
      <p>Магазин с таким токеном обновляется не полностью. Откройте токены магазина и обновите их:</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {affected.map(({ id, name }) => (
          <li key={id}>
            <TextLink isAlone to={{ search: shopSearch(id, 'tokens') }}>
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function ShopTable({ shops }: { shops: Shop[] | undefined }) {
  return (
    <DataTable label="Магазины">
      <thead>
        <tr>
          <HeadCell>Магазин</HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            Карточки
          </HeadCell>
          <HeadCell align="end" className="max-md:hidden">
            Склады
          </HeadCell>
          <HeadCell className="max-md:hidden">Токены</HeadCell>
          <HeadCell className="max-lg:hidden">Обновлён с WB</HeadCell>
        </tr>
      </thead>
      <tbody>
        {shops ? (
          shops.map((shop) => <ShopRow key={shop.id} shop={shop} />)
        ) : (
          <SkeletonRows count={5} columns={COLUMNS} rowHeightPx={ROW_HEIGHT_PX} />
        )}
      </tbody>
    </DataTable>
  );
}

function ShopRow({ shop }: { shop: Shop }) {
  const navigate = useNavigate();
  const tokens = summarizeTokens(shop);
  const place = { search: shopSearch(shop.id) };
  return (
    <Row onOpen={() => void navigate(place)} className="h-15">
      <Cell className="w-full max-w-0 md:w-2/5">
        <div className="flex min-w-0 items-center gap-3">
          <ShopBadge shop={shop} />
          <div className="min-w-0">
            <TwoLines
              main={
                <>
                  <Link to={place} className="rounded-sm font-medium hover:underline">
                    {shop.name}
                  </Link>
                  {shop.isSandbox ? (
                    <>
                      {' '}
                      <Badge tone="orange">Песочница</Badge>
                    </>
                  ) : null}
                </>
              }
              below={
                <>
                  {shop.tradeMark}
                  <span className="md:hidden">
                    {' '}
                    · {countOf(shop.cardCount, ['карточка', 'карточки', 'карточек'])}
                  </span>
                </>
              }
            />
            <div className="mt-1.5 md:hidden">
              <Status tone={tokens.tone}>{tokens.text}</Status>
            </div>
          </div>
        </div>
      </Cell>
      <Cell align="end" className="max-md:hidden">
        {formatInteger(shop.cardCount)}
      </Cell>
      <Cell align="end" className="max-md:hidden">
        {formatInteger(shop.warehouseCount)}
      </Cell>
      <Cell className="max-md:hidden">
        <Status tone={tokens.tone}>{tokens.text}</Status>
      </Cell>
      <Cell className="text-muted max-lg:hidden">
        {shop.lastSyncedAt === null ? 'ещё не обновлялся' : formatAgo(shop.lastSyncedAt)}
      </Cell>
    </Row>
  );
}
