/** The twelve subjects of the demo: what they cost, how they are packed, who makes them. */
export type DemoFamily = 'clothes' | 'shoes' | 'home' | 'bedding' | 'toys' | 'lights' | 'bags' | 'tech';

export interface DemoSubject {
  id: number;
  name: string;
  parentName: string;
  family: DemoFamily;
  /** Shape of the drawn photo, see server/media. */
  shape: string;
  vendorCodePrefix: string;
  cyrillicPrefix: string;
  priceRub: Range;
  discount: Range;
  costRub: Range;
  dimensions: { lengthCm: number; widthCm: number; heightCm: number; weightKg: number };
  /** Empty for goods without sizes. */
  techSizes: readonly string[];
}

type Range = readonly [from: number, to: number];

const LETTER_SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'] as const;

const box = (lengthCm: number, widthCm: number, heightCm: number, weightKg: number) => ({
  lengthCm,
  widthCm,
  heightCm,
  weightKg,
});

const numbers = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => String(from + index * step));

export const DEMO_SUBJECTS: readonly DemoSubject[] = [
  {
    id: 69,
    name: 'Платья',
    parentName: 'Одежда',
    family: 'clothes',
    shape: 'dress',
    vendorCodePrefix: 'PL',
    cyrillicPrefix: 'плт',
    priceRub: [2900, 9900],
    discount: [35, 65],
    costRub: [620, 1900],
    dimensions: box(32, 26, 4, 0.35),
    techSizes: numbers(42, 52, 2),
  },
  {
    id: 192,
    name: 'Футболки',
    parentName: 'Одежда',
    family: 'clothes',
    shape: 'tshirt',
    vendorCodePrefix: 'FTB',
    cyrillicPrefix: 'фтб',
    priceRub: [1200, 3900],
    discount: [40, 70],
    costRub: [230, 620],
    dimensions: box(30, 24, 3, 0.22),
    techSizes: LETTER_SIZES,
  },
  {
    id: 1724,
    name: 'Худи',
    parentName: 'Одежда',
    family: 'clothes',
    shape: 'hoodie',
    vendorCodePrefix: 'HD',
    cyrillicPrefix: 'худ',
    priceRub: [3200, 8900],
    discount: [40, 65],
    costRub: [780, 1900],
    dimensions: box(38, 30, 7, 0.62),
    techSizes: LETTER_SIZES.slice(1),
  },
  {
    id: 180,
    name: 'Джинсы',
    parentName: 'Одежда',
    family: 'clothes',
    shape: 'jeans',
    vendorCodePrefix: 'JNS',
    cyrillicPrefix: 'джн',
    priceRub: [3500, 9500],
    discount: [40, 60],
    costRub: [850, 2100],
    dimensions: box(36, 28, 5, 0.68),
    techSizes: numbers(25, 34),
  },
  {
    id: 105,
    name: 'Кроссовки',
    parentName: 'Обувь',
    family: 'shoes',
    shape: 'sneaker',
    vendorCodePrefix: 'KRS',
    cyrillicPrefix: 'крс',
    priceRub: [4900, 14900],
    discount: [45, 65],
    costRub: [1300, 3800],
    dimensions: box(34, 22, 13, 1.05),
    techSizes: numbers(36, 45),
  },
  {
    id: 812,
    name: 'Кружки',
    parentName: 'Посуда и инвентарь',
    family: 'home',
    shape: 'mug',
    vendorCodePrefix: 'MUG',
    cyrillicPrefix: 'крж',
    priceRub: [690, 2400],
    discount: [30, 55],
    costRub: [120, 480],
    dimensions: box(13, 11, 11, 0.42),
    techSizes: [],
  },
  {
    id: 197,
    name: 'Постельное белье',
    parentName: 'Товары для дома',
    family: 'bedding',
    shape: 'bedding',
    vendorCodePrefix: 'BED',
    cyrillicPrefix: 'кпб',
    priceRub: [3900, 12900],
    discount: [45, 70],
    costRub: [900, 3200],
    dimensions: box(38, 30, 9, 1.9),
    techSizes: [],
  },
  {
    id: 117,
    name: 'Конструкторы',
    parentName: 'Игрушки',
    family: 'toys',
    shape: 'bricks',
    vendorCodePrefix: 'KON',
    cyrillicPrefix: 'кнс',
    priceRub: [1490, 6900],
    discount: [35, 55],
    costRub: [380, 1900],
    dimensions: box(38, 26, 7, 0.85),
    techSizes: [],
  },
  {
    id: 1673,
    name: 'Ночники',
    parentName: 'Освещение',
    family: 'lights',
    shape: 'nightlamp',
    vendorCodePrefix: 'NGT',
    cyrillicPrefix: 'ноч',
    priceRub: [990, 3900],
    discount: [40, 60],
    costRub: [210, 900],
    dimensions: box(16, 14, 14, 0.38),
    techSizes: [],
  },
  {
    id: 305,
    name: 'Косметички',
    parentName: 'Аксессуары',
    family: 'bags',
    shape: 'cosmeticbag',
    vendorCodePrefix: 'KSM',
    cyrillicPrefix: 'ксм',
    priceRub: [890, 2900],
    discount: [40, 60],
    costRub: [160, 560],
    dimensions: box(24, 16, 6, 0.18),
    techSizes: [],
  },
  {
    id: 2317,
    name: 'Коврики придверные',
    parentName: 'Товары для дома',
    family: 'home',
    shape: 'doormat',
    vendorCodePrefix: 'MAT',
    cyrillicPrefix: 'квр',
    priceRub: [990, 3200],
    discount: [35, 55],
    costRub: [240, 760],
    dimensions: box(62, 16, 14, 1.2),
    techSizes: [],
  },
  {
    id: 524,
    name: 'Геймпады',
    parentName: 'Электроника',
    family: 'tech',
    shape: 'gamepad',
    vendorCodePrefix: 'GMP',
    cyrillicPrefix: 'гмп',
    priceRub: [2900, 8900],
    discount: [30, 50],
    costRub: [900, 2900],
    dimensions: box(18, 13, 8, 0.4),
    techSizes: [],
  },
];

const WEAR_BRANDS = [
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

export const NO_BRAND = 'Нет бренда';

/** Invented brands. */
export const BRANDS_OF_FAMILY: Record<DemoFamily, readonly string[]> = {
  clothes: WEAR_BRANDS,
  shoes: WEAR_BRANDS,
  home: HOME_BRANDS,
  bedding: HOME_BRANDS,
  lights: HOME_BRANDS,
  toys: TOY_BRANDS,
  bags: GADGET_BRANDS,
  tech: GADGET_BRANDS,
};
