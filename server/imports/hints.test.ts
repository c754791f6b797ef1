import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestSubjects } from '#tests/support/cards/fixtures.ts';
import { uploadTable } from '#tests/support/table-files/upload.ts';
import { textCell, workbook } from '#tests/support/table-files/workbook.ts';

let test: ShopTest;
let owner: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`hints-${people}`);
});
afterAll(() => test.close());

const upload = (table: string | Uint8Array, name = 'шаблон.xlsx') =>
  uploadTable(test, owner, '/cards/imports/', table, { name });

/** As the marketplace gives it: groups, names in the third row, hints in the fourth. */
const NAMES = [
  'Группа',
  'Артикул продавца',
  'Артикул WB',
  'Наименование',
  'Категория продавца',
  'Цена',
  'Фото',
];
const HINTS = [
  '',
  'Это номер или название, по которому вы сможете идентифицировать свой товар.',
  'Уникальный идентификатор карточки, который присваивается после успешного создания товара.',
  '',
  'Категория выбирается строго из справочника.',
  '',
  "Список ссылок на фотографии разделённый ';' (Количество - до 30 шт.)",
];
const GOODS = ['1', 'K-1', '', 'Кружка', 'Кружки', '100', ''];
const rowXml = (line: number, cells: readonly string[]) =>
  `<row r="${line}">${cells.map((text, at) => (text === '' ? '' : textCell(`${'ABCDEFGH'[at]}${line}`, text))).join('')}</row>`;
const template = (...rows: readonly (readonly string[])[]) =>
  workbook({
    sheets: {
      Товары:
        rowXml(1, ['Основная информация', '', '', '', '', 'Цены']) +
        [NAMES, HINTS, ...rows].map((cells, at) => rowXml(3 + at, cells)).join(''),
      Инструкция:
        rowXml(1, ['Как заполнять']) + rowXml(2, ['Лист', 'Что на нём']) + rowXml(3, ['Товары', 'Товары']),
    },
  });
const csv = (...lines: readonly (readonly string[])[]) => lines.map((cells) => cells.join(';')).join('\r\n');

describe('the marketplace’s template', () => {
  it('has its hints told and counted as no row: neither goods nor an error', async () => {
    const { status, body } = await upload(template(GOODS));
    expect(status).toBe(201);
    expect(body).toMatchObject({ heading_line: 3, hint_lines: [4], row_total: 1 });
    const checking = { body: { meanings: body.columns } };
    const checked = await test.call(owner, 'POST', `/cards/imports/${body.id}/checking/`, checking);
    expect(checked.body).toMatchObject({
      state: 'READY',
      hint_lines: [4],
      counts: { fresh: 1, refused: 0 },
    });
    const rows = await test.call(owner, 'GET', `/cards/imports/${body.id}/rows/`);
    expect(rows.body).toMatchObject([{ line: 5, cells: GOODS.slice(0, -1) }]);
  });

  it('that nobody has filled in is refused: the instruction beside it is not read instead', async () => {
    const { status, body } = await upload(template());
    expect([status, body.detail]).toEqual([
      400,
      ['В таблице нужны названия столбцов и хотя бы одна строка под ними'],
    ]);
    expect((await test.call(owner, 'GET', '/cards/imports/')).body).toEqual([]);
  });
});

describe('a line under the names of columns', () => {
  const names = ['Артикул', 'Наименование', 'Бренд', 'Цена'];
  const goods = ['K-1', 'Кружка', 'Керамия', '100'];

  it.each([
    ['several lines of hints', ['Обязательное поле', 'Текст до 60 символов'], [2, 3]],
    ['an article beside hints', ['K-2', 'Обязательное поле', 'Обязательное поле'], []],
    ['a price beside hints', ['', 'Обязательное поле', 'Обязательное поле', '200'], []],
  ])('that is %s is a row unless it can be none', async (_what, line, hints) => {
    const { body } = await upload(csv(names, line, line, goods), 'товары.csv');
    expect(body).toMatchObject({ heading_line: null, hint_lines: hints, row_total: 3 - hints.length });
  });

  it('is a row where no column is known to name a card, and below the first row', async () => {
    const hint = ['Обязательное поле', 'Обязательное поле', 'Обязательное поле'];
    const unknown = await upload(csv(['Мой код', 'Как зовут', 'Чьё'], hint, goods), 'товары.csv');
    expect(unknown.body).toMatchObject({ hint_lines: [], row_total: 2 });
    const below = await upload(csv(names, goods, hint), 'товары.csv');
    expect(below.body).toMatchObject({ hint_lines: [], row_total: 2 });
  });
});
