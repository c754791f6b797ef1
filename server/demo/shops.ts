import type { SimulatorCategory } from './simulator-control.ts';

const DAY_MS = 86_400_000;
const ALL: readonly SimulatorCategory[] = [
  'content',
  'analytics',
  'prices',
  'marketplace',
  'statistics',
  'finance',
];
const without = (category: SimulatorCategory) => ALL.filter((one) => one !== category);

export interface DemoToken {
  categories: readonly SimulatorCategory[];
  acc?: number;
  readOnly?: boolean;
  /** Days from now; the marketplace's usual life otherwise. */
  lifeMs?: number;
  revoked?: boolean;
}

export interface DemoShop {
  name: string;
  tradeMark: string;
  tin: string;
  description: string;
  tokens: readonly DemoToken[];
  warehouses: readonly DemoWarehouse[];
  /** Subjects that the shop sells; the first shop of a subject is its main one. */
  subjectIds: readonly number[];
}

export interface DemoWarehouse {
  name: string;
  officeId: number;
  officeName: string;
  deliveryType?: number;
  groups: readonly string[];
}

const LYUBLINO = { name: 'Основной FBS (Москва, Люблино)', officeId: 117, officeName: 'Подольск' };
const KOLEDINO = { name: 'Склад Коледино', officeId: 15, officeName: 'Коледино' };
const PODOLSK = { name: 'Запасной Подольск', officeId: 120, officeName: 'Электросталь' };
const KAZAN = { name: 'Казань ПВЗ-приёмка', officeId: 301, officeName: 'Казань' };
const SIBERIA = { name: 'Новосибирск Сибирь', officeId: 150, officeName: 'Новосибирск' };
const SHUSHARY = { name: 'Спб Шушары', officeId: 159, officeName: 'Санкт-Петербург (Уткина Заводь)' };
const KRASNODAR = { name: 'Краснодар Юг', officeId: 130, officeName: 'Краснодар' };
const COURIER = {
  name: 'DBS Москва курьер',
  officeId: 218,
  officeName: 'Рязань (Тюшевское)',
  deliveryType: 2,
};

const RUSSIA = 'Вся Россия FBS';
const MOSCOW = 'Москва и МО';
const SOUTH = 'Юг';
const EAST = 'Сибирь и Урал';

/** Groups of the demo; a warehouse is in one USER group at most, zeroing takes what is named for it. */
export const DEMO_GROUPS = [
  { name: RUSSIA, kind: 'USER' },
  { name: MOSCOW, kind: 'USER' },
  { name: SOUTH, kind: 'USER' },
  { name: EAST, kind: 'USER' },
  { name: 'Обнуление', kind: 'CLEANING' },
] as const;
const CLEANING = 'Обнуление';

/** Five shops, each with another state of its tokens. */
export const DEMO_SHOPS: readonly DemoShop[] = [
  {
    name: 'ИП Соколова А. В. — Северика',
    tradeMark: 'Северика',
    tin: '770512345601',
    description: 'Женская и мужская одежда: платья, футболки, худи, джинсы.',
    tokens: [{ categories: ALL }],
    warehouses: [
      { ...LYUBLINO, groups: [MOSCOW] },
      { ...SIBERIA, groups: [EAST] },
      { ...PODOLSK, groups: [CLEANING] },
    ],
    subjectIds: [69, 192, 1724, 180],
  },
  {
    name: 'ООО «Тёплый Угол»',
    tradeMark: 'ТёплыйУгол',
    tin: '7726123456',
    description: 'Постельное бельё, посуда и свет для дома.',
    tokens: [{ categories: without('statistics') }, { categories: ['statistics'], lifeMs: 2 * DAY_MS }],
    warehouses: [
      { ...KOLEDINO, groups: [MOSCOW] },
      { ...KAZAN, groups: [RUSSIA] },
      { ...SHUSHARY, groups: [RUSSIA, CLEANING] },
    ],
    subjectIds: [197, 812, 1673, 2317],
  },
  {
    name: 'ИП Мамедов Р. Т. (обувь)',
    tradeMark: 'STRIDEO',
    tin: '236712345602',
    description: 'Кроссовки и повседневная обувь.',
    tokens: [{ categories: without('marketplace') }, { categories: ['marketplace'], revoked: true }],
    warehouses: [{ ...KRASNODAR, groups: [SOUTH] }],
    subjectIds: [105, 180, 1724],
  },
  {
    name: 'ООО «Кубикоград»',
    tradeMark: 'Кубикоград',
    tin: '7805123457',
    description: 'Конструкторы и игровые контроллеры.',
    tokens: [{ categories: ALL, readOnly: true }],
    warehouses: [{ ...SHUSHARY, groups: [RUSSIA] }],
    subjectIds: [117, 524],
  },
  {
    name: 'ИП Гринько Д. С. — подарки',
    tradeMark: 'Косметея',
    tin: '540612345603',
    description: 'Подарки: кружки, косметички, ночники, игры.',
    tokens: [{ categories: ALL, acc: 1 }],
    warehouses: [
      { ...SIBERIA, groups: [EAST] },
      { ...COURIER, groups: [MOSCOW] },
    ],
    subjectIds: [305, 812, 1673, 117, 524],
  },
];

/** The second account's shop: it proves that accounts are apart. */
export const SECOND_ACCOUNT_SHOP: DemoShop = {
  name: 'ИП Лаптева О. Н. — Сновея',
  tradeMark: 'Сновея',
  tin: '501812345604',
  description: '',
  tokens: [{ categories: ALL }],
  warehouses: [{ ...KOLEDINO, groups: [] }],
  subjectIds: [197, 2317],
};
