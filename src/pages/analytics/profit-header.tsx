import { useQueryClient } from '@tanstack/react-query';
import { analyticsQueries } from '#api/analytics.ts';
import type { ProfileShop } from '#contract/users.ts';
import { paths } from '#lib/paths.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { everyRow } from '#parts/exports/every-row.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ShopChoice } from '#parts/shop-choice.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ComparedChoice } from './compared-choice.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { profitColumns } from './profit-columns.ts';
import { isNothingSold } from './profit-tiles.tsx';
import type { ProfitAddress } from './use-profit-address.ts';
import type { ShownProfit } from './use-shown-profit.ts';

interface ProfitHeaderProps extends Pick<ProfitAddress, 'state' | 'change'> {
  shown: ShownProfit;
  shops: ProfileShop[];
}

/** Whose profit, of which days, and all of it as a file. */
export function ProfitHeader({ state, change, shown, shops }: ProfitHeaderProps) {
  const { query, profit, today, selected } = shown;
  return (
    <PageHeader
      title="Заказы и продажи"
      subtitle={<DataAgeNote query={query} />}
      actions={
        <>
          <ShopChoice shops={shops} chosen={state.shopIds} onChange={(shopIds) => change({ shopIds })} />
          <PeriodChoice
            period={state.period}
            shown={selected}
            today={today}
            reported={{
              // Not the answer's own `reportedUntil`: that one passes over shops of which there is no report at all.
              until: profit?.coverage?.report?.to,
              isChosen: state.period === null,
              onChoose: () => change({ period: null }),
            }}
            onChange={(period) => change({ period })}
          >
            <ComparedChoice against={state.against} onChange={(against) => change({ against })} />
          </PeriodChoice>
          <CardsDownload shown={shown} />
          <LinkButton to={paths.reports}>Сверка отчётов</LinkButton>
        </>
      }
    />
  );
}

function CardsDownload({ shown: { query, profit, marks, cardsQuestion } }: { shown: ShownProfit }) {
  const queryClient = useQueryClient();
  const shopName = useShopLabel();
  if (profit && isNothingSold(profit)) return null;
  if (!cardsQuestion || !marks || query.isPlaceholderData) {
    return (
      <Button icon="download" disabledReason="Цифры ещё загружаются">
        Скачать
      </Button>
    );
  }
  return (
    <ExportButton
      fileName={`Прибыль ${cardsQuestion.from} — ${cardsQuestion.to}`}
      sheet="Прибыль по карточкам"
      columns={profitColumns({
        shopName,
        isPreliminary: (shopId) => marks.ofShop(shopId).isPreliminary,
        isWithoutOrders: (shopId) => marks.ofShop(shopId).isWithoutOrders,
      })}
      readRows={() =>
        everyRow(
          (offset) => queryClient.fetchQuery(analyticsQueries.profitCardsPage(cardsQuestion, offset)),
          ({ shopId, nmId }) => `${shopId}:${nmId}`,
        )
      }
    />
  );
}
