import type { UnitEconomics, UnitSource } from '#contract/unit-economics.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { formatPercent, MINUS, NBSP } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';

/** «По 34 проданным штукам карточки» */
const SOURCES: Record<UnitSource, string> = {
  CARD: 'карточки в этом магазине',
  SUBJECT: 'предмета в этом магазине: у карточки их мало',
  SHOP: 'всего магазина: у карточки и у предмета их мало',
};

/** How the profit of one piece comes about, from the price down, and what it is estimated from. */
export function UnitBreakdown({ economics }: { economics: UnitEconomics }) {
  const { priceKopecks, costPriceKopecks, profitKopecks, breakEvenKopecks, acquiringKopecks } = economics;
  const taken = [
    ...(acquiringKopecks === undefined
      ? [{ label: 'Комиссия с эквайрингом', kopecks: economics.commissionKopecks }]
      : [
          { label: 'Комиссия', kopecks: economics.commissionKopecks },
          { label: 'Эквайринг', kopecks: acquiringKopecks },
        ]),
    { label: 'Логистика с невыкупами', kopecks: economics.logisticsKopecks },
    { label: 'Хранение', kopecks: economics.storageKopecks },
    { label: 'Прочие удержания', kopecks: economics.otherKopecks },
    { label: 'Налог и НДС', kopecks: economics.taxKopecks },
    ...(costPriceKopecks === null ? [] : [{ label: 'Себестоимость', kopecks: costPriceKopecks }]),
  ];
  const share = profitKopecks === null || priceKopecks <= 0 ? null : profitKopecks / priceKopecks;
  return (
    <div className="text-left text-sm whitespace-normal">
      <dl>
        <Line label="Цена со скидкой" text={formatKopecks(priceKopecks)} />
        <BuyerPrice economics={economics} />
        {taken.map(({ label, kopecks }) => (
          <Line key={label} label={label} text={lessText(kopecks)} />
        ))}
        <Line
          label={share === null ? 'Прибыль ≈' : `Прибыль ≈ ${formatPercent(share, 0)} цены`}
          text={profitKopecks === null ? 'нет себестоимости' : formatKopecks(profitKopecks)}
          className={`mt-1 border-t border-line-soft pt-2 font-medium ${profitKopecks !== null && profitKopecks < 0 ? 'text-red' : ''}`}
        />
        {breakEvenKopecks === null ? null : (
          <Line label="Без убытка от" text={formatKopecks(breakEvenKopecks)} className="text-muted" />
        )}
      </dl>
      <p className="mt-2 text-muted">
        По {countOf(economics.pieces, ['проданной штуке', 'проданным штукам', 'проданным штукам'])}{' '}
        {SOURCES[economics.source]}, {formatPeriod(economics.from, economics.to)}.
      </p>
    </div>
  );
}

/** What the marketplace takes off at its own cost, as its reports say of late. */
function BuyerPrice({ economics: { priceKopecks, buyerPriceKopecks } }: { economics: UnitEconomics }) {
  if (buyerPriceKopecks === undefined || priceKopecks <= 0) return null;
  const discount = (priceKopecks - buyerPriceKopecks) / priceKopecks;
  const label =
    discount > 0 ? `Платит покупатель: скидка WB ≈${NBSP}${formatPercent(discount, 0)}` : 'Платит покупатель';
  return <Line label={label} text={`≈ ${formatKopecks(buyerPriceKopecks)}`} className="text-muted" />;
}

function Line({ label, text, className = '' }: { label: string; text: string; className?: string }) {
  return (
    <div className={`flex justify-between gap-6 py-0.5 ${className}`}>
      <dt>{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{text}</dd>
    </div>
  );
}

/** What is taken has a minus; what the marketplace adds has a plus. */
function lessText(kopecks: number): string {
  if (kopecks === 0) return formatKopecks(0);
  return kopecks > 0 ? `${MINUS}${formatKopecks(kopecks)}` : `+${formatKopecks(-kopecks)}`;
}
