import { array, assert, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characteristicsOfSubject, demoCharacteristics } from '#server/demo/characteristics.ts';
import { createRandom } from '#server/demo/random.ts';
import { DEMO_SUBJECTS } from '#server/demo/subjects.ts';
import { demoTitle } from '#server/demo/titles.ts';
import { descriptionByRules } from './description-by-rules.ts';
import type { TextFacts } from './text-facts.ts';
import { titlesByRules, usableTitle } from './titles-by-rules.ts';

const dress: TextFacts = {
  title: 'Платье летнее миди с поясом',
  subjectName: 'Платья',
  brand: 'Северика',
  characteristics: [
    { name: 'Пол', unit: '', values: ['Женский'] },
    { name: 'Цвет', unit: '', values: ['мятный'] },
    { name: 'Состав', unit: '', values: ['хлопок 95%, эластан 5%'] },
    { name: 'Покрой', unit: '', values: ['свободный'] },
    { name: 'Сезон', unit: '', values: ['лето'] },
    { name: 'Уход за вещами', unit: '', values: ['стирка при t не более 30°C'] },
    { name: 'Рост модели на фото', unit: 'см', values: ['176'] },
    { name: 'Комплектация', unit: '', values: ['изделие — 1 шт'] },
  ],
};

const anyFacts = record({
  title: string({ unit: 'grapheme', maxLength: 120 }),
  subjectName: constantFrom('Платья', 'Кружки', 'Постельное белье', 'Геймпады', 'Чай'),
  brand: constantFrom('', 'Северика', 'LÚNARI', 'Пух&Лён', 'C++ (тест)'),
  characteristics: array(
    record({
      name: constantFrom('Цвет', 'Состав', 'Объем', 'Сезон', 'Покрой', 'Рисунок', 'Комплектация'),
      unit: constantFrom('', 'мл', 'см'),
      values: array(string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 12 },
  ),
});

describe('titles by rules', () => {
  it('are different, fit into 60 characters, and never name the brand, whatever the facts', () => {
    assert(
      property(anyFacts, integer({ min: 1, max: 50 }), (facts, count) => {
        const titles = titlesByRules(facts, count);
        expect(titles.length).toBeLessThanOrEqual(count);
        expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
        for (const title of titles) {
          expect(title.length).toBeGreaterThan(0);
          expect(title.length).toBeLessThanOrEqual(60);
          if (facts.brand.length > 1) expect(title.split(' ')).not.toContain(facts.brand);
          expect(title).not.toMatch(/\p{Extended_Pictographic}/u);
        }
      }),
    );
  });

  it('begin with the thing and are made of its own properties', () => {
    const titles = titlesByRules(dress, 6);
    expect(titles).toHaveLength(6);
    for (const title of titles) expect(title).toMatch(/^Платье[ ,]/);
    expect(titles.join(' ')).toMatch(/хлопок/);
    expect(titles.join(' ')).toMatch(/свободный/);
    expect(titles).not.toContain(dress.title);
  });

  it('take the subject in the singular when the card has no title yet', () => {
    const [title] = titlesByRules({ ...dress, title: '', subjectName: 'Косметички' }, 1);
    expect(title).toMatch(/^Косметичка[ ,]/);
  });

  it('are none when there is nothing to say', () => {
    expect(titlesByRules({ title: '', subjectName: 'Чай', brand: '', characteristics: [] })).toEqual([]);
  });
});

/** What may stand after a comma: nothing in it has to agree with the thing. */
const INDEPENDENT = [
  /^\d+ (мл|деталь|детали|деталей)$/,
  /^\d+х\d+ см$/,
  /^(цвет|покрой|рисунок|сезон) (?!\S+(ая|яя|ое|ее|ые|ие)$)[\p{L} -]+$/u,
  /^(тематика|застежка) (город|космос|техника|замок|молния|кнопка|пуговицы|шнурки|липучка)$/,
  /^датчик (движения|освещенности)$/,
  /^питание (от батареек|от сети|USB)$/,
  /^в подарок (маме|коллеге|подруге)$/,
  /^(три уровня яркости|смена цвета|таймер|Bluetooth|USB Type-C|радиоканал 2,4 ГГц)$/,
  /^(хлопок|вискоза|лен|футер трёхнитка|керамика|фарфор|стекло|поплин|сатин|перкаль|страйп-сатин|бязь|полисатин)$/,
  /^(экокожа|нейлон|ПВХ|пластик ABS|дерево|полипропилен|резина|кокосовое волокно)$/,
];
const PREPOSITION = /^(с|со|для|из|на|в|без|к|по|от|под|до)$/;

/** The words stand in the title in this order, and wherever some were left out a preposition begins the next. */
function isCutOf(part: string, title: string): boolean {
  const words = title.toLowerCase().split(' ');
  const wanted = part.toLowerCase().split(' ');
  const canGoOn = (at: number, index: number): boolean =>
    index === wanted.length
      ? !PREPOSITION.test(wanted[index - 1] ?? '')
      : words.some(
          (word, next) =>
            next > at &&
            word === wanted[index] &&
            (next === at + 1 || PREPOSITION.test(word)) &&
            canGoOn(next, index + 1),
        );
  return canGoOn(-1, 0);
}

describe('titles by rules over the subjects of the demo', () => {
  it('join no words that would have to agree', () => {
    assert(
      property(constantFrom(...DEMO_SUBJECTS), integer({ min: 1, max: 1_000_000 }), (subject, seed) => {
        const random = createRandom(seed);
        const title = demoTitle(subject.id, random);
        const values = demoCharacteristics(subject, { title, colorName: 'хаки' }, random);
        const characteristics = characteristicsOfSubject(subject).flatMap(({ name, unit }) => {
          const told = values.get(name);
          return told === undefined ? [] : [{ name, unit, values: told }];
        });
        for (const made of titlesByRules(
          { title, subjectName: subject.name, brand: '', characteristics },
          20,
        )) {
          const [beginning = '', ...rest] = made.split(', ');
          const isNamedBySubject = ['Геймпад', subject.name].includes(beginning);
          expect(isNamedBySubject || isCutOf(beginning, title), `${made} ← ${title}`).toBe(true);
          for (const part of rest) {
            expect(
              INDEPENDENT.some((pattern) => pattern.test(part)),
              `${made} ← ${title}`,
            ).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keep a preposition with its word, and a property with its name', () => {
    const titles = titlesByRules(
      {
        title: 'Кружка с надписью 450 мл',
        subjectName: 'Кружки',
        brand: '',
        characteristics: [
          { name: 'Назначение подарка', unit: '', values: ['подруге'] },
          { name: 'Цвет', unit: '', values: ['хаки'] },
          { name: 'Рисунок', unit: '', values: ['надпись'] },
        ],
      },
      20,
    );
    expect(titles.join('\n')).toMatch(/^Кружка с надписью, .*цвет хаки/m);
    expect(titles.join('\n')).toMatch(/, в подарок подруге/);
    for (const title of titles) expect(title).not.toMatch(/Кружка (подруге|хаки)|надписью хаки/);
  });
});

describe('a usable title', () => {
  it('loses brand, praise, pictographs and whole words beyond 60 characters', () => {
    expect(usableTitle('Лучшее платье Северика 😊 топ', 'Северика')).toBe('платье');
    expect(usableTitle('Топор туристический', '')).toBe('Топор туристический');
    expect(usableTitle(`Кружка ${'очень '.repeat(12)}большая`, '').length).toBeLessThanOrEqual(60);
  });
});

describe('a description by rules', () => {
  it('has five parts and says only what the card says', () => {
    const parts = descriptionByRules(dress).split('\n\n');
    expect(parts).toHaveLength(5);
    expect(parts[0]).toBe('Платье летнее миди с поясом. Пол — Женский; сезон — лето.');
    expect(parts[1]).toBe('Из чего сделано: состав — хлопок 95%, эластан 5%.');
    expect(parts[2]).toContain('рост модели на фото — 176 см');
    expect(parts[3]).toBe('Уход: стирка при t не более 30°C.');
    expect(parts[4]).toBe('В комплекте: изделие — 1 шт.');
  });

  it('ends a sentence with one full stop, whatever its last word', () => {
    const kit = { name: 'Количество предметов в упаковке', unit: 'шт.', values: ['4'] };
    const told = descriptionByRules({ ...dress, characteristics: [kit] });
    expect(told).toContain('Особенности: количество предметов в упаковке — 4 шт.');
    expect(told).not.toContain('..');
  });

  it('never holds the brand', () => {
    const named = { ...dress, title: 'Платье Северика миди' };
    expect(descriptionByRules(named)).not.toContain('Северика');
  });
});
