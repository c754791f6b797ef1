import { useState } from 'react';
import type { PromotionCard } from '#contract/promotions.ts';
import { formatDay } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatChange, formatPercent } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { UnitBreakdown } from '#parts/cards/unit-breakdown.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { Popover } from '#ui/popover.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { isBelowCost, isBelowFloor, planProfit, priceChange, type PlanProfit } from './promotion-profit.ts';

const ROWS_AT_ONCE = 100;

interface PromotionCardTableProps {
  cards: readonly PromotionCard[];
  chosen: ReadonlySet<number>;
  onChosenChange: (chosen: ReadonlySet<number>) => void;
}

/** The price of now beside the price of the promotion, and what is left of it. */
export function PromotionCardTable({ cards, chosen, onChosenChange }: PromotionCardTableProps) {
  const [rowCount, setRowCount] = useState(ROWS_AT_ONCE);
  const isTable = useMediaQuery('(min-width: 640px)');
  const shown = cards.slice(0, rowCount);
  const chosenCount = cards.filter((card) => chosen.has(card.nmId)).length;
  const choice = (
    <Checkbox
      {...(isTable
        ? { 'aria-label': 'Выбрать все карточки' }
        : { label: 'Выбрать все карточки', className: 'mb-2' })}
      checked={cards.length > 0 && chosenCount === cards.length}
      isIndeterminate={chosenCount > 0 && chosenCount < cards.length}
      onChange={(isOn) => onChosenChange(new Set(isOn ? cards.map((card) => card.nmId) : []))}
    />
  );
  const rows = shown.map((card) => ({
    card,
    choose: (
      <Checkbox
        aria-label={`Выбрать: ${nameOf(card)}`}
        checked={chosen.has(card.nmId)}
        onChange={(isOn) => onChosenChange(withOne(chosen, card.nmId, isOn))}
      />
    ),
  }));
  return (
    <>
      {isTable ? (
        <DataTable label="Карточки акции" className="table-fixed">
          <colgroup>
            <col className="w-11" />
            <col />
            <col className="w-26 max-xl:hidden" />
            <col className="w-28 max-xl:w-36" />
            <col className="w-30" />
          </colgroup>
          <thead>
            <tr>
              <HeadCell>{choice}</HeadCell>
              <HeadCell>Карточка</HeadCell>
              <HeadCell align="end" className="max-xl:hidden">
                Сейчас
              </HeadCell>
              <HeadCell align="end">В акции</HeadCell>
              <HeadCell align="end">Прибыль ≈</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ card, choose }) => (
              <Row key={card.nmId} isSelected={chosen.has(card.nmId)} className="h-14">
                <Cell>{choose}</Cell>
                <Cell>
                  <Name card={card} />
                </Cell>
                <Cell align="end" className="max-xl:hidden">
                  {formatKopecks(card.finalPriceKopecks)}
                </Cell>
                <Cell align="end">
                  <PlanPrice card={card} />
                </Cell>
                <Cell align="end">
                  <Profit card={card} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </DataTable>
      ) : (
        <>
          {choice}
          <ul aria-label="Карточки акции" className="rounded-panel border border-line">
            {rows.map(({ card, choose }) => (
              <li key={card.nmId} className="flex gap-3 border-b border-line-soft p-3 last:border-b-0">
                <div className="w-6 shrink-0">{choose}</div>
                <div className="min-w-0 grow">
                  <Name card={card} />
                  <div className="mt-1 flex justify-between gap-3 tabular-nums">
                    <div>
                      <PlanPrice card={card} />
                    </div>
                    <div className="text-right">
                      <Profit card={card} />
                    </div>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {rowCount < cards.length ? (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setRowCount(rowCount + ROWS_AT_ONCE)}>Показать ещё</Button>
        </div>
      ) : null}
    </>
  );
}

function withOne(chosen: ReadonlySet<number>, nmId: number, isChosen: boolean): ReadonlySet<number> {
  const next = new Set(chosen);
  if (isChosen) next.add(nmId);
  else next.delete(nmId);
  return next;
}

function Name({ card }: { card: PromotionCard }) {
  return (
    <>
      <div className="truncate font-medium">
        {card.cardId === null ? (
          nameOf(card)
        ) : (
          <TextLink isAlone to={hrefTo.card({ id: card.cardId, tab: 'PRICE_AND_DISCOUNT' })}>
            {nameOf(card)}
          </TextLink>
        )}
      </div>
      <div className="flex items-center gap-2 text-sm text-muted">
        <span className="truncate">{card.vendorCode || card.nmId}</span>
        {isBelowFloor(card) ? (
          <span className="shrink-0">
            <Badge tone="red">ниже минимальной</Badge>
          </span>
        ) : null}
      </div>
    </>
  );
}

function PlanPrice({ card }: { card: PromotionCard }) {
  const change = priceChange(card);
  return (
    <>
      <div className="font-medium">{formatKopecks(card.planPriceKopecks)}</div>
      <div className="text-sm text-muted">
        <span className="xl:hidden">с&nbsp;{formatKopecks(card.finalPriceKopecks)}: </span>
        {change === null ? '—' : formatChange(change, 0)}
      </div>
    </>
  );
}

/** Opens to how it comes about, and to what was ordered at such a price before. */
function Profit({ card }: { card: PromotionCard }) {
  const { economics, pastOrders } = card;
  const text = <ProfitText card={card} />;
  if (!economics && !pastOrders) return text;
  return (
    <Popover
      label={`Из чего прибыль: ${nameOf(card)}`}
      align="end"
      className="w-80 p-4"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="rounded-control text-right underline decoration-line decoration-dotted underline-offset-4 hover:decoration-ink"
        >
          {text}
        </button>
      )}
    >
      {economics ? <UnitBreakdown economics={economics} /> : null}
      {pastOrders ? <p className="mt-2 text-left text-sm whitespace-normal">{pastText(pastOrders)}</p> : null}
    </Popover>
  );
}

function ProfitText({ card }: { card: PromotionCard }) {
  const profit = planProfit(card);
  if (profit === null) {
    const isKnownLoss = isBelowCost(card);
    return (
      <span className={`block text-sm whitespace-normal ${isKnownLoss ? 'text-red' : 'text-orange'}`}>
        {isKnownLoss ? 'ниже себестоимости' : unknownText(card)}
      </span>
    );
  }
  const tone = profit.kopecks < 0 ? 'text-red' : 'text-muted';
  return (
    <>
      <span className={`block ${profit.kopecks < 0 ? 'font-medium text-red' : ''}`}>
        {formatKopecks(profit.kopecks)}
      </span>
      <span className={`block text-sm whitespace-normal ${tone}`}>{profitNote(card, profit)}</span>
    </>
  );
}

function pastText({ count, dayCount, lastDay }: NonNullable<PromotionCard['pastOrders']>): string {
  if (count === 0 || lastDay === null) return 'По такой цене (±5\u00a0%) за 90 дней не заказывали.';
  const orders = countOf(count, ['заказ', 'заказа', 'заказов']);
  const days = countOf(dayCount, ['день', 'дня', 'дней']);
  return `По такой цене (±5\u00a0%) за 90 дней: ${orders} за ${days}, последний ${formatDay(lastDay)}.`;
}

function unknownText({ costPriceKopecks }: PromotionCard): string {
  return costPriceKopecks === null ? 'нет себестоимости' : 'нет данных о продажах';
}

function profitNote(card: PromotionCard, { kopecks, share }: PlanProfit): string {
  if (isBelowCost(card)) return 'ниже себестоимости';
  return kopecks < 0 ? 'в убыток' : formatPercent(share, 0);
}

function nameOf(card: PromotionCard): string {
  return card.title || `Артикул WB ${card.nmId}`;
}
