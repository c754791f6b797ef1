import type { Profit } from '#contract/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDateTime, formatDay, formatPeriod } from '#lib/dates.ts';
import { NBSP } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { sourceNames, type SourceName } from './figure-sources.ts';

type ShopSources = NonNullable<Profit['sources']>[number];

const TITLES: Record<SourceName, string> = {
  orders: 'Лента заказов',
  sales: 'Лента продаж',
  report: 'Отчёты Wildberries',
};

interface SourceListProps {
  sources: readonly ShopSources[];
  names: readonly SourceName[];
  shops: ReadonlyMap<number, ProfileShop>;
}

/** Each source once where all shops have it alike, else shop by shop. */
export function SourceList({ sources, names, shops }: SourceListProps) {
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {names.map((name) => {
        const said = sources.map((shop) => ({ shopId: shop.shopId, text: textOf(shop, name) }));
        const isAlike = said.every(({ text }) => text === said[0]?.text);
        return (
          <div key={name}>
            <dt className="text-muted">{TITLES[name]}</dt>
            {(isAlike ? said.slice(0, 1) : said).map(({ shopId, text }) => (
              <dd key={shopId}>
                {isAlike ? '' : `${shops.get(shopId)?.name ?? `Магазин № ${shopId}`}: `}
                {text}
              </dd>
            ))}
          </div>
        );
      })}
    </dl>
  );
}

/** «Данные»: which days each source has, and when it was read. */
export function DataSources({ sources, shops }: Omit<SourceListProps, 'names'>) {
  return (
    <Popover
      className="p-4"
      label="Данные"
      trigger={(props) => (
        <Button {...props} size="sm" variant="ghost" iconEnd="chevron-down">
          Данные
        </Button>
      )}
    >
      <div className="w-72">
        <SourceList sources={sources} names={sourceNames} shops={shops} />
      </div>
    </Popover>
  );
}

function textOf(shop: ShopSources, name: SourceName): string {
  const { from, to, readAt } = shop[name];
  const hasDays = from && to && from <= to;
  const days = hasDays ? formatPeriod(from, to) : 'данных ещё нет';
  const daily =
    name === 'report' && shop.dailyFrom ? `с${NBSP}${formatDay(shop.dailyFrom)} — ежедневные` : null;
  // A token that may ask twice a day is half a day from one page to the next.
  const unread = hasDays ? 'чтение ещё не закончено' : 'ещё не прочитано';
  const read = readAt ? `прочитано ${formatDateTime(readAt)}` : unread;
  return [days, daily, read].filter((part) => part !== null).join(', ');
}
