import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mockCard } from '#tests/mocks/cards.ts';
import { cellOfField, columnsOf, initialCells, toCopyRow, type CopyCells } from './copy-cells.ts';
import { cellDoubts, cellErrors } from './copy-remarks.ts';

const COLOUR = { id: 14177449, name: 'Цвет' };
const card = mockCard(1, {
  vendorCode: 'MUG',
  title: 'Кружка',
  sizes: [
    { techSize: 'S', wbSize: '42', skus: ['2000000000015'] },
    { techSize: 'M', wbSize: '44', skus: [] },
  ],
});
const columns = columnsOf(card.sizes, COLOUR.name);
const cells = (vendorCode: string, changes: CopyCells = {}): CopyCells => ({
  ...initialCells(card, COLOUR.id, { vendorCode, title: `Кружка ${vendorCode}` }),
  ...changes,
});
const errorsOf = (...rows: CopyCells[]) => cellErrors(card, () => columns, rows);

describe('a copy', () => {
  it('that nobody touched asks for its names alone', () => {
    const colour = fc.array(fc.stringMatching(/^[а-я]{1,9}$/), { maxLength: 4 });
    fc.assert(
      fc.property(colour, (values) => {
        const coloured = { ...card, characteristics: values.length > 0 ? [{ id: COLOUR.id, values }] : [] };
        const names = { vendorCode: 'К-1', title: 'Кружка 2' };
        expect(toCopyRow(coloured, COLOUR.id, initialCells(coloured, COLOUR.id, names))).toEqual(names);
      }),
    );
  });

  it('of another colour has the card’s other characteristics', () => {
    const other = { id: 7, values: ['450'] };
    const coloured = { ...card, characteristics: [{ id: COLOUR.id, values: ['белый'] }, other] };
    const row = toCopyRow(coloured, COLOUR.id, cells('К-1', { colour: ' синий ; голубой;' }));
    expect(row.characteristics).toEqual([{ id: COLOUR.id, values: ['синий', 'голубой'] }, other]);
    expect(toCopyRow(coloured, COLOUR.id, cells('К-1', { colour: '' })).characteristics).toEqual([other]);
  });

  it('with a barcode has all sizes of the card, and none of its barcodes', () => {
    expect(
      toCopyRow(card, COLOUR.id, cells('К-1', { 'size-1': '2000000000022, 2000000000039' })).sizes,
    ).toEqual([
      { techSize: 'S', wbSize: '42', skus: [] },
      { techSize: 'M', wbSize: '44', skus: ['2000000000022', '2000000000039'] },
    ]);
  });
});

describe('what is wrong', () => {
  it.each([
    ['nothing', [cells('К-1'), cells('К-2')], [{}, {}]],
    ['no vendor code', [cells(' ', { title: 'А' })], [{ vendorCode: 'Укажите артикул' }]],
    ['the card’s vendor code', [cells('MUG')], [{ vendorCode: 'Уже есть у исходной карточки' }]],
    [
      'a vendor code twice',
      [cells('К-1'), cells('К-1 ', { title: 'А' })],
      [{}, { vendorCode: 'Уже есть у копии 1' }],
    ],
    ['no title', [cells('К-1', { title: '' })], [{ title: 'Укажите наименование' }]],
    ['a long title', [cells('К-1', { title: 'а'.repeat(61) })], [{ title: 'Не длиннее 60 символов' }]],
    ['no barcode', [cells('К-1', { 'size-0': '12ab' })], [{ 'size-0': 'Баркод — от 8 до 15 цифр' }]],
    [
      'the card’s barcode',
      [cells('К-1', { 'size-1': '2000000000015' })],
      [{ 'size-1': 'Баркод уже у исходной карточки' }],
    ],
    [
      'a barcode of another copy',
      [cells('К-1', { 'size-0': '2000000000022' }), cells('К-2', { 'size-1': '2000000000022' })],
      [{}, { 'size-1': 'Баркод уже у копии 1' }],
    ],
    [
      'a barcode twice in a cell',
      [cells('К-1', { 'size-0': '2000000000022 2000000000022' })],
      [{ 'size-0': 'Баркод указан дважды' }],
    ],
  ])('is told at its cell: %s', (_, rows, expected) => {
    expect(errorsOf(...rows)).toEqual(expected);
  });

  it('by the server is told at the cell that it names', () => {
    expect(cellOfField(() => columns, 'rows.3.vendorCode')).toEqual({ row: 3, key: 'vendorCode' });
    expect(cellOfField(() => columns, 'rows.0.sizes')).toEqual({ row: 0, key: 'size-0' });
    expect(cellOfField(() => columns, 'rows.0.characteristics.5')).toEqual({ row: 0, key: 'colour' });
    expect(cellOfField(() => columnsOf(card.sizes), 'rows.0.characteristics.5')).toBeNull();
    expect(cellOfField(() => columns, 'copies')).toBeNull();
  });

  it('may be only doubtful: a check digit, a barcode of another card', () => {
    const rows = [cells('К-1', { 'size-0': '2000000000011', 'size-1': '2000000000022' })];
    const holders = [{ barcode: '2000000000022', vendorCode: 'ДРУГАЯ' }];
    expect(cellDoubts(() => columns, rows, { holders, colours: new Set(), maxColoursOf: () => 2 })).toEqual([
      { 'size-0': 'Не сходится контрольная цифра', 'size-1': 'Баркод уже у карточки ДРУГАЯ' },
    ]);
  });

  it('a colour may be one that the marketplace does not know, or one too many', () => {
    const doubtOf = (colour: string, colours = ['белый', 'синий']) =>
      cellDoubts(() => columns, [cells('К-1', { colour })], {
        holders: [],
        colours: new Set(colours),
        maxColoursOf: () => 2,
      })[0]?.['colour'];
    expect(doubtOf('Белый; синий')).toBeUndefined();
    expect(doubtOf('белый; снний')).toBe('Нет в справочнике: снний');
    expect(doubtOf('снний', [])).toBeUndefined();
    expect(doubtOf('белый; синий; белый')).toBe('Цветов может быть 2');
  });
});
