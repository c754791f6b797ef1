import type { EditedFacts, OwnPriceFacts } from '#contract/bulk-rows.ts';

/** How the facts of a piece are called within a sentence. */
export interface Namings {
  characteristicName: (id: number) => string;
  /** Empty: there is no such shop any more. */
  shopName: (id: number) => string;
}

const FIELD_NAMES = {
  priceKopecks: 'цена',
  discount: 'скидка',
  clubDiscount: 'скидка WB Клуба',
  costPriceKopecks: 'себестоимость',
  priceFloor: 'минимальная цена',
  vendorCode: 'артикул продавца',
  sizes: 'размеры и баркоды',
  title: 'наименование',
  description: 'описание',
  brand: 'бренд',
  lengthCm: 'длина',
  widthCm: 'ширина',
  heightCm: 'высота',
  weightKg: 'вес',
  tags: 'ярлыки',
} as const satisfies Partial<Record<keyof EditedFacts, string>>;

export function factNames(facts: EditedFacts, namings: Namings): string[] {
  const { subject, characteristics = [], ownPrices = [], costs = [], datedCost } = facts;
  const { characteristicName, shopName } = namings;
  return [
    ...Object.entries(FIELD_NAMES).flatMap(([field, name]) => (Object.hasOwn(facts, field) ? name : [])),
    ...(datedCost ? [`${FIELD_NAMES.costPriceKopecks} с ${dayText(datedCost.from)}`] : []),
    ...(subject ? ['предмет'] : []),
    ...characteristics.map(({ id }) => `«${characteristicName(id)}»`),
    ...ownPrices.map((own) => `${ownName(own)} в «${shopName(own.shopId)}»`),
    ...costs.map(({ from, shopId, techSize }) => {
      const place = [
        ...(from === null ? [] : [`с ${dayText(from)}`]),
        ...(shopId === null ? [] : [`в «${shopName(shopId)}»`]),
        ...(techSize === null ? [] : [`размера «${techSize}»`]),
      ];
      return [FIELD_NAMES.costPriceKopecks, ...place].join(' ');
    }),
  ];
}

function ownName({ priceKopecks, discount }: OwnPriceFacts): string {
  if (priceKopecks !== undefined && discount !== undefined) return 'своя цена и скидка';
  return priceKopecks === undefined ? 'своя скидка' : 'своя цена';
}

/** «01.03.2026». */
function dayText(day: string): string {
  return day.split('-').toReversed().join('.');
}
