/** The demo's part of the Wildberries directory: subjects and their characteristics. */
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
    'ТНВЭД',
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
    'ТНВЭД',
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
    'ТНВЭД',
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
  ['ТНВЭД', 15000001],
]);

const MAX_COUNTS = new Map([
  ['Цвет', 5],
  ['ТНВЭД', 1],
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
        maxCount: isNumber ? 1 : (MAX_COUNTS.get(name) ?? 3),
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
