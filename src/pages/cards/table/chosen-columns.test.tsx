import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createTableEditEndpoint, listSelectedCharacteristicsEndpoint } from '#contract/bulk-edits.ts';
import type { TableRow } from '#contract/bulk-table-rows.ts';
import { readCardTableEndpoint, readTableValuesEndpoint } from '#contract/card-table.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const NBSP = '\u00a0';
const CUPS = 812;
const DRESSES = 69;
const COLOUR = 14177449;
const VOLUME = 900001;
const facts = { priceKopecks: 100_000, discount: 20, clubDiscount: 0, costPriceKopecks: null };
/** Two mugs, of which the first has a price of its own in «Московский», and a dress. */
const cards = [CUPS, CUPS, DRESSES].map((subjectId, at) =>
  mockCard(at + 1, { vendorCode: `K-${at + 1}`, subjectId, ...facts }),
);

const definitions = [
  {
    id: COLOUR,
    name: 'Цвет',
    type: 'TEXT' as const,
    unit: '',
    maxCount: 2,
    cardCount: 2,
    isRequired: false,
    directory: 'COLORS' as const,
    subjects: [{ id: CUPS, maxCount: 2 }],
  },
  {
    id: VOLUME,
    name: 'Объем',
    type: 'NUMBER' as const,
    unit: 'мл',
    maxCount: 1,
    cardCount: 2,
    isRequired: true,
    subjects: [{ id: CUPS, maxCount: 1 }],
  },
];

/** What the server was asked for, of characteristics and of edits. */
function serve(ownKopecks = 120_000) {
  const asked: { values: object[]; rows: TableRow[][] } = { values: [], rows: [] };
  mockServer.use(...cardHandlers(cards), ...bulkEditHandlers([1, 2, 3].map((id) => mockBulkRow(id))));
  mockServer.use(
    mock(readCardTableEndpoint, () => ({
      cardTotal: 3,
      results: cards.map((card) => ({
        ...card,
        ...card.dimensions,
        ownPrices: card.id === 1 ? [{ shopId: 1, priceKopecks: ownKopecks }] : [],
        ownDiscounts: card.id === 1 ? [{ shopId: 1, discount: 35 }] : [],
      })),
      nextAfterId: null,
    })),
    mock(listSelectedCharacteristicsEndpoint, () => ({
      cardTotal: 3,
      exampleCardId: 1,
      characteristics: definitions,
    })),
    mock(readTableValuesEndpoint, ({ body }) => {
      asked.values.push(body);
      const all = [
        { cardId: 1, characteristics: [{ id: COLOUR, values: ['синий'] }] },
        { cardId: 2, characteristics: [{ id: VOLUME, values: ['450'] }] },
      ];
      return {
        results: all
          .map(({ cardId, characteristics }) => ({
            cardId,
            characteristics: characteristics.filter(({ id }) => body.characteristicIds.includes(id)),
          }))
          .filter(({ characteristics }) => characteristics.length > 0),
      };
    }),
    mock(createTableEditEndpoint, ({ body }) => {
      asked.rows.push(body.rows);
      return mockError(400, { detail: ['Не сейчас'] });
    }),
  );
  return asked;
}

async function openTable(...columns: string[]) {
  const app = renderApp('/home/cards');
  const { user } = app;
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать загруженные карточки' }));
  await user.click(await screen.findByRole('button', { name: 'Таблица' }));
  const grid = await screen.findByRole('grid', { name: 'Карточки' });
  await choose(user, columns);
  act(() => grid.focus());
  return { ...app, grid };
}

const SHOP_GROUPS = { 'Своя цена': 'Своя цена в магазине', 'Своя скидка': 'Своя скидка в магазине' };

/** Presses the columns' checkboxes, and closes the box; a shop's is named with what it is of. */
async function choose(user: ReturnType<typeof renderApp>['user'], columns: readonly string[]) {
  if (columns.length === 0) return;
  await user.click(screen.getByRole('button', { name: 'Столбцы' }));
  const box = screen.getByRole('dialog', { name: 'Столбцы таблицы' });
  for (const column of columns) {
    const of = Object.entries(SHOP_GROUPS).find(([start]) => column.startsWith(start));
    const group = within(box).getByRole('group', { name: of ? of[1] : 'Характеристики' });
    const name = of ? column.slice(of[0].length + 1) : column;
    await user.click(await within(group).findByRole('checkbox', { name: new RegExp(`^${name}`) }));
  }
  await user.keyboard('{Escape}');
}

/** `row` from 1; by the head of its column. */
function cell(row: number, head: string): HTMLElement {
  const index = screen.getByRole('columnheader', { name: head }).getAttribute('aria-colindex');
  const found = document.querySelector<HTMLElement>(
    `[aria-rowindex="${row + 1}"] [aria-colindex="${index}"]`,
  );
  if (!found) throw new Error(`No cell ${row}: ${head}`);
  return found;
}

const OWN = 'Своя цена Московский';
const CUT = 'Своя скидка Московский';
const look = () => screen.getByRole('button', { name: 'Посмотреть изменения' });

describe('a column of a shop’s own price', () => {
  it('shows the common price where the shop has none, takes a price, and none', async () => {
    const asked = serve();
    const { user } = await openTable(OWN);
    expect(cell(1, OWN)).toHaveTextContent(/^1 200/);
    expect(cell(2, OWN)).toHaveTextContent(/^1 000/);
    expect(cell(2, OWN)).toHaveAccessibleDescription('Своей цены нет: действует общая');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, OWN) });
    await user.keyboard('{Delete}{ArrowDown}1290{Enter}дорого{Enter}');
    expect(cell(1, OWN)).toHaveTextContent(/^1 000/);
    expect(cell(1, OWN)).toHaveAccessibleDescription(`было 1${NBSP}200`);
    expect(cell(2, OWN)).toHaveAccessibleDescription('было пусто');
    expect(cell(3, OWN)).toHaveAccessibleDescription('нужна сумма в рублях');
    expect(look()).toHaveAccessibleDescription(`Исправьте 1${NBSP}ячейку с ошибками`);
    await user.keyboard('{Delete}');
    await user.click(look());
    await waitFor(() =>
      expect(asked.rows).toEqual([
        [
          {
            line: 1,
            key: '1',
            ownPrices: [{ shopId: 1, priceKopecks: null }],
            seen: { ownPrices: [{ shopId: 1, priceKopecks: 120_000 }] },
          },
          {
            line: 2,
            key: '2',
            ownPrices: [{ shopId: 1, priceKopecks: 129_000 }],
            seen: { ownPrices: [{ shopId: 1, priceKopecks: null }] },
          },
        ],
      ]),
    );
  });

  it('stands beside the prices, follows what is typed as the common one, is pasted, filled down and undone', async () => {
    serve();
    const { user } = await openTable(OWN);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.indexOf(OWN)).toBe(heads.indexOf('Себе\u00adстоимость') - 1);
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, `Цена,${NBSP}₽`) });
    await user.keyboard('777{Enter}');
    expect(cell(2, OWN)).toHaveTextContent(/^777/);
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, OWN) });
    // The empty cell of a pasted column says that there is none.
    await user.paste('1 500\n\n1 700\n');
    const shown = () => [1, 2, 3].map((row) => cell(row, OWN).textContent);
    expect(shown()).toEqual([
      `1${NBSP}500было 1${NBSP}200`,
      '777Своей цены нет: действует общая',
      `1${NBSP}700было пусто`,
    ]);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}[KeyD]{/Control}');
    expect(shown().every((text) => text?.startsWith(`1${NBSP}500`))).toBe(true);
    await user.keyboard('{Control>}[KeyZ][KeyZ]{/Control}');
    expect(cell(1, OWN)).toHaveTextContent(/^1 200/);
    await user.keyboard('{Control>}[KeyY]{/Control}');
    expect(cell(1, OWN)).toHaveTextContent(/^1 500/);
    expect(cell(1, OWN)).toHaveAttribute('aria-selected', 'true');
  });

  it('is there the next time, and stays while something is typed in it', async () => {
    serve();
    const { user, router } = await openTable(OWN);
    await act(() => router.navigate(-1));
    await screen.findByRole('checkbox', { name: 'Выбрать загруженные карточки' });
    await act(() => router.navigate(1));
    await screen.findByRole('columnheader', { name: OWN });
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, OWN) });
    await user.keyboard('1290{Enter}');
    await user.click(screen.getByRole('button', { name: 'Столбцы' }));
    const prices = within(screen.getByRole('group', { name: 'Своя цена в магазине' }));
    expect(prices.getByRole('checkbox', { name: /^Московский/ })).toBeDisabled();
    expect(screen.getByText('В нём есть изменения')).toBeVisible();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /^Отменить/ }));
    await choose(user, [OWN]);
    expect(screen.queryByRole('columnheader', { name: OWN })).toBeNull();
    // Done again, it is seen again.
    await user.click(screen.getByRole('button', { name: /^Повторить/ }));
    expect(cell(2, OWN)).toHaveTextContent(/^1 290/);
  });

  it('and what was typed in it are there for whoever comes Back', async () => {
    serve();
    mockServer.use(...bulkEditHandlers([1, 2, 3].map((id) => mockBulkRow(id))));
    const { user, router, address } = await openTable(OWN);
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, OWN) });
    await user.keyboard('{Delete}{ArrowDown}1290{Enter}');
    await user.click(look());
    await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
    await act(() => router.navigate(-1));
    await screen.findByRole('grid');
    await waitFor(() => expect(cell(2, OWN)).toHaveTextContent(/^1 290/));
    expect(cell(1, OWN)).toHaveAccessibleDescription(`было 1${NBSP}200`);
  });
});

describe('a column of a shop’s own discount', () => {
  it('shows the common one where the shop has none, takes a discount and none, and stands beside the own price', async () => {
    const asked = serve();
    const { user } = await openTable(CUT, OWN);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.indexOf(CUT)).toBe(heads.indexOf(OWN) + 1);
    expect(cell(1, CUT)).toHaveTextContent(/^35$/);
    expect(cell(2, CUT)).toHaveTextContent(/^20/);
    expect(cell(2, CUT)).toHaveAccessibleDescription('Своей скидки нет: действует общая');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, CUT) });
    await user.keyboard('{Delete}{ArrowDown}0{Enter}100{Enter}');
    expect(cell(1, CUT)).toHaveAccessibleDescription('было 35');
    expect(cell(2, CUT)).toHaveTextContent(/^0/);
    expect(cell(3, CUT)).toHaveAccessibleDescription(`нужно целое число от 0 до 99${NBSP}%`);
    await user.keyboard('{Delete}');
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, OWN) });
    await user.keyboard('1290{Enter}');
    await user.click(look());
    await waitFor(() =>
      expect(asked.rows).toEqual([
        [
          {
            line: 1,
            key: '1',
            ownDiscounts: [{ shopId: 1, discount: null }],
            seen: { ownDiscounts: [{ shopId: 1, discount: 35 }] },
          },
          {
            line: 2,
            key: '2',
            ownPrices: [{ shopId: 1, priceKopecks: 129_000 }],
            ownDiscounts: [{ shopId: 1, discount: 0 }],
            seen: {
              ownPrices: [{ shopId: 1, priceKopecks: null }],
              ownDiscounts: [{ shopId: 1, discount: null }],
            },
          },
        ],
      ]),
    );
  });

  it('follows what is typed as the common one, is pasted, filled down and undone', async () => {
    serve();
    const { user } = await openTable(CUT);
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, `Скидка,${NBSP}%`) });
    await user.keyboard('15{Enter}');
    expect(cell(2, CUT)).toHaveTextContent(/^15/);
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, CUT) });
    // The empty cell of a pasted column says that there is none.
    await user.paste('40 %\n\n50\n');
    const shown = () => [1, 2, 3].map((row) => cell(row, CUT).textContent);
    expect(shown()).toEqual(['40было 35', '15Своей скидки нет: действует общая', '50было пусто']);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}[KeyD]{/Control}');
    expect(shown().every((text) => text?.startsWith('40'))).toBe(true);
    await user.keyboard('{Control>}[KeyZ][KeyZ]{/Control}');
    expect(cell(1, CUT)).toHaveTextContent(/^35$/);
  });
});

describe('a column of a characteristic', () => {
  it('says of a pasted block what no cell has taken: a characteristic that the subject has not, and a column that only shows', async () => {
    serve();
    const { user } = await openTable('Цвет');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, 'Цвет') });
    await user.paste('белый\nсиний\nкрасный\n');
    expect(
      await screen.findByText(
        /^Не вставлено в 1\sячейке: у предмета этих карточек нет такой характеристики\.$/,
      ),
    ).toBeVisible();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, `Со скидкой,${NBSP}₽`) });
    await user.paste('700\n800\n');
    expect(await screen.findByText('Не вставлено: «Со скидкой, ₽» здесь не меняют.')).toBeVisible();
  });

  it('is offered with those that are required first, read of the cards that can have it, and closed for the others', async () => {
    const asked = serve();
    const { user } = await openTable();
    await user.click(screen.getByRole('button', { name: 'Столбцы' }));
    const box = screen.getByRole('dialog', { name: 'Столбцы таблицы' });
    await within(box).findByRole('checkbox', { name: /^Цвет/ });
    const offered = within(box).getAllByRole('checkbox');
    expect(offered.map((one) => one.closest('label')?.textContent)).toEqual([
      'Московский',
      'Сибирь',
      'Московский',
      'Сибирь',
      expect.stringMatching(/^Объем, млОбязательная, у 2\sкарточек из 3$/),
      expect.stringMatching(/^ЦветУ 2\sкарточек из 3$/),
    ]);
    expect(asked.values).toEqual([]);
    await user.click(within(box).getByRole('checkbox', { name: /^Цвет/ }));
    await user.keyboard('{Escape}');
    await screen.findByRole('columnheader', { name: 'Цвет' });
    expect(asked.values).toEqual([{ cardIds: [1, 2], characteristicIds: [COLOUR] }]);
    expect(cell(1, 'Цвет')).toHaveTextContent(/^синий$/);
    expect(cell(3, 'Цвет')).toHaveTextContent(/^—$/);
    expect(cell(3, 'Цвет')).toHaveAttribute('aria-readonly', 'true');
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, 'Цвет') });
    await user.paste('белый; Синий\nбелый\n');
    expect(cell(2, 'Цвет')).toHaveTextContent(/^белый; Синий/);
    expect(cell(3, 'Цвет')).toHaveTextContent(/^—$/);
    expect(screen.getByText(/^Изменено: 1\sкарточка, 1\sячейка$/)).toBeVisible();
  });

  it('says what is wrong as the card’s editor does, and what may have been meant', async () => {
    serve();
    const { user } = await openTable('Цвет', 'Объем');
    await screen.findByRole('columnheader', { name: 'Цвет' });
    const problemOf = async (head: string, text: string) => {
      await user.pointer({ keys: '[MouseLeft]', target: cell(2, head) });
      await user.paste(`${text}\n`);
      return cell(2, head).querySelector('[id$="-note"]')?.textContent;
    };
    expect(await problemOf('Цвет', 'белый; синий; хаки')).toBe('значений 3, можно 2');
    expect(await problemOf('Цвет', 'белй')).toBe('нет в справочнике Wildberries: «белй». Похоже на «белый»');
    expect(await problemOf('Цвет', 'совсем не цвет')).toBe('нет в справочнике Wildberries: «совсем не цвет»');
    expect(await problemOf('Объем, мл', 'много')).toBe('Нужно число');
    expect(await problemOf('Объем, мл', '1,2345')).toBe(`После запятой — не больше 3${NBSP}знаков`);
    expect(await problemOf('Объем, мл', '-5')).toBe('Меньше нуля нельзя');
    expect(await problemOf('Объем, мл', '500 мл')).toBe('было 450');
  });

  it('says to the server what it is to have, what it had, and that it is to have nothing', async () => {
    const asked = serve();
    const { user } = await openTable('Цвет', 'Объем');
    await screen.findByRole('columnheader', { name: 'Цвет' });
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, 'Цвет') });
    await user.keyboard('белый; белый;хаки{Enter}');
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, 'Объем, мл') });
    await user.keyboard('{Delete}{ArrowUp}0,5{Enter}');
    await user.click(look());
    const colour = { id: COLOUR, name: 'Цвет', values: ['белый', 'хаки'] };
    const volume = { id: VOLUME, name: 'Объем' };
    await waitFor(() => expect(asked.rows).toHaveLength(1));
    const [first, second] = asked.rows[0] ?? [];
    expect(first?.characteristics?.toSorted((one, other) => other.id - one.id)).toEqual([
      colour,
      { ...volume, values: ['0.5'] },
    ]);
    expect(first?.seen?.characteristics?.toSorted((one, other) => other.id - one.id)).toEqual([
      { id: COLOUR, values: ['синий'] },
      { id: VOLUME, values: [] },
    ]);
    expect(second).toEqual({
      line: 2,
      key: '2',
      characteristics: [{ ...volume, values: [] }],
      seen: { characteristics: [{ id: VOLUME, values: ['450'] }] },
    });
  });

  it('that cannot be read is told of, and asked for again', async () => {
    serve();
    let isDown = true;
    mockServer.use(
      mock(readTableValuesEndpoint, () =>
        isDown ? mockError(400, { detail: ['Не сейчас'] }) : { results: [] },
      ),
    );
    const { user } = await openTable('Цвет');
    const alert = await screen.findByText(/^Не удалось прочитать характеристики/);
    expect(screen.queryByRole('columnheader', { name: 'Цвет' })).toBeNull();
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('columnheader', { name: 'Цвет' })).toBeVisible();
    expect(alert).not.toBeInTheDocument();
  });
});
