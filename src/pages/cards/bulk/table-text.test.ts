import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, readTableFile } from './table-text.ts';

const file = (bytes: BlobPart, name = 'цены.csv') => new File([bytes], name);

describe('a table as text', () => {
  it('is read as spreadsheets copy it, cells with line breaks and quotes among them', () => {
    const text = 'Артикул\tЦена\r\nKR-1\t"1 290"\r\n"KR ""синяя""\nбольшая"\t990';
    expect(cellsOf(text)).toEqual([
      ['Артикул', 'Цена'],
      ['KR-1', '1 290'],
      ['KR "синяя"\nбольшая', '990'],
    ]);
  });

  it.each([';', ',', '\t', '|'])('has its columns parted by «%s»', (delimiter) => {
    const lines = [
      ['Артикул', 'Цена', 'Скидка'],
      ['K-1', '1290', '15'],
      ['K-2', '990', ''],
    ];
    expect(cellsOf(lines.map((line) => line.join(delimiter)).join('\n'))).toEqual(lines);
  });

  it.each(['\t', ';'])('keeps a cell that only begins with a quote, and all its rows: «%s»', (delimiter) => {
    const lines = [
      ['Артикул', 'Наименование', 'Цена'],
      ['K-1', '"Север" кружка', '100'],
      ['K-2', 'Кружка "Юг"', '200'],
    ];
    expect(cellsOf(lines.map((line) => line.join(delimiter)).join('\n'))).toEqual(lines);
  });

  it('has a comma in the names of its columns and in its numbers', () => {
    expect(cellsOf('\uFEFFАртикул;Цена, ₽;"Скидка; %"\nK-1;1290,50;15\n')).toEqual([
      ['Артикул', 'Цена, ₽', 'Скидка; %'],
      ['K-1', '1290,50', '15'],
    ]);
  });

  it('has no line that says what parts its columns', () => {
    expect(cellsOf('\uFEFFsep=,\r\nЦена; ₽,Скидка\n1290,15')).toEqual([
      ['Цена; ₽', 'Скидка'],
      ['1290', '15'],
    ]);
    expect(cellsOf('sep=;;\nАртикул;Цена')).toEqual([['Артикул', 'Цена']]);
    expect(cellsOf('sep;Цена\n1;2')[0]).toEqual(['sep', 'Цена']);
  });

  it.each([
    ['a semicolon', ';', 'Прайс-лист на 1 ноября, Москва'],
    ['a tab', '\t', 'Прайс-лист на 1 ноября; Москва, Тверская'],
    ['a comma', ',', 'Прайс-лист; Москва'],
  ])(
    'has its columns parted by %s, whatever stands in the title above their names',
    (_what, delimiter, title) => {
      const lines = [
        ['Артикул', 'Цена'],
        ['K-1', '1290'],
      ];
      const text = [title, '', ...lines.map((line) => line.join(delimiter))].join('\r\n');
      expect(cellsOf(text).slice(2)).toEqual(lines);
    },
  );

  it('has its columns parted by what its first line says where no line below has two names', () => {
    const text = 'Прайс-лист, Москва\nКод;Почём\nK-1;100';
    expect(cellsOf(text)[0]).toEqual(['Прайс-лист', 'Москва']);
    expect(cellsOf('Код\tПочём\nK-1\tЦена; скидка')[0]).toEqual(['Код', 'Почём']);
    expect(cellsOf('Артикул,Размеры,Цена\nK-1,S; M; L,100')[1]).toEqual(['K-1', 'S; M; L', '100']);
  });

  it('is what was printed', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => text.trim());
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const text = rows.map((row) => row.map(quoted).join('\t')).join('\n');
        expect(cellsOf(text)).toEqual(rows);
      }),
    );
  });
});

describe('a file', () => {
  it('of Excel on Windows is in its own encoding', async () => {
    // «Цена» in windows-1251.
    expect(await readTableFile(file(new Uint8Array([0xd6, 0xe5, 0xed, 0xe0])))).toEqual({ text: 'Цена' });
    expect(await readTableFile(file('Цена'))).toEqual({ text: 'Цена' });
  });

  it('with a byte order mark has the name of its first column', async () => {
    const read = await readTableFile(file('\uFEFFАртикул;Цена'));
    expect('text' in read && cellsOf(read.text)[0]).toEqual(['Артикул', 'Цена']);
  });

  it('that is a picture is told as one', async () => {
    const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]);
    expect(await readTableFile(file(picture, 'цены.jpg'))).toEqual({
      problem: 'Это картинка, таблица с неё не читается. Нужна таблица Excel (.xlsx) или файл CSV',
    });
  });

  it.each([
    ['a workbook', [0x50, 0x4b, 3, 4]],
    ['an old workbook', [0xd0, 0xcf, 0x11, 0xe0]],
  ])('that is %s is for the server to read', async (_kind, bytes) => {
    expect(await readTableFile(file(new Uint8Array(bytes), 'цены.csv'))).toEqual({ isWorkbook: true });
  });
});
