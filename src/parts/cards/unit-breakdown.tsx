import type { TariffEstimate, UnitEconomics, UnitSource } from '#contract/unit-economics.ts';
import { formatPeriod } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { about, formatPercent, MINUS, NBSP } from '#lib/numbers.ts';
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
  const { buyout, commissionBasisPoints } = economics;
  const taken = [
    {
      label: commissionLabel(commissionBasisPoints, acquiringKopecks !== undefined),
      kopecks: economics.commissionKopecks,
    },
    ...(acquiringKopecks === undefined ? [] : [{ label: 'Эквайринг', kopecks: acquiringKopecks }]),
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
          label={share === null ? `Прибыль${NBSP}≈` : `Прибыль ${about(formatPercent(share, 0))} цены`}
          text={profitKopecks === null ? 'нет себестоимости' : formatKopecks(profitKopecks)}
          className={`mt-1 border-t border-line-soft pt-2 font-medium ${profitKopecks !== null && profitKopecks < 0 ? 'text-red' : ''}`}
        />
        {breakEvenKopecks === null ? null : (
          <Line label="Без убытка от" text={formatKopecks(breakEvenKopecks)} className="text-muted" />
        )}
      </dl>
      <p className="mt-2 text-muted">
        По {countOf(economics.pieces, ['проданной штуке', 'проданным штукам', 'проданным штукам'])}{' '}
        {SOURCES[economics.source]}, {formatPeriod(economics.from, economics.to)}
        {commissionBasisPoints === undefined ? '.' : '; комиссия — по тарифу предмета.'}
      </p>
      {buyout === undefined ? null : <BuyoutSource buyout={buyout} />}
    </div>
  );
}

/** What is known where the shop has sold nothing that tells: the rest is said to be unknown. */
export function TariffBreakdown({ estimate }: { estimate: TariffEstimate }) {
  const { costPriceKopecks, leftKopecks, commissionBasisPoints } = estimate;
  return (
    <div className="text-left text-sm whitespace-normal">
      <dl>
        <Line label="Цена со скидкой" text={formatKopecks(estimate.priceKopecks)} />
        <UnknownDiscount />
        <Line
          label={commissionLabel(commissionBasisPoints, true)}
          text={lessText(estimate.commissionKopecks)}
        />
        <Line label="Эквайринг, логистика, хранение" text="неизвестно" className="text-muted" />
        <Line label="Налог и НДС" text={lessText(estimate.taxKopecks)} />
        {costPriceKopecks === null ? null : <Line label="Себестоимость" text={lessText(costPriceKopecks)} />}
        <Line
          label={`Остаётся до логистики${NBSP}≈`}
          text={leftKopecks === null ? 'нет себестоимости' : formatKopecks(leftKopecks)}
          className={`mt-1 border-t border-line-soft pt-2 font-medium ${leftKopecks !== null && leftKopecks < 0 ? 'text-red' : ''}`}
        />
      </dl>
      <p className="mt-2 text-muted">
        Продаж в отчётах магазина мало. Комиссия — по тарифу предмета; из тарифов для склада WB и для своего
        взят больший.
      </p>
    </div>
  );
}

const BASIS_POINTS = 10_000;

function commissionLabel(basisPoints: number | undefined, isAcquiringApart: boolean): string {
  if (basisPoints === undefined) return isAcquiringApart ? 'Комиссия' : 'Комиссия с эквайрингом';
  const share = formatPercent(basisPoints / BASIS_POINTS, 1);
  return `Комиссия: тариф предмета ${share}${isAcquiringApart ? '' : ', без эквайринга'}`;
}

/** Whose orders say how much of the logistics is of pieces that nobody kept. */
function BuyoutSource({ buyout }: { buyout: NonNullable<UnitEconomics['buyout']> | null }) {
  if (!buyout) return <p className="mt-1 text-muted">Какую часть заказов выкупают, пока неизвестно.</p>;
  const whose = buyout.source === 'CARD' ? 'карточки' : 'предмета во всех магазинах: у карточки их мало';
  return (
    <p className="mt-1 text-muted">
      Выкупают {formatPercent(buyout.share, 0)} — по{' '}
      {countOf(buyout.outcomes, ['заказу', 'заказам', 'заказам'])} {whose}. Доставку невыкупленных оплачивают
      выкупленные.
    </p>
  );
}

/** What the marketplace takes off at its own cost, as its reports say of late; where they do not, that. */
function BuyerPrice({ economics: { priceKopecks, buyerPriceKopecks } }: { economics: UnitEconomics }) {
  if (priceKopecks <= 0) return null;
  if (buyerPriceKopecks === undefined) return <UnknownDiscount />;
  const discount = (priceKopecks - buyerPriceKopecks) / priceKopecks;
  const label =
    discount > 0 ? `Платит покупатель: скидка WB ${about(formatPercent(discount, 0))}` : 'Платит покупатель';
  return <Line label={label} text={about(formatKopecks(buyerPriceKopecks))} className="text-muted" />;
}

function UnknownDiscount() {
  return <Line label="Скидка WB" text="неизвестна" className="text-muted" />;
}

function Line({ label, text, className = '' }: { label: string; text: string; className?: string }) {
  // What does not fit beside its sum in a large font stands above it.
  return (
    <div className={`flex flex-wrap justify-between gap-x-6 py-0.5 ${className}`}>
      <dt className="grow" style={{ flexBasis: '9rem' }}>
        {label}
      </dt>
      <dd className="ml-auto whitespace-nowrap tabular-nums">{text}</dd>
    </div>
  );
}

/** What is taken has a minus; what the marketplace adds has a plus. */
function lessText(kopecks: number): string {
  if (kopecks === 0) return formatKopecks(0);
  return kopecks > 0 ? `${MINUS}${formatKopecks(kopecks)}` : `+${formatKopecks(-kopecks)}`;
}
