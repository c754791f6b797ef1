import { useState } from 'react';
import type { PromotionCard } from '#contract/promotions.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatChange, formatPercent } from '#lib/numbers.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Cell, DataTable, HeadCell, Row } from '#ui/data-table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { isBelowCost, planMargin, priceChange } from './promotion-margin.ts';

const ROWS_AT_ONCE = 100;

interface PromotionCardTableProps {
  cards: readonly PromotionCard[];
  chosen: ReadonlySet<number>;
  onChosenChange: (chosen: ReadonlySet<number>) => void;
}

/** The price of now beside the price of the promotion, and what is left of it. */
export function PromotionCardTable({ cards, chosen, onChosenChange }: PromotionCardTableProps) {
  const [rowCount, setRowCount] = useState(ROWS_AT_ONCE);
  const available = cards.filter((card) => !card.isInAction);
  const chosenCount = available.filter((card) => chosen.has(card.nmId)).length;
  const choose = (nmId: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(nmId);
    else next.delete(nmId);
    onChosenChange(next);
  };
  return (
    <>
      <DataTable label="Карточки акции" className="table-fixed">
        <colgroup>
          <col className="w-11" />
          <col />
          <col className="w-24 max-sm:hidden" />
          <col className="w-28" />
          <col className="w-28 max-sm:w-24" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell>
              <Checkbox
                aria-label="Выбрать все карточки, которых нет в акции"
                checked={available.length > 0 && chosenCount === available.length}
                isIndeterminate={chosenCount > 0 && chosenCount < available.length}
                onChange={(isOn) => onChosenChange(new Set(isOn ? available.map((card) => card.nmId) : []))}
              />
            </HeadCell>
            <HeadCell>Карточка</HeadCell>
            <HeadCell align="end" className="max-sm:hidden">
              Сейчас
            </HeadCell>
            <HeadCell align="end">В акции</HeadCell>
            <HeadCell align="end">Маржа</HeadCell>
          </tr>
        </thead>
        <tbody>
          {cards.slice(0, rowCount).map((card) => (
            <Row key={card.nmId} isSelected={chosen.has(card.nmId)} className="h-14">
              <Cell>
                {card.isInAction ? null : (
                  <Checkbox
                    aria-label={`Выбрать: ${nameOf(card)}`}
                    checked={chosen.has(card.nmId)}
                    onChange={(isOn) => choose(card.nmId, isOn)}
                  />
                )}
              </Cell>
              <Cell>
                <div className="truncate font-medium">
                  {card.cardId === null ? (
                    nameOf(card)
                  ) : (
                    <TextLink to={`/home/cards/edit?id=${card.cardId}&tab=PRICE_AND_DISCOUNT`}>
                      {nameOf(card)}
                    </TextLink>
                  )}
                </div>
                <div className="flex items-center gap-2 text-sm text-muted">
                  <span className="truncate">{card.vendorCode || card.nmId}</span>
                  {card.isInAction ? <Badge tone="green">участвует</Badge> : null}
                </div>
              </Cell>
              <Cell align="end" className="max-sm:hidden">
                {formatKopecks(card.finalPriceKopecks)}
              </Cell>
              <Cell align="end">
                <PlanPrice card={card} />
              </Cell>
              <Cell align="end">
                <Margin card={card} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {rowCount < cards.length ? (
        <div className="mt-3 flex justify-center">
          <Button onClick={() => setRowCount(rowCount + ROWS_AT_ONCE)}>Показать ещё</Button>
        </div>
      ) : null}
    </>
  );
}

function PlanPrice({ card }: { card: PromotionCard }) {
  const change = priceChange(card);
  return (
    <>
      <div className="font-medium">{formatKopecks(card.planPriceKopecks)}</div>
      <div className="text-sm text-muted">{change === null ? '—' : formatChange(change, 0)}</div>
    </>
  );
}

function Margin({ card }: { card: PromotionCard }) {
  const margin = planMargin(card);
  if (margin === null)
    return <span className="text-sm whitespace-normal text-orange">нет себестоимости</span>;
  const left = card.planPriceKopecks - (card.costPriceKopecks ?? 0);
  return (
    <>
      <div className={isBelowCost(card) ? 'font-medium text-red' : ''}>{formatKopecks(left)}</div>
      <div className={`text-sm ${isBelowCost(card) ? 'whitespace-normal text-red' : 'text-muted'}`}>
        {isBelowCost(card) ? 'ниже себестоимости' : formatPercent(margin, 0)}
      </div>
    </>
  );
}

function nameOf(card: PromotionCard): string {
  return card.title || `Артикул WB ${card.nmId}`;
}
