import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '#api/http/api-error.ts';
import { shopQueries } from '#api/shops.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { usePageTitle } from '#ui/page-title.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { parseShopTab, shopSearch, shopTabs, type ShopTab } from './shop-address.ts';
import { SandboxNotice } from './sandbox-notice.tsx';
import { ShopDescription } from './shop-description.tsx';
import { ShopTokens } from './shop-tokens.tsx';
import { ShopTroubles } from './shop-troubles.tsx';
import { ShopWarehouses } from './shop-warehouses.tsx';
import { summarizeTokens } from './token-facts.ts';

const TAB_LABELS: Record<ShopTab, string> = {
  description: 'Описание',
  warehouses: 'Склады',
  tokens: 'Токены',
};

export function ShopDetail({ id }: { id: number }) {
  const [searchParams] = useSearchParams();
  const tab = parseShopTab(searchParams.get('tab'));
  const query = useQuery(shopQueries.one(id));
  const shop = query.data;
  // Until its name is known, too: the crumb above it leads back to all shops, also from an error.
  usePageTitle(shop?.name ?? 'Магазин', { isBelow: true });

  if (shop === undefined) {
    if (!isStuck(query)) return <ShopSkeleton />;
    if (query.error instanceof ApiError && query.error.status === 404) return <ShopNotFound />;
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  const tokens = summarizeTokens(shop);
  return (
    <>
      <PageHeader
        before={<ShopBadge shop={shop} />}
        title={shop.name}
        note={shop.isSandbox ? <Badge tone="orange">Песочница</Badge> : undefined}
        subtitle={<DataAgeNote query={query} />}
      />
      {shop.isSandbox ? <SandboxNotice /> : null}
      <Tabs
        label="Разделы магазина"
        className="my-4"
        isReplacing
        items={shopTabs.map((item) => ({
          key: item,
          label: TAB_LABELS[item],
          isCurrent: item === tab,
          to: { search: shopSearch(id, item) },
          ...(item === 'warehouses' ? { count: shop.warehouseCount } : {}),
          ...(item === 'tokens' && tokens.tone !== 'green' ? { note: tokens.text, tone: tokens.tone } : {}),
        }))}
      />
      <ShopTroubles shops={[shop]} />
      {/* Stays behind the other tabs: what is typed there is there when one comes back. */}
      <div hidden={tab !== 'description'}>
        <ShopDescription shop={shop} />
      </div>
      {tab === 'warehouses' ? <ShopWarehouses shopId={id} /> : null}
      {tab === 'tokens' ? <ShopTokens shop={shop} /> : null}
    </>
  );
}

function ShopSkeleton() {
  return (
    <div className="flex flex-col gap-4" aria-busy>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

function ShopNotFound() {
  return (
    <EmptyState
      title="Магазин не найден"
      text="Возможно, его удалили или он принадлежит другому аккаунту."
      action={
        <LinkButton to={{ search: '' }} icon="arrow-left">
          Все магазины
        </LinkButton>
      }
    />
  );
}
