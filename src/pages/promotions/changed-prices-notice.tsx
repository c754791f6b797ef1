import { useInfiniteQuery } from '@tanstack/react-query';
import { priceWatchQueries } from '#api/price-watch.ts';
import type { PriceChange } from '#contract/price-watch.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { inQuotes } from '#lib/text.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Prices that others have changed and nobody has looked at: as a rule a card has come into an automatic promotion. */
export function ChangedPricesNotice() {
  const { data } = useInfiniteQuery(priceWatchQueries.changes());
  const [first] = data?.pages ?? [];
  if (!first || first.unseenCount === 0) return null;
  const unseen = first.results.filter((change) => !change.isSeen && isLower(change));
  const promotions = [...new Set(unseen.flatMap(({ autoPromotions }) => autoPromotions))];
  return (
    <Notice
      tone="warning"
      title={`Изменений цен не из Прилавка: ${formatInteger(first.unseenCount)}`}
      action={
        <LinkButton size="sm" to={`${paths.heldPrices}?tab=changed`}>
          Посмотреть
        </LinkButton>
      }
    >
      {promotions.length > 0
        ? `Возможно, товар попал в автоакцию: ${promotions.map(inQuotes).join(', ')}. Сколько это стоит в день и что можно сделать — по ссылке.`
        : 'Их поставил кабинет Wildberries или другая программа.'}
    </Notice>
  );
}

/** A promotion does not raise prices. */
function isLower(change: PriceChange): boolean {
  const before = change.beforePriceKopecks * (100 - change.beforeDiscount);
  return change.priceKopecks * (100 - change.discount) < before;
}
