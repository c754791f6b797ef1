import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asksFor,
  fillTemplate,
  hasLooseBrace,
  unknownPlaceholders,
  type TemplateCard,
} from './text-templates.ts';

const card: TemplateCard = {
  subjectName: 'Кружки',
  brand: 'Северика',
  vendorCode: 'K-1',
  title: 'Кружка',
  description: '',
  characteristics: [
    { id: 1, values: ['белый', 'синий'] },
    { id: 2, values: ['0.5'] },
  ],
};
const characteristics = [
  { id: 1, name: 'Цвет', type: 'TEXT' as const, unit: '' },
  { id: 2, name: 'Объём товара', type: 'NUMBER' as const, unit: 'л' },
  { id: 3, name: 'Материал', type: 'TEXT' as const, unit: '' },
];

describe('a template', () => {
  it.each([
    ['{предмет}, {бренд}, {артикул}', 'Кружки, Северика, K-1'],
    ['{название} {цвет}', 'Кружка белый, синий'],
    ['{Цвет} кружка', 'Белый, синий кружка'],
    ['Кружка { объем  ТОВАРА }', 'Кружка 0,5 л'],
    ['Без мест', 'Без мест'],
    ['{название} $& {название}', 'Кружка $& Кружка'],
  ])('%s is filled to %s', (template, text) => {
    expect(fillTemplate(template, card, characteristics)).toEqual({ text });
  });

  it('that asks for what the card does not say is not filled', () => {
    expect(fillTemplate('{материал}', card, characteristics)).toEqual({ empty: 'материал' });
    expect(fillTemplate('{описание}', card, characteristics)).toEqual({ empty: 'описание' });
    expect(fillTemplate('{цвед}', card, characteristics)).toEqual({ unknown: 'цвед' });
  });

  it('tells names that nothing has, and braces without a pair', () => {
    expect(unknownPlaceholders('{цвед} {Цвет} {цвед} {бренд} {}', characteristics)).toEqual(['цвед', '']);
    expect(['{цвет', 'цвет}', '{{цвет}}', '}{'].map(hasLooseBrace)).toEqual([true, true, true, true]);
    expect(hasLooseBrace('{цвет} {бренд}')).toBe(false);
    expect([asksFor('{ Описание }', 'описание'), asksFor('описание', 'описание')]).toEqual([true, false]);
  });

  it('leaves what stands between the places as it is, whatever the values are', () => {
    const plain = fc.string().map((text) => text.replace(/[{}]/g, ''));
    fc.assert(
      fc.property(
        plain,
        fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
        plain,
        (head, brand, tail) => {
          expect(fillTemplate(`${head}{бренд}${tail}`, { ...card, brand }, [])).toEqual({
            text: `${head}${brand.trim()}${tail}`,
          });
        },
      ),
    );
  });
});
