import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CardChange } from '#contract/card-history.ts';
import type { CardContent } from '#contract/cards.ts';
import { formatKopecks } from '#lib/money.ts';
import { NBSP } from '#lib/numbers.ts';
import { contentOf } from '#pages/cards/form/card-values.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { historyLines } from './history-lines.ts';

const COLOUR = 14177449;
const names = new Map([
  [COLOUR, 'Цвет'],
  [900001, 'Объем'],
]);
const now: CardContent = contentOf(mockCard(1));

const change = (before: object, after: object): CardChange => ({
  id: 1,
  changedAt: '2026-11-20T14:05:00+03:00',
  userName: 'Демо',
  before: { ...before },
  after: { ...after },
});
const linesOf = (before: object, after: object) => historyLines(change(before, after), names);

describe('lines of a card’s history', () => {
  it('say what was and what became in words, the fields in their order', () => {
    const lines = linesOf({ priceKopecks: 89_000, title: '' }, { priceKopecks: 99_000, title: 'Пиала' });
    expect(lines.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Наименование', '—', 'Пиала'],
      ['Цена', formatKopecks(89_000), formatKopecks(99_000)],
    ]);
  });

  it('have a line for each text of each shop, and take back that one alone', () => {
    const shops = new Map([[2, 'Тула']]);
    const text = (shopId: number, title: string, description = '') => ({ shopId, title, description });
    const lines = historyLines(
      change(
        { shopTexts: [text(2, 'Чашка', 'Для чая')] },
        { shopTexts: [text(2, 'Пиала'), text(3, 'Кружка')] },
      ),
      names,
      shops,
    );
    expect(lines.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Наименование для «Тула»', 'Чашка', 'Пиала'],
      ['Описание для «Тула»', 'Для чая', 'как в карточке'],
      ['Наименование для «Магазин 3»', 'как в карточке', 'Кружка'],
    ]);
    const present = { ...now, shopTexts: [text(2, 'Пиала'), text(3, 'Своя')] };
    expect(lines.map(({ wayBack }) => wayBack(present))).toEqual([
      { shopTexts: [text(2, 'Чашка'), text(3, 'Своя')] },
      { shopTexts: [text(2, 'Пиала', 'Для чая'), text(3, 'Своя')] },
      // The shop is gone.
      'none',
    ]);
  });

  it('have a line for each characteristic that changed, and take back that one alone', () => {
    const lines = linesOf(
      { characteristics: [{ id: COLOUR, values: ['синий'] }] },
      {
        characteristics: [
          { id: COLOUR, values: ['белый', 'синий'] },
          { id: 900001, values: ['450'] },
        ],
      },
    );
    expect(lines.map(({ label, before, after }) => [label, before, after])).toEqual([
      ['Цвет', 'синий', 'белый, синий'],
      ['Объем', '—', '450'],
    ]);
    const present = { ...now, characteristics: [{ id: 900001, values: ['500'] }] };
    expect(lines.map(({ wayBack }) => wayBack(present))).toEqual([
      {
        characteristics: [
          { id: 900001, values: ['500'] },
          { id: COLOUR, values: ['синий'] },
        ],
      },
      { characteristics: [] },
    ]);
  });

  it('say the subject by its name', () => {
    const [line] = linesOf(
      { subjectId: 812, subjectName: 'Кружки' },
      { subjectId: 69, subjectName: 'Платья' },
    );
    expect(line).toMatchObject({ label: 'Предмет', before: 'Кружки', after: 'Платья' });
    expect(line?.wayBack({ ...now, subjectId: 69 })).toEqual({ subjectId: 812 });
  });

  it('offer no way back where the form has the old value, and where today’s rules refuse it', () => {
    expect(linesOf({ title: now.title }, { title: 'Пиала' })[0]?.wayBack(now)).toBe('there');
    expect(linesOf({ title: 'я'.repeat(61) }, { title: 'Пиала' })[0]?.wayBack(now)).toBe('none');
    expect(linesOf({ isArchived: false }, { isArchived: true })[0]).toMatchObject({ after: 'в архиве' });
    const unknown = { characteristics: [{ id: 5, values: ['да'] }] };
    expect(linesOf(unknown, { characteristics: [] })[0]?.wayBack(now)).toBe('none');
  });

  it('take photos back in their old order, as far as their files are there', () => {
    const [one, other] = ['/media/photos/1.jpg', '/media/photos/2.jpg'];
    const line = (before: object) => linesOf(before, { photos: [] })[0];
    expect(line({ photos: [other, one] })).toMatchObject({ before: '2 фото', after: '0 фото' });
    expect(line({ photos: [other, one] })?.wayBack(now)).toEqual({ photos: [other, one] });
    expect(line({ photos: [other, one] })?.wayBack({ ...now, photos: [other, one] })).toBe('there');
    const half = line({ photos: [other, one], goneFiles: [other] });
    expect(half?.before).toBe(`2 фото, из них уже удалено${NBSP}1`);
    expect(half?.wayBack(now)).toEqual({ photos: [one] });
    const none = line({ photos: [one], goneFiles: [one] });
    expect(none?.before).toBe('1 фото, уже удалено');
    expect(line({ photos: [one, other], goneFiles: [one, other] })?.before).toBe('2 фото, уже удалены');
    expect(none?.wayBack(now)).toBe('none');
    // A card that had none can be without any again.
    expect(linesOf({ photos: [] }, { photos: [one] })[0]?.wayBack({ ...now, photos: [one] })).toEqual({
      photos: [],
    });
  });

  it('take a video back while its file is there', () => {
    const video = '/media/videos/0123456789abcdef0123456789abcdef.mp4';
    const line = (before: object) => linesOf(before, { video: '' })[0];
    expect(line({ video })?.wayBack(now)).toEqual({ video });
    expect(line({ video, goneFiles: [video] })?.wayBack(now)).toBe('none');
    expect(line({ video, goneFiles: [video] })?.before).toBe('загружено, уже удалено');
    expect(linesOf({ video: '' }, { video })[0]?.wayBack({ ...now, video })).toEqual({ video: '' });
  });

  it('say nothing of fields that they do not know, and survive whatever is kept in those they do', () => {
    expect(linesOf({ colour: 1 }, { colour: 2 })).toEqual([]);
    fc.assert(
      fc.property(
        fc.constantFrom('title', 'sizes', 'characteristics', 'priceKopecks', 'dimensions'),
        fc.anything(),
        (field, value) => {
          for (const line of linesOf({ [field]: value }, { [field]: null })) line.wayBack(now);
        },
      ),
    );
  });

  it('lead back to the value before, whatever else the form holds', () => {
    const text = fc.string({ maxLength: 60 });
    fc.assert(
      fc.property(text, text, text, (before, after, typed) => {
        const [line] = linesOf({ brand: before }, { brand: after });
        const way = line?.wayBack({ ...now, brand: typed });
        expect({ ...now, brand: typed, ...(typeof way === 'object' ? way : {}) }).toEqual({
          ...now,
          brand: before,
        });
      }),
    );
  });
});
