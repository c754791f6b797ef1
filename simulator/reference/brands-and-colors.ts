import { findSubject } from './directory.ts';

const CLOTHES_BRANDS = [
  'Северика',
  'LÚNARI',
  'Тихая Нить',
  'MODERATO K',
  'Велемир',
  'ЯСНА wear',
  'Norvik Lab',
  'Пух&Лён',
  'Осокорь',
  'STRIDEO',
];
const HOME_BRANDS = ['Домовьё', 'Лампадия', 'ТёплыйУгол', 'Керамия', 'Сновея', 'Хозлад'];
const TOY_BRANDS = ['Кубикоград', 'Мишутляндия', 'БумТойс'];
const GADGET_BRANDS = ['Fiorenna', 'Косметея', 'PIXORA', 'Гирта', 'Zvukar'];

export function brandsOf(subjectID: number): { id: number; name: string; logoUrl: string }[] {
  const parentID = findSubject(subjectID)?.parentID ?? 0;
  const names =
    parentID === 1 || parentID === 2
      ? CLOTHES_BRANDS
      : parentID === 5
        ? TOY_BRANDS
        : parentID === 7 || parentID === 479
          ? GADGET_BRANDS
          : HOME_BRANDS;
  const all = [...CLOTHES_BRANDS, ...HOME_BRANDS, ...TOY_BRANDS, ...GADGET_BRANDS];
  return names.map((name) => ({ id: 310_000 + all.indexOf(name), name, logoUrl: '' }));
}

/** Free text is accepted as a brand; what says of itself that it is unknown is not. */
export function isBrandRefused(brand: string): boolean {
  return /неизвестн|unknown/i.test(brand);
}

const COLOR_GROUPS: [parent: string, names: string[]][] = [
  ['черный', ['черный', 'глубокий черный', 'антрацитовый']],
  ['серый', ['серый', 'графит', 'светло-серый', 'серый меланж']],
  ['белый', ['белый', 'молочный', 'айвори']],
  ['бежевый', ['бежевый', 'песочный']],
  ['коричневый', ['коричневый', 'кофе с молоком', 'шоколадный']],
  ['зеленый', ['зеленый', 'хаки', 'зеленый мох', 'изумрудный', 'мятный']],
  ['голубой', ['голубой', 'бирюзовый']],
  ['синий', ['синий', 'темно-синий', 'электрик']],
  ['фиолетовый', ['фиолетовый', 'лавандовый']],
  ['розовый', ['розовый', 'пудровый', 'фуксия']],
  ['красный', ['красный', 'бордовый', 'винный']],
  ['оранжевый', ['оранжевый', 'персиковый мелок']],
  ['желтый', ['желтый', 'горчичный']],
  ['серебристый', ['серебристый']],
  ['золотистый', ['золотистый']],
  ['прозрачный', ['прозрачный']],
];

export const COLORS = COLOR_GROUPS.flatMap(([parentName, names]) =>
  names.map((name) => ({ name, parentName })),
);
