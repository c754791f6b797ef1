import { strFromU8, strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { workbook, workbookParts } from '#tests/support/table-files/workbook.ts';
import type { TableLine } from './open-table.ts';
import { readTable, type ReadingOptions } from './read-table.ts';

/** Nothing fails on time, however busy the machine is. */
const HANGS_AFTER_MS = 200_000;
const LIMITS = { rows: 1000, columns: 50, cellLength: 300 };

async function read(bytes: Uint8Array, options: Partial<ReadingOptions> = {}) {
  const { sheets, batches } = await readTable(bytes, {
    limits: LIMITS,
    longestPartMs: HANGS_AFTER_MS,
    ...options,
  });
  const lines: TableLine[] = [];
  for await (const batch of batches) lines.push(...batch);
  return { sheets, lines };
}

const cellsOf = async (bytes: Uint8Array, options?: Partial<ReadingOptions>) =>
  (await read(bytes, options)).lines.map(({ cells }) => cells);

const cell = (place: string, attributes: string, inner: string) =>
  `<c r="${place}" ${attributes}>${inner}</c>`;

const rowsOf = (row: (at: number) => string) =>
  Array.from({ length: LIMITS.rows + 1 }, (_, index) => row(index + 1)).join('');

describe('a workbook', () => {
  it('is read as it looks: texts, numbers, dates, formulas by their values, errors', async () => {
    const row = [
      cell('A1', 't="s"', '<v>0</v>'),
      cell('B1', 't="s"', '<v>1</v>'),
      cell('C1', '', '<v>1234.5</v>'),
      cell('D1', '', '<v>0.30000000000000004</v>'),
      cell('E1', 's="1"', '<v>46000</v>'),
      cell('F1', '', '<f>A1*2</f><v>42</v>'),
      cell('G1', 't="str"', '<f>A1&amp;"x"</f><v>Кружкаx</v>'),
      cell('H1', 't="e"', '<v>#N/A</v>'),
      cell('I1', 't="b"', '<v>1</v>'),
      cell('J1', '', '<v>2039485716203</v>'),
      cell('K1', 't="inlineStr"', '<is><t xml:space="preserve"> 00012 </t></is>'),
      cell('L1', 's="2"', '<v>123</v>'),
    ];
    const bytes = workbook({
      sheets: { Лист1: `<row r="1">${row.join('')}</row>` },
      sharedStrings: ['<t>Кружка &amp; «чай»</t>', '<r><t>Кру</t></r><r><rPr><b/></rPr><t>жка 🫖</t></r>'],
    });
    expect(await cellsOf(bytes)).toEqual([
      [
        'Кружка & «чай»',
        'Кружка 🫖',
        '1234,5',
        '0,3',
        '09.12.2025',
        '42',
        'Кружкаx',
        '#N/A',
        'ИСТИНА',
        '2039485716203',
        '00012',
        '00000123',
      ],
    ]);
  });

  it('is read as it looks where a percentage is kept as a share, and other numbers stay', async () => {
    const first = [
      cell('A1', 's="3"', '<v>0.15</v>'),
      cell('B1', 's="4"', '<v>0.07</v>'),
      cell('C1', 's="4"', '<f>A1/2</f><v>0.125</v>'),
      cell('D1', 's="5"', '<v>15</v>'),
      cell('E1', 's="3" t="s"', '<v>0</v>'),
      cell('AA1', 's="3"', '<v>1</v>'),
    ];
    const other = `<row r="1">${cell('A1', '', '<v>0.15</v>')}</row><row r="7">${first.slice(0, 1).join('').replace('A1', 'B7')}<c s="3"><v>0.2</v></c></row>`;
    const bytes = workbook({
      sheets: { A: `<row r="1">${first.join('')}</row>`, B: other },
      sharedStrings: ['<t>0,15</t>'],
    });
    const far = Array.from({ length: 21 }, () => '');
    expect(await cellsOf(bytes)).toEqual([['15', '7', '12,5', '15', '0,15', ...far, '100']]);
    expect(await cellsOf(bytes, { sheet: 1 })).toEqual([['0,15'], ['', '15', '20']]);
  });

  it('that counts its days from 1904 has the days that it shows, with their times', async () => {
    const row = `<row r="1">${cell('A1', 's="1"', '<v>44538</v>')}${cell('B1', 's="1"', '<v>44538.604166666664</v>')}</row>`;
    const parts = workbookParts({ sheets: { A: row } });
    const counted = (since: string) => {
      const xml = strFromU8(parts['xl/workbook.xml'] as Uint8Array);
      const workbook1904 = strToU8(xml.replace('<sheets>', `<workbookPr ${since}/><sheets>`));
      return zipSync({ ...parts, 'xl/workbook.xml': workbook1904 });
    };
    const days = [['09.12.2025', '09.12.2025 14:30']];
    expect(await cellsOf(counted('date1904="1"'))).toEqual(days);
    expect(await cellsOf(counted('date1904="true"'))).toEqual(days);
    expect(await cellsOf(counted('date1904="0"'))).toEqual([['08.12.2021', '08.12.2021 14:30']]);
  });

  it('keeps the numbers of its lines, however many are empty between them', async () => {
    const rows = `<row r="2">${cell('B2', '', '<v>1</v>')}</row><row r="3"><c r="A3" s="1"/></row><row r="900">${cell('A900', '', '<v>2</v>')}</row>`;
    expect((await read(workbook({ sheets: { A: rows } }))).lines).toEqual([
      { line: 2, cells: ['', '1'] },
      { line: 900, cells: ['2'] },
    ]);
  });

  it('has the sheets that a person sees as tables: no chart, and nothing hidden unless all is', async () => {
    const one = (text: string) =>
      `<row r="1">${cell('A1', 't="inlineStr"', `<is><t>${text}</t></is>`)}</row>`;
    const parts = workbookParts({ sheets: { График: '', Списки: one('служебное'), Товары: one('кружка') } });
    const changed = (name: string, change: (xml: string) => string) => ({
      [name]: strToU8(change(strFromU8(parts[name] as Uint8Array))), // every part of the fixture is bytes
    });
    const asChart = changed('xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace('worksheet" Target="worksheets/sheet1.xml"', 'chartsheet" Target="chartsheets/sheet1.xml"'),
    );
    const hidden = (ids: string) =>
      changed('xl/workbook.xml', (xml) =>
        xml.replace(new RegExp(`sheetId="([${ids}])"`, 'g'), 'sheetId="$1" state="veryHidden"'),
      );
    expect(await read(zipSync({ ...parts, ...asChart, ...hidden('2') }))).toEqual({
      sheets: ['Товары'],
      lines: [{ line: 1, cells: ['кружка'] }],
    });
    expect((await read(zipSync({ ...parts, ...asChart, ...hidden('23') }), { sheet: 1 })).lines).toEqual([
      { line: 1, cells: ['кружка'] },
    ]);
  });

  it('of several sheets is read sheet by sheet', async () => {
    const one = (text: string) =>
      `<row r="1">${cell('A1', 't="inlineStr"', `<is><t>${text}</t></is>`)}</row>`;
    const bytes = workbook({ sheets: { Инструкция: one('читать'), 'Товары &amp; цены': one('кружка') } });
    expect(await read(bytes, { sheet: 1 })).toEqual({
      sheets: ['Инструкция', 'Товары & цены'],
      lines: [{ line: 1, cells: ['кружка'] }],
    });
    await expect(read(bytes, { sheet: 7 })).rejects.toThrow('В книге нет такого листа');
  });

  it.each([
    ['xl/sharedStrings.xml', 'xl/SharedStrings.xml'],
    ['xl/worksheets/sheet1.xml', 'xl/worksheets/Sheet1.xml'],
    ['xl/workbook.xml', 'xl/Workbook.xml'],
    ['xl/_rels/workbook.xml.rels', 'xl/_rels/Workbook.xml.rels'],
    ['[Content_Types].xml', '[content_types].xml'],
  ])('whose part %s is called %s is read: capitals make no other name of a part', async (name, other) => {
    const row = cell('A1', 't="s"', '<v>0</v>') + cell('B1', '', '<v>100</v>');
    const { [name]: part = strToU8(''), ...parts } = workbookParts({
      sheets: { A: `<row r="1">${row}</row>` },
      sharedStrings: ['<t>Кружка</t>'],
    });
    expect(await cellsOf(zipSync({ ...parts, [other]: part }))).toEqual([['Кружка', '100']]);
  });

  it.each([
    ['', '<f>A1*2</f>', 'B1'],
    ['', '<f>A1*2</f><v/>', 'B1'],
    ['t="n"', '<f t="shared" si="0"/><v></v>', 'B1'],
  ])(
    'with a formula that nobody has counted (%s %s) is refused and the cell named: it would be empty',
    async (type, inside, place) => {
      const row = cell('A1', '', '<f>1</f><v>1</v>') + cell('B1', type, inside);
      await expect(read(workbook({ sheets: { A: `<row r="1">${row}</row>` } }))).rejects.toThrow(
        `В ячейке ${place} формула без результата`,
      );
    },
  );

  it('whose formula came out as an empty text is read', async () => {
    const row = cell('A1', 't="str"', '<f>""</f><v></v>') + cell('B1', '', '<v>5</v>');
    expect(await cellsOf(workbook({ sheets: { A: `<row r="1">${row}</row>` } }))).toEqual([['', '5']]);
  });

  it('has half a character and NUL in no cell', async () => {
    const text = '<is><t>а_xD800_б_x0000_в</t></is>';
    const bytes = workbook({ sheets: { A: `<row r="1">${cell('A1', 't="inlineStr"', text)}</row>` } });
    expect(await cellsOf(bytes)).toEqual([['абв']]);
  });
});

describe('a CSV file', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFАртикул;Цена\r\nКР-1;"1 290,50"')],
    ['UTF-16 of Excel', Buffer.from('\uFEFFАртикул\tЦена\r\nКР-1\t1 290,50', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\uFEFFАртикул\tЦена\r\nКР-1\t1 290,50', 'utf16le').swap16()],
    ['what says its delimiter', Buffer.from('\uFEFFsep=|\r\nАртикул|Цена\r\nКР-1|1 290,50')],
    ['commas', Buffer.from('Артикул,Цена\nКР-1,"1 290,50"')],
  ])('is read from %s', async (_kind, bytes) => {
    expect(await cellsOf(bytes)).toEqual([
      ['Артикул', 'Цена'],
      ['КР-1', '1 290,50'],
    ]);
  });

  it('whose quote is never closed is refused, as all that follows would be one cell', async () => {
    const table = (row: string) => Buffer.from(`Артикул;Название\nКР-1;${row}\nКР-2;Чашка\nКР-3;Блюдце\n`);
    await expect(read(table('"Кружка'))).rejects.toThrow('В строке 2 кавычка открыта и не закрыта');
    expect(await cellsOf(table('Монитор 24" белый'))).toHaveLength(4);
    expect(await cellsOf(table('"Кружка\n«синяя»"'))).toHaveLength(4);
  });

  it('of a program that quotes nothing keeps a cell that only begins with a quote, and all its rows', async () => {
    const rows = [
      'КР-1;"Север" кружка;100',
      'КР-2;Кружка "Юг";200',
      'КР-3;"Восток";300',
      'КР-4; "Запад";400',
    ];
    expect(await cellsOf(Buffer.from(['Артикул;Название;Цена', ...rows].join('\r\n')))).toEqual([
      ['Артикул', 'Название', 'Цена'],
      ['КР-1', '"Север" кружка', '100'],
      ['КР-2', 'Кружка "Юг"', '200'],
      ['КР-3', 'Восток', '300'],
      ['КР-4', '"Запад"', '400'],
    ]);
  });

  it('has no character that nobody sees in its barcodes, and its lines may end as on an old Mac', async () => {
    const bytes = Buffer.from('Артикул;Баркод\r\uFEFFКР-1;20394\u200B857\uFEFF16203\u2060\r');
    expect(await cellsOf(bytes)).toEqual([
      ['Артикул', 'Баркод'],
      ['КР-1', '2039485716203'],
    ]);
  });

  it('loses no line, however many are empty between them, and says when there are too many', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `КР-${index};1`);
    const sparse = (count: number) => Buffer.from(rows(count).join('\n\n;;\n \n'));
    const { lines } = await read(sparse(LIMITS.rows));
    expect(lines).toHaveLength(LIMITS.rows);
    expect(lines.at(-1)).toEqual({ line: 4 * LIMITS.rows - 3, cells: ['КР-999', '1'] });
    await expect(read(sparse(LIMITS.rows + 1))).rejects.toThrow('Строк больше 999');
  });

  it('in UTF-8 in which a text was cut in the middle of a letter is read, but for that letter', async () => {
    const table = Buffer.from('Артикул;Описание\nКР-1;Кружка мягка');
    const cut = [
      ['Артикул', 'Описание'],
      ['КР-1', 'Кружка мягк\uFFFD'],
    ];
    expect(await cellsOf(table.subarray(0, -1))).toEqual(cut);
    expect(await cellsOf(Buffer.concat([Buffer.from('\uFEFF'), table.subarray(0, -1)]))).toEqual(cut);
  });

  it('of Excel on Windows is in its own encoding', async () => {
    // «Цена;1» in windows-1251.
    expect(await cellsOf(new Uint8Array([0xd6, 0xe5, 0xed, 0xe0, 0x3b, 0x31]))).toEqual([['Цена', '1']]);
  });
});

describe('what is no table is told as what it is', () => {
  const encrypted = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    Buffer.alloc(100),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);
  const zipOf = (...names: string[]) =>
    zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
  const openDocument = (kind: string) =>
    zipSync({ mimetype: strToU8(`application/vnd.oasis.opendocument.${kind}`), 'content.xml': strToU8('x') });
  const compound = (...names: string[]) =>
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(100),
      ...names.map((name) => Buffer.from(name, 'utf16le')),
    ]);
  const cut = workbook({ sheets: { A: '<row/>' } }).slice(0, 300);
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'Файл пуст'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'Это книга старого Excel'],
    ['a workbook behind a password', encrypted, 'Файл защищён паролем'],
    ['a web page', Buffer.from('<html><table><tr><td>1'), 'Это веб-страница'],
    ['an archive', zipOf('товары.xlsx'), 'Это архив: распакуйте его'],
    ['a workbook without sheets', workbook({ sheets: {} }), 'В файле нет таблицы'],
    [
      'a binary workbook',
      zipOf('[Content_Types].xml', 'xl/workbook.bin'),
      'Это двоичная книга Excel (.xlsb)',
    ],
    ['a document', zipOf('[Content_Types].xml', 'word/document.xml'), 'Это документ Word (.docx)'],
    ['a presentation', zipOf('ppt/presentation.xml'), 'Это презентация (.pptx)'],
    ['a table of LibreOffice', openDocument('spreadsheet'), 'Это таблица OpenDocument (.ods)'],
    ['a document of LibreOffice', openDocument('text'), 'Это документ OpenDocument'],
    ['a table of Numbers', zipOf('Index/Document.iwa', 'preview.jpg'), 'Это таблица Numbers'],
    ['an old document', compound('WordDocument'), 'Это документ старого Word (.doc)'],
    [
      'an old workbook with a document in it',
      compound('Workbook', 'WordDocument'),
      'Это книга старого Excel',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\nцены'), 'Это PDF, таблица из него не читается'],
    ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'Это картинка'],
    ['a screenshot', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'Это картинка'],
    ['a picture of a page', Buffer.from('RIFF1234WEBPVP8 '), 'Это картинка'],
    ['a photo of a phone', Buffer.from('\0\0\0\u0018ftypheic'), 'Это фото или видео'],
    ['another archive', Buffer.from('Rar!\u001a\u0007'), 'Это архив'],
    ['a program', Buffer.from('MZ\u0090\0\u0003\0'), 'Это не таблица'],
    ['half a workbook', cut, 'Файл повреждён'],
    ['the beginning of an archive', Buffer.from('PK\u0003\u0004'), 'Файл повреждён'],
  ])('%s', async (_kind, bytes, problem) => {
    await expect(read(bytes)).rejects.toThrow(problem);
  });

  it('a sheet that breaks off has the rows before that', async () => {
    const parts = workbookParts({ sheets: { A: '' } });
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData><row') });
    expect(await cellsOf(bytes)).toEqual([]);
  });
});

describe('more than anybody can read', () => {
  const ZEROS = new Uint8Array(300 * 1024 * 1024);

  it('is a bomb, refused before it is unpacked', async () => {
    const bytes = workbook({ sheets: { A: '' }, more: { 'xl/media/zeros.bin': ZEROS } });
    expect(bytes.length).toBeLessThan(1024 * 1024);
    await expect(read(bytes)).rejects.toThrow('Таблица слишком большая');
  });

  it('is a bomb that calls itself small: no more is unpacked than it said', async () => {
    const sheet = strToU8(`<worksheet><sheetData>${' '.repeat(50_000_000)}</sheetData></worksheet>`);
    const bytes = workbook({ sheets: { A: '' }, more: { 'xl/worksheets/sheet1.xml': sheet } });
    await expect(read(withSaidSize(bytes, 'xl/worksheets/sheet1.xml', 1000))).rejects.toThrow(
      'Файл не прочитать',
    );
    await expect(read(withSaidSize(bytes, 'xl/worksheets/sheet1.xml', 0))).rejects.toThrow('Файл повреждён');
  });

  it('is a million rows, refused at the first that is too many', async () => {
    const rows = Array.from(
      { length: 1_000_000 },
      (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>1</v></c></row>`,
    );
    await expect(read(workbook({ sheets: { A: rows.join('') } }))).rejects.toThrow('Строк больше 999');
  });

  it.each([
    ['workbook', (row: (at: number) => string) => workbook({ sheets: { A: rowsOf(row) } })],
    ['CSV', () => Buffer.from('1;Кружка\n'.repeat(LIMITS.rows + 1))],
    ['CSV of an old Mac', () => Buffer.from('1;Кружка\r'.repeat(LIMITS.rows + 1))],
    ['CSV in UTF-16', () => Buffer.from(`\uFEFF${'1;Кружка\r\n'.repeat(LIMITS.rows + 1)}`, 'utf16le')],
  ])(
    'gives no row of a %s with one too many: whoever keeps them as they come would keep all the others first',
    async (_kind, make) => {
      const bytes = make((at) => `<row r="${at}">${cell(`A${at}`, '', '<v>1</v>')}</row>`);
      const { batches } = await readTable(bytes, { limits: LIMITS, longestPartMs: HANGS_AFTER_MS });
      await expect(batches.next()).rejects.toThrow('Строк больше 999');
    },
  );

  it('is a million columns', async () => {
    const cells = '<c><v>1</v></c>'.repeat(1_000_000);
    await expect(read(workbook({ sheets: { A: `<row r="1">${cells}</row>` } }))).rejects.toThrow(
      'Столбцов больше 50: оставьте только нужные',
    );
    const csv = Buffer.from('1;'.repeat(1_000_000) + '1');
    await expect(read(csv)).rejects.toThrow('Столбцов больше 50');
  });

  it('is what takes too long or too much memory: its thread is ended, and the next file is read', async () => {
    const texts = Array.from({ length: 200_000 }, (_, index) => `<t>Кружка ${index}</t>`);
    const bytes = workbook({
      sheets: { A: '<row r="1"><c r="A1"><v>1</v></c></row>' },
      sharedStrings: texts,
    });
    const memory = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };
    await expect(read(bytes, { memory })).rejects.toThrow('слишком большая или сложная');
    await expect(read(bytes, { longestPartMs: 1 })).rejects.toThrow('слишком большая или сложная');
    expect(await cellsOf(bytes)).toEqual([['1']]);
  });
});

it('a third file waits for a thread: it is told to come again', async () => {
  const bytes = Buffer.from('Артикул;Цена\nКР-1;1');
  const two = await Promise.all([readTable(bytes, { limits: LIMITS }), readTable(bytes, { limits: LIMITS })]);
  await expect(readTable(bytes, { limits: LIMITS })).rejects.toMatchObject({ status: 503 });
  for (const { batches } of two) for await (const _batch of batches);
  expect(await cellsOf(bytes)).toHaveLength(2);
});

/** The directory of an archive says another size of an entry. */
function withSaidSize(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  const place = strFromU8(copy, true).lastIndexOf(name);
  view.setUint32(place - 46 + 24, size, true);
  return copy;
}
