/** The demo's part of the Wildberries directory: subjects, their characteristics, brands, colours, offices. */
export interface Subject {
  subjectID: number;
  subjectName: string;
  parentID: number;
  /** Whether sizes of one card may cost differently. */
  hasSizePrices: boolean;
  kind: SubjectKind;
}

type SubjectKind =
  'clothes' | 'shoes' | 'cups' | 'bedding' | 'toys' | 'lights' | 'bags' | 'mats' | 'gamepads' | 'other';

export interface Characteristic {
  id: number;
  name: string;
  /** 1 an array of strings, 4 one number */
  charcType: 1 | 4;
  maxCount: number;
  unitName: string;
  isRequired: boolean;
  isVariable: boolean;
  /** Sent as a field of its own, not in the array. */
  hasNamedField: boolean;
}

export const PARENTS = [
  { id: 1, name: 'Одежда', isVisible: true },
  { id: 2, name: 'Обувь', isVisible: true },
  { id: 3, name: 'Посуда и инвентарь', isVisible: true },
  { id: 4, name: 'Товары для дома', isVisible: true },
  { id: 5, name: 'Игрушки', isVisible: true },
  { id: 6, name: 'Освещение', isVisible: true },
  { id: 7, name: 'Аксессуары', isVisible: true },
  { id: 8, name: 'Продукты', isVisible: true },
  { id: 479, name: 'Электроника', isVisible: true },
  { id: 1077, name: 'Хозяйственные товары', isVisible: true },
];

function subject(
  subjectID: number,
  subjectName: string,
  parentID: number,
  kind: SubjectKind,
  hasSizePrices = false,
): Subject {
  return { subjectID, subjectName, parentID, kind, hasSizePrices };
}

export const SUBJECTS: Subject[] = [
  subject(69, 'Платья', 1, 'clothes'),
  subject(192, 'Футболки', 1, 'clothes'),
  subject(1724, 'Худи', 1, 'clothes'),
  subject(180, 'Джинсы', 1, 'clothes'),
  subject(105, 'Кроссовки', 2, 'shoes'),
  subject(812, 'Кружки', 3, 'cups'),
  subject(197, 'Постельное белье', 4, 'bedding', true),
  subject(117, 'Конструкторы', 5, 'toys'),
  subject(1673, 'Ночники', 6, 'lights'),
  subject(305, 'Косметички', 7, 'bags'),
  subject(2317, 'Коврики придверные', 4, 'mats', true),
  subject(524, 'Геймпады', 479, 'gamepads'),
  subject(268, 'Мягкие игрушки', 5, 'other'),
  subject(321, 'Пледы', 4, 'other', true),
  subject(1594, 'Швабры', 1077, 'other'),
  subject(59, 'Солнцезащитные очки', 7, 'other'),
  subject(223, 'Вазы', 4, 'other'),
  subject(198, 'Зеркала', 4, 'other'),
  subject(319, 'Одеяла', 4, 'other', true),
  subject(236, 'Фигурки и статуэтки', 4, 'other'),
  subject(201, 'Браслеты', 7, 'other'),
  subject(203, 'Серьги', 7, 'other'),
  subject(910, 'Роутеры', 479, 'other'),
  subject(515, 'Смартфоны', 479, 'other'),
  subject(1029, 'Мыльные пузыри', 5, 'other'),
  subject(406, 'Чай', 8, 'other'),
];

const subjectsById = new Map(SUBJECTS.map((entry) => [entry.subjectID, entry]));
const parentsById = new Map(PARENTS.map((entry) => [entry.id, entry]));

export function findSubject(subjectID: number): Subject | undefined {
  return subjectsById.get(subjectID);
}

export function subjectNameOf(subjectID: number): string {
  return subjectsById.get(subjectID)?.subjectName ?? '';
}

export function parentNameOf(subjectID: number): string {
  return parentsById.get(subjectsById.get(subjectID)?.parentID ?? 0)?.name ?? '';
}

/** «Название, единица» with a star for required, a hash for a number, a tilde for «may differ within a group». */
const TEXTS: Record<SubjectKind, string[]> = {
  clothes: [
    'Пол*',
    'Цвет*~',
    'Состав*',
    'Покрой',
    'Вырез горловины',
    'Тип рукава',
    'Декоративные элементы',
    'Тип карманов',
    'Вид застежки',
    'Фактура материала',
    'Сезон',
    'Уход за вещами',
    'Параметры модели на фото (ОГ-ОТ-ОБ)',
    'Рост модели на фото|см#',
    'Размер на модели',
    'Комплектация',
    'Страна производства*',
  ],
  shoes: [
    'Пол*',
    'Цвет*~',
    'Материал верха*',
    'Материал стельки',
    'Материал подкладки обуви',
    'Материал подошвы обуви',
    'Высота подошвы|см#',
    'Полнота обуви (EUR)',
    'Вид застежки',
    'Метод крепления подошвы',
    'Сезон',
    'Страна производства*',
  ],
  cups: [
    'Объем|мл#*',
    'Материал посуды*',
    'Цвет~',
    'Назначение подарка',
    'Можно мыть в ПММ',
    'Можно в СВЧ',
    'Рисунок~',
    'Комплектация',
  ],
  bedding: [
    'Размер постельного белья*',
    'Размер простыни',
    'Размер пододеяльника',
    'Размер наволочки',
    'Вид ткани постельного белья*',
    'Состав*',
    'Цвет~',
    'Плотность ткани|г/м²#',
    'Тип простыни',
    'Застежка пододеяльника',
    'Количество предметов в упаковке|шт.#',
  ],
  toys: [
    'Количество деталей|шт.#*~',
    'Возрастные ограничения*',
    'Материал игрушки',
    'Тематика',
    'Совместимость',
    'Цвет~',
    'Вес товара с упаковкой|г#',
  ],
  lights: [
    'Питание*',
    'Мощность|Вт#',
    'Цветовая температура|К#',
    'Материал плафона',
    'Режимы',
    'Датчик',
    'Цвет~',
  ],
  bags: ['Материал изделия*', 'Вид застежки', 'Количество отделений|шт.#', 'Рисунок~', 'Цвет~'],
  mats: [
    'Материал изделия*',
    'Основа коврика*',
    'Форма коврика',
    'Особенности коврика',
    'Размер коврика~',
    'Высота ворса|мм#',
    'Цвет~',
  ],
  gamepads: [
    'Интерфейс*',
    'Совместимость*',
    'Время автономной работы|ч#',
    'Емкость аккумулятора|мА*ч#',
    'Виброотдача',
    'Цвет~',
  ],
  other: ['Цвет~', 'Материал изделия', 'Комплектация', 'Страна производства'],
};

/** Ids that are public knowledge; the rest get numbers of their own from 900001 on. */
const KNOWN_IDS = new Map([
  ['Цвет', 14177449],
  ['Состав', 14177450],
  ['Страна производства', 14177451],
  ['Пол', 204557],
  ['Комплектация', 378533],
  ['Материал изделия', 17596],
  ['Рост модели на фото', 165482],
]);

const NAMED_FIELDS: Characteristic[] = [
  namedField(15000000, 'Наименование'),
  namedField(14177452, 'Описание'),
  namedField(14177446, 'Бренд'),
];

function namedField(id: number, name: string): Characteristic {
  return {
    id,
    name,
    charcType: 1,
    maxCount: 1,
    unitName: '',
    isRequired: false,
    isVariable: false,
    hasNamedField: true,
  };
}

const characteristicsByKind = buildCharacteristics();
const characteristicNames = new Map(
  [...characteristicsByKind.values()]
    .flat()
    .map((characteristic) => [characteristic.id, characteristic.name]),
);

function buildCharacteristics(): Map<SubjectKind, Characteristic[]> {
  const ids = new Map(KNOWN_IDS);
  let nextId = 900_001;
  const idOf = (name: string) => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    ids.set(name, nextId);
    return nextId++;
  };
  const byKind = new Map<SubjectKind, Characteristic[]>();
  for (const kind of Object.keys(TEXTS) as SubjectKind[]) {
    const own = TEXTS[kind].map((text): Characteristic => {
      const marks = /[#*~]+$/.exec(text)?.[0] ?? '';
      const [name = '', unitName = ''] = text.slice(0, text.length - marks.length).split('|');
      const isNumber = marks.includes('#');
      return {
        id: idOf(name),
        name,
        charcType: isNumber ? 4 : 1,
        maxCount: isNumber ? 1 : name === 'Цвет' ? 5 : 3,
        unitName,
        isRequired: marks.includes('*'),
        isVariable: marks.includes('~'),
        hasNamedField: false,
      };
    });
    byKind.set(kind, [...own, ...NAMED_FIELDS]);
  }
  return byKind;
}

export function characteristicsOf(subjectID: number): Characteristic[] {
  const found = subjectsById.get(subjectID);
  return found ? (characteristicsByKind.get(found.kind) ?? []) : [];
}

export function isRequired(characteristic: Characteristic): boolean {
  return characteristic.isRequired && !characteristic.hasNamedField;
}

export function characteristicName(id: number): string {
  return characteristicNames.get(id) ?? '';
}

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
  const parentID = subjectsById.get(subjectID)?.parentID ?? 0;
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

interface Office {
  id: number;
  name: string;
  city: string;
  address: string;
  longitude: number;
  latitude: number;
  cargoType: 1 | 3;
  deliveryType: 1;
  federalDistrict: string;
}

function office(
  id: number,
  name: string,
  city: string,
  region: string,
  latitude: number,
  longitude: number,
  federalDistrict: string,
  cargoType: 1 | 3 = 1,
): Office {
  const address = `${city}, ${region}`;
  return { id, name, city, address, longitude, latitude, cargoType, deliveryType: 1, federalDistrict };
}

export const OFFICES: Office[] = [
  office(15, 'Коледино', 'Подольск', 'Московская обл.', 55.386871, 37.588898, 'Центральный'),
  office(120, 'Электросталь', 'Электросталь', 'Московская обл.', 55.784, 38.444, 'Центральный'),
  office(117, 'Подольск', 'Подольск', 'Московская обл.', 55.431, 37.545, 'Центральный'),
  office(206, 'Тула', 'Алексин', 'Тульская обл.', 54.508, 37.075, 'Центральный', 3),
  office(301, 'Казань', 'Зеленодольск', 'Республика Татарстан', 55.846, 48.501, 'Приволжский'),
  office(130, 'Краснодар', 'Краснодар', 'Краснодарский край', 45.035, 38.976, 'Южный'),
  office(140, 'Екатеринбург', 'Екатеринбург', 'Свердловская обл.', 56.838, 60.597, 'Уральский'),
  office(150, 'Новосибирск', 'Новосибирск', 'Новосибирская обл.', 55.03, 82.92, 'Сибирский'),
  office(208, 'Невинномысск', 'Невинномысск', 'Ставропольский край', 44.633, 41.944, 'Северо-Кавказский'),
  office(
    159,
    'Санкт-Петербург (Уткина Заводь)',
    'Санкт-Петербург',
    'Ленинградская обл.',
    59.86,
    30.55,
    'Северо-Западный',
  ),
  office(218, 'Рязань (Тюшевское)', 'Рязань', 'Рязанская обл.', 54.546, 39.81, 'Центральный'),
  office(211, 'Котовск', 'Котовск', 'Тамбовская обл.', 52.585, 41.5, 'Центральный'),
  office(303, 'Волгоград', 'Волгоград', 'Волгоградская обл.', 48.708, 44.513, 'Южный'),
  office(219, 'Владимир', 'Владимир', 'Владимирская обл.', 56.129, 40.406, 'Центральный', 3),
];
