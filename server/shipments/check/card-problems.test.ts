import { describe, expect, it } from 'vitest';
import type { Card } from '#contract/cards.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { cardProblems } from './card-problems.ts';

const good: Card = {
  id: 1,
  vendorCode: 'MUG-1',
  title: 'Кружка керамическая 450 мл',
  description: 'Кружка для чая из плотной керамики.',
  subjectId: 812,
  subjectName: 'Кружки',
  brand: 'Керамия',
  dimensions: { lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 },
  characteristics: [{ id: 1, values: ['450'] }],
  sizes: [{ techSize: '', wbSize: '', skus: ['4006381333931'] }],
  photos: ['/media/drawn/mug-1-1.svg'],
  tags: [],
  priceKopecks: 100_000,
  discount: 40,
  clubDiscount: 0,
  costPriceKopecks: null,
  nmId: null,
  finalPriceKopecks: 60_000,
  stock: 0,
  shopIds: [],
  state: 'DRAFT',
  version: 1,
  createdAt: '',
  updatedAt: '',
  updatedBy: null,
};
const characteristics: SubjectCharacteristic[] = [
  { id: 1, name: 'Объем', isRequired: true, type: 'NUMBER', unit: 'мл', maxCount: 1 },
  { id: 2, name: 'Цвет', isRequired: false, type: 'TEXT', unit: '', maxCount: 2 },
  { id: 3, name: 'Для кого', isRequired: false, type: 'TEXT', unit: '', maxCount: 0 },
  { id: 4, name: 'Размеры', isRequired: false, type: 'NUMBER', unit: '', maxCount: 3 },
];

const found = (changes: Partial<Card>) =>
  cardProblems({ ...good, ...changes }, characteristics).map(({ kind, field }) => `${kind} ${field}`);

describe('problems of a card', () => {
  it('are none on a good card', () => {
    expect(found({})).toEqual([]);
  });

  it.each<[Partial<Card>, string]>([
    [{ title: '' }, 'error title'],
    [{ title: 'Кружка 😈' }, 'error title'],
    [{ title: 'Кружка shop@example.ru' }, 'error title'],
    [{ description: 'Пишите на shop@example.ru' }, 'error description'],
    [{ description: '' }, 'warning description'],
    [{ description: 'а'.repeat(2001) }, 'warning description'],
    [{ characteristics: [] }, 'error characteristics.1'],
    [{ characteristics: [{ id: 1, values: [' '] }] }, 'error characteristics.1'],
    [{ characteristics: [{ id: 1, values: ['много'] }] }, 'error characteristics.1'],
    [
      {
        characteristics: [
          { id: 1, values: ['450'] },
          { id: 2, values: ['синий', 'белый', 'черный'] },
        ],
      },
      'error characteristics.2',
    ],
    [{ photos: [] }, 'warning photos'],
    [{ dimensions: { lengthCm: 13, widthCm: 0, heightCm: 11, weightKg: 0.42 } }, 'warning dimensions'],
    [{ priceKopecks: 0 }, 'warning priceKopecks'],
    [{ priceKopecks: 100_050 }, 'error priceKopecks'],
    [{ sizes: [{ techSize: '', wbSize: '', skus: ['4006381333932'] }] }, 'warning sizes'],
    [{ sizes: [{ techSize: '', wbSize: '', skus: ['4006381333931', '4006381333931'] }] }, 'error sizes'],
    [
      {
        sizes: [
          { techSize: '42', wbSize: '42', skus: [] },
          { techSize: '42', wbSize: '42', skus: [] },
        ],
      },
      'error sizes',
    ],
  ])('are found: %j', (changes, problem) => {
    expect(found(changes)).toContain(problem);
  });

  const withValues = (id: number, ...values: string[]) =>
    found({ characteristics: [...good.characteristics, { id, values }] });

  it('are none in a description of exactly the usual length', () => {
    expect(found({ description: 'а'.repeat(2000) })).toEqual([]);
  });

  it('do not come from blank values: they are not counted, and are no numbers to be read', () => {
    expect(withValues(2, 'синий', 'белый', ' ')).toEqual([]);
    expect(withValues(4, '1', ' ')).toEqual([]);
  });

  it('come from one value that is no number among those that are', () => {
    expect(withValues(4, '1', 'много')).toEqual(['error characteristics.4']);
  });

  it('do not come from many values where there is no limit', () => {
    expect(withValues(3, 'детям', 'взрослым')).toEqual([]);
  });

  it('name the size that is repeated, also when it has no name', () => {
    const details = (techSize: string) => {
      const size = { techSize, wbSize: '', skus: [] };
      return cardProblems({ ...good, sizes: [size, size] }, characteristics).map(({ detail }) => detail);
    };
    expect(details('42')).toEqual([expect.stringContaining(' 42 ')]);
    expect(details('')).toEqual([expect.not.stringContaining('  ')]);
  });

  it('name every forbidden character apart from the others', () => {
    const [problem] = cardProblems({ ...good, title: 'Кружка 😈🤬' }, characteristics);
    expect(problem?.detail).toContain('😈 🤬');
  });
});
