import { useInfiniteQuery } from '@tanstack/react-query';
import { priceWatchQueries } from '#api/price-watch.ts';
import { paths } from '#lib/paths.ts';
import { Tabs } from '#ui/tabs.tsx';

export const watchTabs = ['held', 'below', 'changed'] as const;
export type WatchTab = (typeof watchTabs)[number];

const LABELS: Record<WatchTab, string> = {
  held: 'В карантине',
  below: 'Ниже минимальной',
  changed: 'Изменились на Wildberries',
};

/** What is watched of prices, each with how much there is to look at. */
export function PriceWatchTabs({ current, heldCount }: { current: WatchTab; heldCount: number | undefined }) {
  const below = useInfiniteQuery(priceWatchQueries.belowFloor());
  const changed = useInfiniteQuery(priceWatchQueries.changes());
  const counts: Record<WatchTab, number | undefined> = {
    held: heldCount,
    below: below.data?.pages[0]?.count,
    changed: changed.data?.pages[0]?.unseenCount,
  };
  return (
    <Tabs
      label="Что с ценами"
      isReplacing
      items={watchTabs.map((tab) => ({
        key: tab,
        label: LABELS[tab],
        count: counts[tab],
        isCurrent: tab === current,
        to: tab === 'held' ? paths.heldPrices : `${paths.heldPrices}?tab=${tab}`,
      }))}
    />
  );
}
