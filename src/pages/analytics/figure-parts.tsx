import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { profitPartQueries } from '#api/profit-parts.ts';
import { rowLines, type PartedLine, type ProfitPart, type RowLine } from '#contract/profit-parts.ts';
import type { ProfileShop } from '#contract/users.ts';
import { countOf } from '#lib/plurals.ts';
import { ExportButton } from '#parts/exports/export-button.tsx';
import { useShopLabel } from '#parts/exports/use-shop-label.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ExpandableLine } from './expandable-line.tsx';
import { FigureRows } from './figure-rows.tsx';
import { figures } from './figure-names.ts';
import { FigureTaxes } from './figure-taxes.tsx';
import type { PartsQuery } from './parts-query.ts';
import { partColumns } from './part-columns.ts';
import { ownCostPartFacts, partName, partSource } from './part-words.ts';

interface FigurePartsProps {
  line: PartedLine;
  /** What the page shows of it. */
  shown: number;
  /** −1: it is said as what it does to the profit. */
  sign: 1 | -1;
  /** The feed of orders does not reach these days. */
  isUnknown: boolean;
  query: PartsQuery;
  shops: ReadonlyMap<number, ProfileShop>;
  format: (amount: number) => string;
  /** Of a card: where the same figure of its whole shop opens. */
  hrefOfShop?: string | undefined;
}

const NOTHING_OF: Partial<Record<PartedLine, string>> = {
  OWN_COSTS:
    'За эти дни ничего не указано. Расходы мимо Wildberries добавляют кнопкой «Прочие расходы» в «Из чего сложилась прибыль».',
};

const UNKNOWN_TEXT = 'Заказы и отмены за эти дни неизвестны: Wildberries отдаёт их за 90 дней.';

const OFFLINE_TEXT = 'Деньги не хранятся на устройстве. Строки появятся, когда будет связь.';

/** The kinds of rows that a line adds up from; each opens to its rows. */
export function FigureParts(props: FigurePartsProps) {
  const { line, shown, sign, isUnknown, query, shops, format, hrefOfShop } = props;
  const parts = useQuery(profitPartQueries.parts({ ...query, line }));
  const shopLabel = useShopLabel();
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  if (!parts.data) {
    return (
      <ProblemOrSkeleton
        query={parts}
        offlineText={OFFLINE_TEXT}
        skeleton={<Skeleton className="h-24 w-full" />}
      />
    );
  }
  const { total, parts: found, years } = parts.data;
  return (
    <div className="flex flex-col gap-3">
      {total === shown ? null : (
        <Notice tone="info">
          Пока окно открывалось, пришли новые данные: теперь сумма — {format(total)}. Обновите страницу, чтобы
          увидеть её везде.
        </Notice>
      )}
      {found.length === 0 ? (
        <p className="text-muted">
          {isUnknown ? UNKNOWN_TEXT : (NOTHING_OF[line] ?? 'За эти дни здесь ничего нет.')}
        </p>
      ) : null}
      <ul aria-label="Из чего сложилось">
        {found.map((part, index) => (
          <li key={keyOf(part)} className="border-b border-line-soft last:border-b-0">
            <PartOfFigure
              part={part}
              line={line}
              sign={sign}
              query={query}
              shops={shops}
              format={format}
              hrefOfShop={hrefOfShop}
              isOpen={openIndex === index}
              onToggle={() => setOpenIndex(openIndex === index ? null : index)}
            />
          </li>
        ))}
      </ul>
      {found.length === 0 ? null : (
        <div>
          <ExportButton
            size="sm"
            fileName={`${figures[line].title}, слагаемые ${query.from} — ${query.to}`}
            sheet="Слагаемые"
            columns={partColumns({
              line,
              sign,
              shopId: query.nmId === undefined ? null : Number(query.shop[0]),
              shopIds: [...shops.keys()],
              shopLabel,
            })}
            readRows={() => found}
          />
        </div>
      )}
      {years && (line === 'VAT' || line === 'TAX') ? (
        <FigureTaxes line={line} years={years} period={query} isEffect={sign < 0} />
      ) : null}
    </div>
  );
}

interface PartOfFigureProps extends Pick<
  FigurePartsProps,
  'line' | 'sign' | 'query' | 'shops' | 'format' | 'hrefOfShop'
> {
  part: ProfitPart;
  isOpen: boolean;
  onToggle: () => void;
}

function PartOfFigure(props: PartOfFigureProps) {
  const { part, line, sign, query, shops, format, hrefOfShop, isOpen, onToggle } = props;
  const nameOfShop = (shopId: number) => shops.get(shopId)?.name ?? `Магазин № ${shopId}`;
  const amount = <span className="shrink-0 whitespace-nowrap tabular-nums">{format(part.amount)}</span>;
  if (part.kind === 'SHARE') {
    return (
      <div className="flex min-h-9 items-center gap-3 py-1.5">
        <span className="min-w-0 grow break-words">
          {partName(part, line, nameOfShop)}{' '}
          <span className="text-sm text-muted">
            · {query.shop.map((id) => nameOfShop(Number(id)))}:{' '}
            {hrefOfShop ? <TextLink to={hrefOfShop}>{format(part.of)}</TextLink> : format(part.of)}
          </span>
        </span>
        {amount}
      </div>
    );
  }
  if (part.kind !== 'ROWS' || !isRowLine(line)) {
    return (
      <div className="flex min-h-9 items-center gap-3 py-1.5">
        <span className="min-w-0 grow break-words">
          {partName(part, line, nameOfShop)}{' '}
          {part.kind === 'OWN_COST' ? (
            <span className="text-sm text-muted">· {ownCostPartFacts(part, [...shops.values()])}</span>
          ) : null}
        </span>
        {amount}
      </div>
    );
  }
  return (
    <>
      <ExpandableLine amount={format(part.amount)} isOpen={isOpen} onToggle={onToggle}>
        {partName(part, line, nameOfShop)}{' '}
        <span className="text-sm text-muted">
          · {countOf(part.count, ['строка', 'строки', 'строк'])}
          {' · '}
          {partSource(part)}
        </span>
      </ExpandableLine>
      {isOpen ? (
        <div className="pb-3">
          <FigureRows part={part} sign={sign} query={{ ...query, line }} shops={shops} format={format} />
        </div>
      ) : null}
    </>
  );
}

function isRowLine(line: PartedLine): line is RowLine {
  return rowLines.some((one) => one === line);
}

function keyOf(part: ProfitPart): string {
  if (part.kind === 'ROWS') return `${part.source}:${part.operation}:${part.isReturn}`;
  if (part.kind === 'SHARE') return 'share';
  if (part.kind === 'SHOP') return `shop:${part.shopId}`;
  return part.rate ? `rate:${part.rate.id}` : `cost:${part.cost.id}`;
}
