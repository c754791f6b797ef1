import type { UnreadStocks as UnreadPlace } from '#contract/shipments.ts';
import { hrefTo } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

interface UnreadStocksProps {
  places: readonly UnreadPlace[];
  isTrying: boolean;
  onRetry: () => void;
}

/** What is not in the table: where, why, and what can be done about it. */
export function UnreadStocks({ places, isTrying, onRetry }: UnreadStocksProps) {
  if (places.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title="Показаны не все остатки"
      className="mt-3"
      action={
        <Button size="sm" icon="refresh" loading={isTrying} onClick={onRetry}>
          Повторить
        </Button>
      }
    >
      <ul className="flex flex-col gap-1">
        {places.map(({ shopId, shopName, warehouseName, detail, isTokenMissing }) => (
          <li key={`${shopId} ${warehouseName}`}>
            {isTokenMissing ? (
              <>
                {detail}. <TextLink to={hrefTo.shopTokens(shopId)}>Добавить токен</TextLink>
              </>
            ) : (
              `${[shopName, warehouseName].filter(Boolean).join(', ')}: ${detail}`
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
