import type { Random } from './random.ts';
import type { DemoFamily, DemoSubject } from './subjects.ts';

/** A characteristic of a demo subject and the values that a believable card has. */
export interface DemoCharacteristic {
  name: string;
  isRequired: boolean;
  type: 'TEXT' | 'NUMBER';
  unit: string;
  /** Texts to pick from, or the ends of a range of numbers. */
  values: readonly string[] | readonly [from: number, to: number];
}

const text = (name: string, ...values: string[]): DemoCharacteristic => ({
  name,
  isRequired: false,
  type: 'TEXT',
  unit: '',
  values,
});
const number = (name: string, unit: string, from: number, to: number): DemoCharacteristic => ({
  name,
  isRequired: false,
  type: 'NUMBER',
  unit,
  values: [from, to],
});
const required = (characteristic: DemoCharacteristic): DemoCharacteristic => ({
  ...characteristic,
  isRequired: true,
});

/** The card's own colour is put in its place by the catalogue. */
const COLOR = text('Цвет', 'черный');
const COUNTRY = required(
  text('Страна производства', 'Россия', 'Китай', 'Узбекистан', 'Киргизия', 'Турция', 'Беларусь'),
);
const COMPOSITION = [
  'хлопок 100%',
  'хлопок 95%, эластан 5%',
  'вискоза 70%, полиэстер 30%',
  'футер трёхнитка',
  'лен 55%, вискоза 45%',
];

const BY_FAMILY: Record<DemoFamily, readonly DemoCharacteristic[]> = {
  clothes: [
    required(text('Пол', 'Женский', 'Мужской', 'Девочки', 'Мальчики')),
    required(COLOR),
    required(text('Состав', ...COMPOSITION)),
    text('Покрой', 'прямой', 'свободный', 'оверсайз', 'приталенный'),
    text('Вырез горловины', 'круглый', 'V-образный', 'лодочка'),
    text('Тип рукава', 'длинные', 'короткие', 'спущенное плечо'),
    text('Тип карманов', 'без карманов', 'прорезные', 'кенгуру'),
    text('Вид застежки', 'без застежки', 'молния', 'пуговицы'),
    text('Фактура материала', 'гладкий', 'рубчик', 'трикотажный'),
    text('Сезон', 'демисезон', 'лето', 'зима', 'круглогодичный'),
    text('Уход за вещами', 'стирка при t не более 30°C', 'бережная стирка', 'не отбеливать'),
    number('Рост модели на фото', 'см', 168, 186),
    text('Комплектация', 'изделие — 1 шт'),
    COUNTRY,
  ],
  shoes: [
    required(text('Пол', 'Женский', 'Мужской', 'Детский')),
    required(COLOR),
    required(text('Материал верха', 'натуральная кожа', 'искусственная кожа', 'текстильная сетка')),
    text('Материал стельки', 'текстиль', 'пена с эффектом памяти'),
    text('Материал подкладки обуви', 'текстиль', 'искусственный мех'),
    text('Материал подошвы обуви', 'ЭВА', 'резина', 'ТЭП'),
    number('Высота подошвы', 'см', 2, 6),
    text('Вид застежки', 'шнурки', 'липучка'),
    text('Сезон', 'демисезон', 'лето', 'зима'),
    COUNTRY,
  ],
  home: [],
  bedding: [
    required(text('Размер постельного белья', '1,5-спальное', '2-спальное', 'евро', 'семейное')),
    text('Размер простыни', '150х215 см', '220х215 см', '240х260 см'),
    text('Размер пододеяльника', '215х150 см', '200х220 см'),
    text('Размер наволочки', '70х70 см', '50х70 см'),
    required(
      text('Вид ткани постельного белья', 'поплин', 'сатин', 'перкаль', 'страйп-сатин', 'бязь', 'полисатин'),
    ),
    required(text('Состав', 'хлопок 100%', 'хлопок 60%, полиэстер 40%')),
    COLOR,
    number('Плотность ткани', 'г/м²', 105, 140),
    text('Тип простыни', 'обычная', 'на резинке'),
    text('Застежка пододеяльника', 'молния', 'без застежки'),
    number('Количество предметов в упаковке', 'шт.', 3, 6),
  ],
  toys: [
    required(number('Количество деталей', 'шт.', 120, 1400)),
    required(text('Возрастные ограничения', '3+', '6+', '8+')),
    text('Материал игрушки', 'пластик ABS', 'дерево'),
    text('Тематика', 'город', 'космос', 'техника', 'замок'),
    text('Совместимость', 'с большинством конструкторов'),
    COLOR,
    number('Вес товара с упаковкой', 'г', 420, 1800),
  ],
  lights: [
    required(text('Питание', 'от батареек', 'USB', 'от сети')),
    number('Мощность', 'Вт', 1, 9),
    number('Цветовая температура', 'К', 2700, 4000),
    text('Материал плафона', 'силикон', 'пластик', 'дерево'),
    text('Режимы', 'три уровня яркости', 'смена цвета', 'таймер'),
    text('Датчик', 'без датчика', 'движения', 'освещенности'),
    COLOR,
  ],
  bags: [
    required(text('Материал изделия', 'экокожа', 'нейлон', 'хлопок', 'ПВХ')),
    text('Вид застежки', 'молния', 'кнопка'),
    number('Количество отделений', 'шт.', 1, 6),
    text('Рисунок', 'однотонный', 'стеганый', 'цветы'),
    COLOR,
  ],
  tech: [
    required(text('Интерфейс', 'Bluetooth', 'USB Type-C', 'радиоканал 2,4 ГГц')),
    required(text('Совместимость', 'ПК', 'Android', 'игровая консоль')),
    number('Время автономной работы', 'ч', 8, 24),
    number('Емкость аккумулятора', 'мА*ч', 400, 1200),
    text('Виброотдача', 'есть', 'нет'),
    COLOR,
  ],
};

const OF_MUGS: readonly DemoCharacteristic[] = [
  required(number('Объем', 'мл', 300, 500)),
  required(text('Материал посуды', 'керамика', 'фарфор', 'стекло')),
  COLOR,
  text('Назначение подарка', 'маме', 'коллеге', 'подруге'),
  text('Можно мыть в ПММ', 'да'),
  text('Можно в СВЧ', 'да'),
  text('Рисунок', 'надпись', 'однотонный', 'цветы'),
  text('Комплектация', 'кружка — 1 шт'),
];

const OF_MATS: readonly DemoCharacteristic[] = [
  required(text('Материал изделия', 'полипропилен', 'резина', 'кокосовое волокно')),
  required(text('Основа коврика', 'резиновая', 'латексная', 'ПВХ')),
  text('Форма коврика', 'прямоугольный', 'полукруглый'),
  text('Особенности коврика', 'грязезащитный', 'влаговпитывающий', 'нескользящий'),
  text('Размер коврика', '40х60 см', '60х90 см'),
  number('Высота ворса', 'мм', 4, 12),
  COLOR,
];

const MUGS_ID = 812;
const MATS_ID = 2317;

export function characteristicsOfSubject(subject: DemoSubject): readonly DemoCharacteristic[] {
  if (subject.id === MUGS_ID) return OF_MUGS;
  if (subject.id === MATS_ID) return OF_MATS;
  return BY_FAMILY[subject.family];
}

/** Facts that the title already tells: «450 мл», «540 деталей», «40х60 см», «евро». */
const FROM_TITLE: Record<string, RegExp> = {
  Объем: /(\d{3}) мл/,
  'Количество деталей': /(\d{3,4}) деталей/,
  'Размер коврика': /(\d{2}х\d{2} см)/,
  'Размер постельного белья': /(1,5-спальн|2-спальн|евро|семейн)/,
};
const BEDDING_SIZES: Record<string, string> = {
  '1,5-спальн': '1,5-спальное',
  '2-спальн': '2-спальное',
  семейн: 'семейное',
};

/** What the title says in words of its own: «унисекс», «на молнии», «летнее». */
const SAID_IN_TITLE: Record<string, readonly (readonly [words: RegExp, ...values: string[]])[]> = {
  Пол: [[/унисекс/, 'Женский', 'Мужской']],
  Сезон: [
    [/летн/i, 'лето'],
    [/зимн/i, 'зима'],
  ],
  'Вид застежки': [
    [/на молнии/, 'молния'],
    [/без молнии/, 'без застежки'],
    [/на пуговицах/, 'пуговицы'],
    [/на шнурках/, 'шнурки'],
    [/на липучке/, 'липучка'],
  ],
  'Застежка пододеяльника': [[/на молнии/, 'молния']],
  'Тип простыни': [[/на резинке/, 'на резинке']],
  'Вид ткани постельного белья': [
    [/сатин/, 'сатин'],
    [/поплин/, 'поплин'],
    [/перкаль/, 'перкаль'],
  ],
  'Материал посуды': [[/керами/, 'керамика']],
  Питание: [
    [/на батарейках/, 'от батареек'],
    [/USB/, 'USB'],
  ],
};

/** Values by the characteristic's name; what the title says agrees with it. */
export function demoCharacteristics(
  subject: DemoSubject,
  card: { title: string; colorName: string },
  random: Random,
): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const characteristic of characteristicsOfSubject(subject)) {
    if (!characteristic.isRequired && random.chance(0.25)) continue;
    const known = characteristic.name === 'Цвет' ? card.colorName : toldIn(card.title, characteristic.name);
    if (known !== undefined) {
      values.set(characteristic.name, [known]);
      continue;
    }
    // Drawn also where the title says it: the words of one title move no value of another card.
    const drawn = randomValue(characteristic, random);
    values.set(characteristic.name, saidIn(card.title, characteristic.name) ?? [drawn]);
  }
  return values;
}

function toldIn(title: string, name: string): string | undefined {
  const told = FROM_TITLE[name]?.exec(title)?.[1];
  return told === undefined ? undefined : (BEDDING_SIZES[told] ?? told);
}

function saidIn(title: string, name: string): string[] | undefined {
  const [, ...values] = SAID_IN_TITLE[name]?.find(([words]) => words.test(title)) ?? [];
  return values.length > 0 ? values : undefined;
}

function randomValue(characteristic: DemoCharacteristic, random: Random): string {
  const [first, second] = characteristic.values;
  if (typeof first === 'number' && typeof second === 'number') return String(random.whole(first, second));
  return String(random.pick<string | number>(characteristic.values));
}
