import { filled, type CardSums, type LineName } from './card-sums.ts';
import { spreadKopecks } from './kopeck-math.ts';
import { lineNames, unnamedDeductionKopecks, type ProfitLines } from './profit-engine.ts';

/**
 * Adds to each card its share of lines that belong to nobody (storage, penalties, deductions come with nmId 0), in
 * proportion to the cards' revenue; equally when nobody has any. The sum of what is returned is the sum of what went in.
 */
export function spreadLines(shared: ProfitLines, cards: CardSums): CardSums {
  const names = lineNames.filter((name) => shared[name] !== 0);
  if (names.length === 0) return cards;
  const revenue = cards.sums.get('revenueKopecks');
  const weights = Float64Array.from(cards.nmIds, (_, at) => Math.max(revenue?.[at] ?? 0, 0));
  const shareOf = (kopecks: number) => spreadKopecks(kopecks, weights);
  const shares = new Map<LineName, number[]>();
  for (const name of names) if (name !== 'deductionKopecks') shares.set(name, shareOf(shared[name]));
  // Made of its parts: what is said of all withholdings of a shop would be a kopeck off in its cards else.
  const [advertising, other] = [shares.get('advertisingKopecks'), shares.get('otherDeductionKopecks')];
  const deductions = shareOf(unnamedDeductionKopecks(shared)).map(
    (unnamed, at) => unnamed + (advertising?.[at] ?? 0) + (other?.[at] ?? 0),
  );
  shares.set('deductionKopecks', deductions);
  const added = filled([...shares.keys()], (name) => {
    const own = cards.sums.get(name);
    return (shares.get(name) ?? []).map((share, at) => share + (own?.[at] ?? 0));
  });
  return {
    ...cards,
    sums: new Map([...cards.sums].filter(([name]) => !shares.has(name)).concat([...added])),
  };
}
