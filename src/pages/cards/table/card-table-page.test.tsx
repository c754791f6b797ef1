import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createTableEditEndpoint } from '#contract/bulk-edits.ts';
import type { TableRow } from '#contract/bulk-table-rows.ts';
import { readCardTableEndpoint } from '#contract/card-table.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { liveMenu } from '#tests/setup/live-menu.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { settle } from '#tests/support/settle.ts';
import { turnable } from '#tests/support/turnable.ts';

const NBSP = '\u00a0';
const facts = { priceKopecks: 100_000, discount: 20, clubDiscount: 0, costPriceKopecks: null };
const cards = [1, 2, 3].map((id) =>
  mockCard(id, { vendorCode: `K-${id}`, description: 'Керамика', tags: ['Хит'], ...facts }),
);

// Nothing is returned: whoever waits for what `act` returns has it go on while the next test begins.
afterEach(() => {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
});

/** The table over the first three cards, reached as a seller reaches it: it has the focus at once, on the first price. */
async function openTable(chosen = cards) {
  mockServer.use(...cardHandlers(chosen), ...bulkEditHandlers([1, 2, 3].map((id) => mockBulkRow(id))));
  const app = renderApp('/home/cards');
  const { user } = app;
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать загруженные карточки' }));
  await user.click(await screen.findByRole('button', { name: 'Таблица' }));
  const grid = await screen.findByRole('grid', { name: 'Карточки' });
  await waitFor(() => expect(grid).toHaveFocus());
  return { ...app, grid };
}

/** `row` from 1; by the column's number as a reader hears it. */
function cell(row: number, column: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(
    `[aria-rowindex="${row + 1}"] [aria-colindex="${column}"]`,
  );
  if (!found) throw new Error(`No cell ${row}:${column}`);
  return found;
}
const PRICE = 3;
const DISCOUNT = 4;
const FINAL = 5;
const COST = 7;
const TITLE = 2;
const DESCRIPTION = 8;
const BRAND = 9;
const LENGTH = 10;
const HEIGHT = 12;
const WEIGHT = 13;
const TAGS = 14;

function watchEdits(): TableRow[][] {
  const asked: TableRow[][] = [];
  mockServer.use(
    mock(createTableEditEndpoint, ({ body }) => {
      asked.push(body.rows);
      return mockError(400, { detail: ['Не сейчас'] });
    }),
  );
  return asked;
}

const look = () => screen.getByRole('button', { name: 'Посмотреть изменения' });

describe('the table', () => {
  it('has its rows as the list has them that they were chosen in', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(readCardTableEndpoint, ({ body }) => {
        asked.push(body.ordering);
        const results = cards.map((card) => ({ ...card, ...card.dimensions }));
        return { cardTotal: 3, results, order: [3, 1, 2], nextAfterId: null };
      }),
      ...cardHandlers(cards),
    );
    const { user } = renderApp('/home/cards?ordering=-price');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать загруженные карточки' }));
    await user.click(await screen.findByRole('button', { name: 'Таблица' }));
    await screen.findByRole('grid', { name: 'Карточки' });
    expect([1, 2, 3].map((row) => cell(row, 1).textContent)).toEqual(['K-3', 'K-1', 'K-2']);
    expect(asked).toEqual(['-price']);
  });

  it('is typed into by keys alone, and leads to what would become of the cards', async () => {
    const { user, address } = await openTable();
    await user.keyboard('1290{Tab}25{Enter}');
    expect(cell(1, PRICE)).toHaveTextContent(/^1 290/);
    expect(cell(1, FINAL)).toHaveTextContent(`967,50`);
    expect(cell(1, PRICE)).toHaveAccessibleDescription(`было 1${NBSP}000`);
    expect(cell(2, DISCOUNT)).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText(/^Изменено: 1\sкарточка, 2\sячейки$/)).toBeVisible();
    await user.click(look());
    await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
  });

  it('is as it was when the window has been narrow for a while, and offers no draft of what stands in it', async () => {
    const turn = turnable('(min-width: 48rem)');
    const { user } = await openTable();
    await user.keyboard('1290{Enter}');
    expect(await screen.findByText(/^Изменено: 1\sкарточка/)).toBeVisible();
    turn('narrow');
    expect(await screen.findByText('Таблице нужен экран шире')).toBeVisible();
    turn('wide');
    expect(await screen.findByText(/^Изменено: 1\sкарточка/)).toBeVisible();
    expect(cell(1, PRICE)).toHaveTextContent(/^1 290/);
    await act(settle);
    expect(screen.queryByText(/^Черновик от/)).not.toBeInTheDocument();
  });

  it('says to the server what was typed and what was seen', async () => {
    const { user } = await openTable();
    const asked = watchEdits();
    await user.keyboard('1290{Enter}');
    await user.keyboard(`{End}${'{ArrowLeft}'.repeat(TAGS - COST)}400,5{Enter}`);
    await user.click(look());
    const { costPriceKopecks, ...prices } = facts;
    await waitFor(() =>
      expect(asked).toEqual([
        [
          { line: 1, key: '1', priceKopecks: 129_000, seen: prices },
          { line: 2, key: '2', costPriceKopecks: 40_050, seen: { costPriceKopecks } },
        ],
      ]),
    );
    expect(await screen.findByText('Не сейчас')).toBeVisible();
    expect(cell(1, PRICE)).toHaveTextContent(/^1 290/);
  });

  it('keeps a text that cannot be taken in its cell, says why, and leads to it', async () => {
    const { user } = await openTable();
    await user.keyboard('дорого{Enter}{ArrowDown}');
    expect(cell(1, PRICE)).toHaveTextContent(/^дорого/);
    expect(cell(1, PRICE)).toBeInvalid();
    expect(cell(1, PRICE)).toHaveAccessibleDescription('нужна сумма в рублях');
    expect(look()).toHaveAccessibleDescription(`Исправьте 1${NBSP}ячейку с ошибками`);
    await user.click(screen.getByRole('button', { name: 'Показать' }));
    expect(screen.getByText('Строка 1, цена: нужна сумма в рублях')).toBeVisible();
    await user.keyboard('{Delete}');
    expect(cell(1, PRICE)).toBeValid();
    expect(cell(1, PRICE)).toHaveTextContent(/^1 000$/);
    expect(look()).toHaveAccessibleDescription('Ничего не изменено');
  });

  it('takes blocks of another spreadsheet, and says what has no room', async () => {
    const { user, grid } = await openTable();
    await user.paste('1 100\t5\n1 200\t6\n1 300\t7\n1 400\t8\n');
    expect([1, 2, 3].map((row) => cell(row, DISCOUNT).textContent)).toEqual([
      '5было 20',
      '6было 20',
      '7было 20',
    ]);
    expect(await screen.findByText(/^Не поместилось: 1\sстрока\.$/)).toBeVisible();
    expect(grid).toHaveFocus();
    await user.keyboard('{Control>}{Home}{/Control}');
    await user.paste('K-1\tКружка\t500\nK-9\tДругая\t600\n');
    expect(cell(1, PRICE)).toHaveTextContent(/^500/);
    expect(cell(2, PRICE)).toHaveTextContent(/^1 200/);
    expect(await screen.findByText(/^Не вставлено в 1\sстроке: там другой артикул/)).toBeVisible();
  });

  it('copies and cuts what is chosen as spreadsheets do', async () => {
    const { user, grid } = await openTable();
    await user.keyboard('1290{Enter}{Home}{Shift>}{ArrowUp}{End}{/Shift}');
    const copied: string[] = [];
    const clipboardData = {
      setData: (type: string, text: string) => type === 'text/plain' && copied.push(text),
    };
    fireEvent.copy(grid, { clipboardData });
    const row = (id: number, prices: string) =>
      `K-${id}\tКружка керамическая ${id}\t${prices}\t\tКерамика\tКерамия\t13\t11\t11\t0,42\tХит`;
    const text = `${row(1, '1290\t20\t1032\t0')}\n${row(2, '1000\t20\t800\t0')}\n`;
    fireEvent.cut(grid, { clipboardData });
    expect(copied).toEqual([text, text]);
    expect(cell(1, PRICE)).toHaveTextContent(/^1 000$/);
  });

  it('copies nothing that another spreadsheet would run, and takes it back', async () => {
    const formula = mockCard(1, { vendorCode: '=1+1', ...facts });
    const { grid, user } = await openTable([formula]);
    const copied = new Map<string, string>();
    const setData = (type: string, text: string) => copied.set(type, text);
    await user.keyboard('{Home}');
    fireEvent.copy(grid, { clipboardData: { setData } });
    expect(copied.get('text/plain')).toBe("'=1+1\n");
    // Where a cell can be told to be a text, nobody sees the apostrophe.
    expect(copied.get('text/html')).toMatch(/<td class="w"[^>]*>=1\+1<\/td>/);
    for (const [price, code] of [
      [700, "'=1+1"],
      [800, '=1+1'],
    ] as const) {
      await user.paste(`${code}\tКружка\t${price}\n`);
      expect(cell(1, PRICE)).toHaveTextContent(new RegExp(`^${price}`));
    }
  });

  it('takes back what it has copied of a cell that cannot be', async () => {
    const { user, grid } = await openTable();
    await user.keyboard('-5{Enter}{ArrowUp}');
    expect(cell(1, PRICE)).toBeInvalid();
    const copied: string[] = [];
    fireEvent.copy(grid, { clipboardData: { setData: (_: string, text: string) => copied.push(text) } });
    expect(copied[0]).toBe("'-5\n");
    await user.keyboard('{ArrowDown}');
    await user.paste(copied[0] ?? '');
    expect(cell(2, PRICE)).toHaveTextContent(/^-5/);
  });

  it('is filled down, undone and done again', async () => {
    const { user } = await openTable();
    await user.keyboard('1290{Enter}{ArrowUp}{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await user.keyboard('{Control>}[KeyD]{/Control}');
    const prices = () => [1, 2, 3].map((row) => cell(row, PRICE).firstChild?.textContent);
    expect(prices()).toEqual(Array.from({ length: 3 }, () => `1${NBSP}290`));
    await user.keyboard('{Control>}[KeyZ]{/Control}');
    expect(prices()).toEqual([`1${NBSP}290`, `1${NBSP}000`, `1${NBSP}000`]);
    await user.click(screen.getByRole('button', { name: /^Отменить/ }));
    expect(prices()[0]).toBe(`1${NBSP}000`);
    expect(screen.getByRole('button', { name: 'Отменить: отменять нечего' })).toBeVisible();
    await user.keyboard('{Control>}{Shift>}[KeyZ][KeyZ]{/Shift}{/Control}');
    expect(prices()).toEqual(Array.from({ length: 3 }, () => `1${NBSP}290`));
  });

  it('takes the cell above by Ctrl+D where one row is chosen, and in the first row nothing', async () => {
    const { user } = await openTable();
    await user.keyboard('1290{Tab}25{ArrowDown}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}');
    await user.keyboard('{Control>}[KeyD]{/Control}');
    const rowsNow = () =>
      [1, 2, 3].map((row) => [PRICE, DISCOUNT].map((column) => cell(row, column).firstChild?.textContent));
    const filled = [`1${NBSP}290`, '25'];
    const asItWas = [`1${NBSP}000`, '20'];
    expect(rowsNow()).toEqual([filled, filled, asItWas]);
    expect(cell(2, PRICE)).toHaveAttribute('aria-selected', 'true');
    expect(cell(1, PRICE)).toHaveAttribute('aria-selected', 'false');
    await user.keyboard('{Control>}[KeyZ]{/Control}');
    expect(rowsNow()).toEqual([filled, asItWas, asItWas]);
    await user.keyboard('{ArrowUp}{Control>}[KeyD]{/Control}');
    expect(rowsNow()).toEqual([filled, asItWas, asItWas]);
  });

  it('empties by Delete what a card may be without, gives it back by Ctrl+Delete, and says so of the change', async () => {
    const { user } = await openTable();
    const asked = watchEdits();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, PRICE) });
    await user.keyboard('{Shift>}{End}{/Shift}{Delete}');
    expect(cell(1, PRICE)).toHaveTextContent(/^1 000$/);
    expect(cell(1, BRAND)).toHaveAccessibleDescription('было Керамия');
    expect(cell(1, BRAND).firstChild).toHaveTextContent(/^было Керамия$/);
    expect(cell(1, TAGS)).toHaveAccessibleDescription('было Хит');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, LENGTH) });
    await user.keyboard(
      '{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}{Control>}{Backspace}{/Control}',
    );
    expect(cell(1, LENGTH)).toHaveTextContent(/^13$/);
    await user.click(look());
    const seen = { description: 'Керамика', brand: 'Керамия', tags: ['Хит'] };
    await waitFor(() =>
      expect(asked).toEqual([[{ line: 1, key: '1', description: '', brand: '', tags: [], seen }]]),
    );
  });

  it('leaves what a pasted block has nothing for, and says so', async () => {
    const { user } = await openTable();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, BRAND) });
    await user.paste('\t15\nСевер\t\n');
    expect(cell(1, BRAND)).toHaveTextContent(/^Керамия$/);
    expect(cell(1, LENGTH)).toHaveTextContent(/^15/);
    expect(cell(2, BRAND)).toHaveTextContent(/^Север/);
    expect(cell(2, LENGTH)).toHaveTextContent(/^13$/);
    expect(
      await screen.findByText(/^В 2\sячейках осталось, что было: вставленное там пусто\./),
    ).toBeVisible();
  });

  it('edits in a cell by F2 and a second press, and gives it up by Escape', async () => {
    const { user, grid } = await openTable();
    await user.keyboard('{F2}');
    const field = screen.getByRole('textbox', { name: 'Цена, K-1' });
    expect(field).toHaveValue('1000');
    await user.keyboard('5{Escape}');
    expect(cell(1, PRICE)).toHaveTextContent(/^1 000$/);
    expect(grid).toHaveFocus();
    await user.dblClick(cell(2, COST));
    await user.keyboard('12');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, COST) });
    expect(cell(2, COST)).toHaveTextContent(/^12/);
  });

  it('has a larger field for a description: lines by Alt+Enter, its length, and no more than is taken', async () => {
    const { user, grid } = await openTable();
    const asked = watchEdits();
    await user.dblClick(cell(1, DESCRIPTION));
    const field = screen.getByRole('textbox', { name: 'Описание, K-1' });
    expect(field).toHaveValue('Керамика');
    expect(screen.getByText(/^8 \/ 5\s000$/)).toBeVisible();
    await user.keyboard('.{Alt>}{Enter}{/Alt}Белая{ArrowUp}{ArrowDown}');
    expect(field).toHaveValue('Керамика.\nБелая');
    await user.keyboard('{Enter}');
    expect(grid).toHaveFocus();
    expect(cell(1, DESCRIPTION)).toHaveAccessibleDescription('было Керамика');
    await user.click(look());
    await waitFor(() =>
      expect(asked).toEqual([
        [{ line: 1, key: '1', description: 'Керамика.\nБелая', seen: { description: 'Керамика' } }],
      ]),
    );
  });

  it('says of a title that it is longer than the marketplace takes', async () => {
    const { user } = await openTable();
    await user.dblClick(cell(1, TITLE));
    await user.clear(screen.getByRole('textbox', { name: 'Наименование, K-1' }));
    await user.paste('ж'.repeat(61));
    expect(screen.getByText('61 / 60')).toBeVisible();
    expect(screen.getByText('Длиннее, чем принимает маркетплейс')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(cell(1, TITLE)).toHaveAccessibleDescription('61 символов, можно 60');
    expect(look()).toHaveAccessibleDescription(`Исправьте 1${NBSP}ячейку с ошибками`);
  });

  it('takes words of another spreadsheet with their lines, and without the mark that they were copied with', async () => {
    const { user } = await openTable();
    const asked = watchEdits();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, DESCRIPTION) });
    await user.paste('"Первая\r\nвторая ""строка"""\n\'- с чертой\n');
    await user.click(look());
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]?.map(({ description }) => description)).toEqual([
      'Первая\nвторая "строка"',
      '- с чертой',
    ]);
  });

  it('has brand, package and tags after all else, by the rules of a file, and says what was seen of them', async () => {
    const { user } = await openTable();
    const asked = watchEdits();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, BRAND) });
    await user.paste("'-Север\t15\t11\t0\t0,4256\tЛето; Хит\n\t12,5\t\t\tтяжёлый\tдлиннее пятнадцати\n");
    expect(cell(1, BRAND)).toHaveAccessibleDescription('было Керамия');
    expect(cell(1, WEIGHT)).toHaveTextContent(/^0,426/);
    expect(cell(1, TAGS)).toHaveTextContent(/^Лето, Хит/);
    expect(cell(2, BRAND)).toHaveTextContent(/^Керамия$/);
    expect(cell(2, LENGTH)).toHaveAccessibleDescription('нужно целое число сантиметров от 0 до 1000');
    expect(cell(2, WEIGHT)).toHaveAccessibleDescription('нужен вес в килограммах, до 1000');
    expect(cell(2, TAGS)).toHaveAccessibleDescription('ярлык — не длиннее 15 символов');
    await user.pointer({ keys: '[MouseLeft]', target: cell(2, LENGTH) });
    await user.keyboard('{Shift>}{End}{/Shift}{Control>}{Delete}{/Control}');
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, HEIGHT) });
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}[KeyD]{/Control}');
    await user.click(look());
    await waitFor(() =>
      expect(asked).toEqual([
        [
          {
            line: 1,
            key: '1',
            brand: '-Север',
            lengthCm: 15,
            heightCm: 0,
            weightKg: 0.426,
            tags: ['Лето', 'Хит'],
            seen: { brand: 'Керамия', lengthCm: 13, heightCm: 11, weightKg: 0.42, tags: ['Хит'] },
          },
          { line: 2, key: '2', heightCm: 0, seen: { heightCm: 11 } },
        ],
      ]),
    );
  });

  it('keeps typed tags and dimensions for whoever comes Back to it', async () => {
    const { user, router, address } = await openTable();
    await user.pointer({ keys: '[MouseLeft]', target: cell(1, WEIGHT) });
    await user.paste('0,5\tЛето, Хит\n');
    await user.click(look());
    await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
    expect(await screen.findByRole('heading', { name: 'По таблице: вес, ярлыки' })).toBeVisible();
    await act(() => router.navigate(-1));
    await screen.findByRole('grid');
    await waitFor(() => expect(cell(1, WEIGHT)).toHaveTextContent(/^0,5/));
    expect(cell(1, TAGS)).toHaveTextContent(/^Лето, Хит/);
  });

  it('says which cell is meant, chooses ranges, and lets the keyboard out', async () => {
    const { user, grid } = await openTable();
    expect(grid).toHaveAttribute('aria-activedescendant', cell(1, PRICE).id);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    expect(grid.querySelectorAll('[aria-selected="true"]')).toHaveLength(4);
    expect(grid).toHaveAttribute('aria-activedescendant', cell(1, PRICE).id);
    await user.keyboard('{Control>}[KeyA]{/Control}');
    expect(grid.querySelectorAll('[aria-selected="true"]')).toHaveLength(3 * TAGS);
    await user.keyboard('{Escape}');
    expect(grid).not.toHaveFocus();
  });

  it('is typed into without a connection, and says that the rest waits for it', async () => {
    const { user } = await openTable();
    act(() => connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 1 }));
    await user.keyboard('1290{Enter}');
    expect(cell(1, PRICE)).toHaveTextContent(/^1 290/);
    expect(look()).toHaveAccessibleDescription('Карточки меняются сразу у многих только при связи');
  });

  it('is as it was left when one comes Back to it', async () => {
    const { user, router, address } = await openTable();
    await user.keyboard('1290{Enter}');
    await user.click(look());
    await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
    await act(() => router.navigate(-1));
    await screen.findByRole('grid');
    await waitFor(() => expect(cell(1, PRICE)).toHaveTextContent(/^1 290/));
  });

  it('does not type over what somebody has changed while one was away', async () => {
    const { user, router, address } = await openTable();
    await user.keyboard('1290{Enter}1390{Enter}');
    await user.click(look());
    await waitFor(() => expect(address()).toBe('/home/cards/bulk-edit?id=7'));
    const [first, second, third] = cards;
    if (!first || !second || !third) throw new Error('No cards');
    // The first is as it was wanted, the second is another's.
    const now = [{ ...first, priceKopecks: 129_000 }, { ...second, priceKopecks: 50_000 }, third];
    mockServer.use(mock(readCardTableEndpoint, () => ({ cardTotal: 3, results: now, nextAfterId: null })));
    await act(() => router.navigate(-1));
    expect(await screen.findByText(/^Не возвращено: 1\sзначение/)).toBeVisible();
    expect(cell(2, PRICE)).toHaveTextContent(/^500$/);
    expect(look()).toHaveAccessibleDescription('Ничего не изменено');
  });

  it('leaves the focus where it was moved to while the cards were read', async () => {
    mockServer.use(...cardHandlers(cards));
    let read = () => {};
    const isRead = new Promise<void>((done) => (read = done));
    mockServer.use(
      mock(readCardTableEndpoint, async () => {
        await isRead;
        return { cardTotal: cards.length, results: cards, nextAfterId: null };
      }),
    );
    const { router } = renderApp('/home/cards');
    await act(() => router.navigate('/home/cards/table', { state: { selection: { ids: [1, 2, 3] } } }));
    await screen.findByRole('progressbar', { name: 'Читаем карточки' });
    const link = (await liveMenu()).getByRole('link', { name: /^Список карточек/ });
    act(() => link.focus());
    read();
    await screen.findByRole('grid', { name: 'Карточки' });
    expect(link).toHaveFocus();
  });

  it('asks before what was typed is left', async () => {
    const { user, address } = await openTable();
    await user.keyboard('1290{Enter}');
    await user.click((await liveMenu()).getByRole('link', { name: /^Список карточек/ }));
    expect(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Остаться' }));
    expect(address()).toBe('/home/cards/table');
  });
});

describe('without cards the table', () => {
  it('says how to choose them', async () => {
    renderApp('/home/cards/table');
    expect(await screen.findByText('Выберите карточки для таблицы')).toBeVisible();
  });

  it('chooses again by what they were chosen by, when the server has let the choice go', async () => {
    mockServer.use(...cardHandlers(cards));
    mockServer.use(
      mock(readCardTableEndpoint, ({ body }) =>
        'id' in body.selection && body.selection.id === 'yesterday'
          ? mockError(404, { code: 'selection_expired', detail: ['Выбор устарел: он хранится час'] })
          : { cardTotal: cards.length, results: cards, nextAfterId: null },
      ),
    );
    const { router, user } = renderApp('/home/cards/table');
    await screen.findByText('Выберите карточки для таблицы');
    await act(() => router.navigate('/home/cards'));
    const state = { selection: { id: 'yesterday' }, source: { filter: {}, expectedCount: 2 } };
    await act(() => router.navigate('/home/cards/table', { state }));
    expect(await screen.findByText(/^Выбор устарел: он хранится час/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Выбрать снова' }));
    expect(await screen.findByRole('grid')).toHaveAttribute('aria-rowcount', '4');
  });

  it('says that the choice is another one now, and leads back to the list: asking again would change nothing', async () => {
    mockServer.use(...cardHandlers(cards));
    const { router } = renderApp('/home/cards/table');
    await screen.findByText('Выберите карточки для таблицы');
    await act(() => router.navigate('/home/cards'));
    await act(() =>
      router.navigate('/home/cards/table', { state: { selection: { filter: {}, expectedCount: 2 } } }),
    );
    expect(await screen.findByText(/^Выбрано 2, стало 3/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'К списку карточек' })).toBeVisible();
  });
});
