import { array, assert, constantFrom, integer, property, record, string, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characteristicsOfSubject, demoCharacteristics } from '#server/demo/characteristics.ts';
import { createRandom } from '#server/demo/random.ts';
import { DEMO_SUBJECTS } from '#server/demo/subjects.ts';
import { demoTitle } from '#server/demo/titles.ts';
import { agreed, genderOf, genitive, isAdjective } from './agreement.ts';
import { descriptionByRules } from './description-by-rules.ts';
import { spread } from './spread.ts';
import { descriptionFor, textsForShops } from './texts-for-shops.ts';
import { saidValues, type TextFacts } from './text-facts.ts';
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
      values: array(string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 3 }).map(
        saidValues,
      ),
    }).filter(({ values }) => values.length > 0),
    { maxLength: 12 },
  ),
});

/** Two facts and more, told apart by their names. */
const factsOfSome = uniqueArray(
  record({
    name: constantFrom('Цвет', 'Состав', 'Объем', 'Сезон', 'Пол', 'Покрой', 'Уход за вещами', 'Комплектация'),
    unit: constantFrom(''),
    values: constantFrom('лен', 'белый, синий', '450').map((text) => text.split(', ')),
  }),
  { minLength: 2, maxLength: 8, selector: ({ name }) => name },
).map((characteristics): TextFacts => ({ ...dress, characteristics }));

/** The fewest wordings: all of it is told in the first part. */
const onlyPurpose: TextFacts = {
  ...dress,
  characteristics: dress.characteristics.filter(({ name }) => name === 'Пол' || name === 'Сезон'),
};

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
          expect(title).not.toMatch(/ {2}|^ | $|undefined|null|,,/);
          const words = title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
          expect(new Set(words).size, title).toBe(words.length);
        }
      }),
    );
  });

  it('say nothing of a value without a word, and no comma twice', () => {
    const titles = titlesByRules({
      title: 'Платье летнее,, миди',
      subjectName: 'Платья',
      brand: '',
      characteristics: [
        { name: 'Рисунок', unit: '', values: saidValues(['горох,']) },
        { name: 'Покрой', unit: '', values: saidValues(['прямой,, свободный']) },
      ],
    });
    expect(titles.length).toBeGreaterThan(0);
    for (const title of titles) expect(title).not.toMatch(/, *,|,$/);
    expect(saidValues([',', '#', '', '  ', ' лён,  хлопок; '])).toEqual(['лён, хлопок']);
  });

  it('begin with the thing and are made of its own properties', () => {
    const titles = titlesByRules(dress, 6);
    expect(titles).toHaveLength(6);
    for (const title of titles) expect(title).toMatch(/^Платье[ ,]/);
    expect(titles[0]).toBe('Платье женское летнее миди мятное с поясом из хлопка');
    expect(titles.join(' ')).toMatch(/свободного кроя/);
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
  /^(цвет|рисунок|сезон) (?!\S+(ая|яя|ое|ее|ые|ие)$)[\p{L} -]+$/u,
  /^тематика (город|космос|техника|замок)$/,
  /^датчик (движения|освещенности)$/,
  /^питание (от батареек|от сети|USB)$/,
  /^в подарок (маме|коллеге|подруге)$/,
  /^(три уровня яркости|смена цвета|таймер|Bluetooth|USB Type-C|радиоканал 2,4 ГГц)$/,
  /^(футер трёхнитка|страйп-сатин|полисатин|ПВХ|пластик ABS|полипропилен|кокосовое волокно)$/,
];
/** By the first word of a title of the demo; a person has read them. */
const ENDINGS: Record<string, RegExp> = {
  платье: /(ое|ее)$/,
  худи: /(ое|ее)$/,
  белье: /(ое|ее)$/,
  футболка: /(ая|яя)$/,
  толстовка: /(ая|яя)$/,
  кружка: /(ая|яя)$/,
  косметичка: /(ая|яя)$/,
  джинсы: /(ые|ие)$/,
  кроссовки: /(ые|ие)$/,
  комплект: /(ый|ий|ой)$/,
  конструктор: /(ый|ий|ой)$/,
  ночник: /(ый|ий|ой)$/,
  коврик: /(ый|ий|ой)$/,
  геймпад: /(ый|ий|ой)$/,
  джойстик: /(ый|ий|ой)$/,
};

describe('titles by rules over the subjects of the demo', () => {
  it('put words into agreement with the thing, or do not join them', () => {
    assert(
      property(
        constantFrom(...DEMO_SUBJECTS),
        constantFrom('белый', 'темно-синий', 'голубой', 'хаки', 'бежевый', 'рыжий'),
        integer({ min: 1, max: 1_000_000 }),
        (subject, colorName, seed) => {
          const random = createRandom(seed);
          const title = demoTitle(subject.id, random);
          const values = demoCharacteristics(subject, { title, colorName }, random);
          const characteristics = characteristicsOfSubject(subject).flatMap(({ name, unit }) => {
            const told = values.get(name);
            return told === undefined ? [] : [{ name, unit, values: told }];
          });
          const facts = { title, subjectName: subject.name, brand: '', characteristics };
          for (const made of titlesByRules(facts, 20)) {
            const [beginning = '', ...rest] = made.toLowerCase().split(', ');
            const words = beginning.split(' ');
            const thing = words.find((word) => word in ENDINGS);
            const added = words.filter((word) => !title.toLowerCase().split(' ').includes(word));
            const adjectives = added.filter((word) => /([ыио]й|[ая]я|[ое]е|[ыи]е)$/.test(word));
            for (const adjective of adjectives) {
              if (thing !== undefined) expect(adjective, made).toMatch(ENDINGS[thing] ?? '');
              else expect(beginning, made).toMatch(/^платье-рубашка/);
            }
            for (const part of made.split(', ').slice(1)) {
              expect(
                INDEPENDENT.some((pattern) => pattern.test(part)),
                `${made} ← ${title}`,
              ).toBe(true);
            }
            expect(rest.length, made).toBeLessThanOrEqual(6);
            expect(made.match(/(^| )из /gi)?.length ?? 0, made).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('keep a preposition with its word, and say once what is said already', () => {
    const titles = titlesByRules(
      {
        title: 'Кружка с надписью 450 мл',
        subjectName: 'Кружки',
        brand: '',
        characteristics: [
          { name: 'Назначение подарка', unit: '', values: ['подруге'] },
          { name: 'Цвет', unit: '', values: ['хаки'] },
          { name: 'Рисунок', unit: '', values: ['надпись'] },
          { name: 'Материал посуды', unit: '', values: ['керамика'] },
        ],
      },
      20,
    );
    expect(titles[0]).toBe('Кружка с надписью из керамики, цвет хаки, в подарок подруге');
    for (const title of titles) expect(title.match(/надпис/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});

describe('words in agreement', () => {
  it.each([
    ['белый', 'белая', 'белое', 'белые', 'белого'],
    ['синий', 'синяя', 'синее', 'синие', 'синего'],
    ['темно-синий', 'темно-синяя', 'темно-синее', 'темно-синие', 'темно-синего'],
    ['рыжий', 'рыжая', 'рыжее', 'рыжие', 'рыжего'],
    ['мягкий', 'мягкая', 'мягкое', 'мягкие', 'мягкого'],
    ['голубой', 'голубая', 'голубое', 'голубые', 'голубого'],
    ['большой', 'большая', 'большое', 'большие', 'большого'],
    ['сухой', 'сухая', 'сухое', 'сухие', 'сухого'],
  ])('%s', (word, feminine, neuter, plural, ofIt) => {
    expect(isAdjective(word)).toBe(true);
    expect(agreed(word, 'masculine')).toBe(word);
    expect(agreed(word, 'feminine')).toBe(feminine);
    expect(agreed(word, 'neuter')).toBe(neuter);
    expect(agreed(word, 'plural')).toBe(plural);
    expect(genitive(word)).toBe(ofIt);
  });

  it.each([
    ['Платье', 'neuter'],
    ['Летнее платье', 'neuter'],
    ['Худи', 'neuter'],
    ['Украшение для волос', 'neuter'],
    ['Кружка', 'feminine'],
    ['Постель', 'feminine'],
    ['Комплект постельного белья', 'masculine'],
    ['Игровой джойстик', 'masculine'],
    ['Календарь', 'masculine'],
    ['Прямые джинсы', 'plural'],
    ['Кроссовки', 'plural'],
    ['Платье-рубашка', null],
    ['Вермишель', null],
    ['USB-хаб', null],
  ])('the gender of «%s» is %s', (name, gender) => {
    expect(genderOf(name)).toBe(gender);
  });
});

describe('texts for several shops', () => {
  it('are no two alike, the same every time, and of the variants alone', () => {
    const ids = uniqueArray(integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 });
    assert(
      property(ids, integer({ min: 0, max: 60 }), (shopIds, count) => {
        const variants = Array.from({ length: count }, (_, index) => `Кружка ${index}`);
        const given = textsForShops(variants, shopIds);
        expect(given).toHaveLength(Math.min(shopIds.length, count));
        expect(new Set(given.map(({ text }) => text)).size).toBe(given.length);
        expect(given.every(({ text }) => variants.includes(text))).toBe(true);
        expect(textsForShops(variants, [...shopIds].reverse())).toEqual(given);
      }),
    );
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
  it('says the facts of the card in five parts', () => {
    const parts = descriptionByRules(dress).split('\n\n');
    expect(parts).toHaveLength(5);
    expect(parts[0]).toBe('Платье летнее миди с поясом. Пол — женский; сезон — лето.');
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

  it('leaves out what the card does not say', () => {
    expect(descriptionByRules({ ...dress, characteristics: [] })).toBe('Платье летнее миди с поясом.');
  });

  it('fits when what the card is for alone is more than 2000 characters', () => {
    const season = { name: 'Сезон', unit: '', values: ['лето и поздняя весна, теплая осень'] };
    const many = { ...dress, characteristics: Array.from({ length: 60 }, () => season) };
    for (const variant of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const text = descriptionByRules(many, variant);
      expect(text.length).toBeLessThanOrEqual(2000);
      expect(text.length).toBeGreaterThan(1900);
      expect(text).toMatch(/теплая осень\.$/);
    }
  });

  it('fits into 2000 characters in whole facts, whatever the facts and the shop, and has nothing empty', () => {
    assert(
      property(anyFacts, integer({ min: 0, max: 4_294_967_295 }), (facts, variant) => {
        const many = {
          ...facts,
          characteristics: facts.characteristics.flatMap((one) => Array.from({ length: 12 }, () => one)),
        };
        const text = descriptionByRules(many, variant);
        expect(text.length).toBeLessThanOrEqual(2000);
        expect(text).not.toMatch(/undefined|null|\n{3}| {2}\p{L}/u);
        expect(text).toMatch(/[.!?]$/);
      }),
    );
  });

  it('is worded otherwise for other shops, of the same facts', () => {
    const texts = Array.from({ length: 12 }, (_, shopId) => descriptionByRules(dress, spread(shopId + 1)));
    expect(new Set(texts).size).toBe(12);
    for (const text of texts) expect(text).toContain('рост модели на фото — 176 см');
    expect(descriptionByRules(dress, spread(3))).toBe(texts[2]);
  });

  it('of two facts and more is another one in each of twelve shops, the same every time, and not the card’s', () => {
    const shopIds = uniqueArray(integer({ min: 1, max: 100_000 }), { minLength: 12, maxLength: 12 });
    assert(
      property(factsOfSome, shopIds, (facts, ids) => {
        const ofShop = (shopId: number, shops = ids) =>
          descriptionFor(facts, { shopId, shopIds: shops, otherTexts: [] });
        const given = ids.map((shopId) => ofShop(shopId));
        const ofCard = descriptionByRules(facts);
        expect(new Set([ofCard, ...given.map(({ description }) => description)]).size).toBe(13);
        expect(given.some(({ isShared }) => isShared)).toBe(false);
        expect(ids.map((shopId) => ofShop(shopId, [...ids].reverse()))).toEqual(given);
        for (const { values } of facts.characteristics) {
          for (const { description } of given) {
            expect(description.toLowerCase()).toContain(values.join(', ').toLowerCase());
          }
        }
      }),
      { numRuns: 20, examples: [[onlyPurpose, Array.from({ length: 12 }, (_, index) => index + 1)]] },
    );
  });

  it('is none of the texts that stand in other places, one shop after another', () => {
    const shopIds = Array.from({ length: 12 }, (_, index) => index + 5);
    const texts = [descriptionByRules(dress)];
    for (const shopId of shopIds) {
      texts.push(descriptionFor(dress, { shopId, shopIds, otherTexts: texts }).description);
    }
    const ofCard = descriptionFor(dress, { shopId: undefined, shopIds, otherTexts: texts });
    expect(new Set([...texts, ofCard.description]).size).toBe(14);
  });

  it('that is another shop’s too, for want of facts, is said to be so', () => {
    const bare = { ...dress, characteristics: [] };
    expect(descriptionFor(bare, { shopId: 2, shopIds: [1, 2], otherTexts: [] })).toEqual({
      description: 'Платье летнее миди с поясом.',
      isShared: true,
    });
    const place = { shopId: undefined, shopIds: [1, 2], otherTexts: [] };
    expect(descriptionFor(bare, place).isShared).toBe(false);
  });

  it('never holds the brand', () => {
    const named = { ...dress, title: 'Платье Северика миди' };
    expect(descriptionByRules(named)).not.toContain('Северика');
  });
});
