import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COPIES_PER_PART } from '#api/card-copies.ts';
import { generateBarcodesEndpoint, listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import {
  copyCardsEndpoint,
  MAX_COPY_SOURCES,
  nameCopiesEndpoint,
  readCopySourcesEndpoint,
} from '#contract/card-copies.ts';
import { cardHandlers, mockCard, mockCardRow } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from '../list/card-list-page.tsx';
import { CardDuplicatePage } from './card-duplicate-page.tsx';

const cell = (label: string, copy: number) =>
  screen.findByRole('textbox', { name: `${label}, копия ${copy}` });

/** The page with the choice that the list has brought. */
async function openPage(cards = [mockCard(1), mockCard(2)]) {
  mockServer.use(...cardHandlers(cards));
  const page = renderPage(<CardDuplicatePage />, '/elsewhere');
  const ids = cards.map(({ id }) => id);
  await page.router.navigate('/home/cards/duplicate', { state: { selection: { ids } } });
  return page;
}

const sizes = (...techSizes: string[]) => techSizes.map((techSize) => ({ techSize, wbSize: '', skus: [] }));

const madeOf = ({ cardId, vendorCode, title }: { cardId: number; vendorCode: string; title: string }) =>
  mockCardRow(mockCard(499 + cardId, { vendorCode, title }));

/** What each request asked for, with its key. */
function hearCopies() {
  const asked: { key: string | null; copyingKey: string | undefined; rows: unknown }[] = [];
  mockServer.use(
    mock(copyCardsEndpoint, ({ body, request }) => {
      const { copyingKey, rows } = body;
      asked.push({ key: request.headers.get('idempotency-key'), copyingKey, rows });
      return {
        cards: rows.map(madeOf),
      };
    }),
  );
  return asked;
}

describe('copies of chosen cards', () => {
  it('stand in a table beside their cards, are edited there, and are made by one request', async () => {
    const { user } = await openPage();
    const asked = hearCopies();
    expect(await cell('Артикул продавца', 2)).toHaveValue('MUG-2-2');
    expect(screen.getByRole('row', { name: /Кружка керамическая 2/ })).toHaveTextContent('MUG-2');
    const title = await cell('Наименование', 1);
    await user.clear(title);
    await user.type(title, 'Чашка');
    await user.click(screen.getByRole('button', { name: /^Создать 2.копии$/ }));
    expect(await screen.findByText('Создано: 2 копии')).toBeVisible();
    expect(asked.map(({ rows }) => rows)).toEqual([
      [
        { cardId: 1, vendorCode: 'MUG-1-2', title: 'Чашка' },
        { cardId: 2, vendorCode: 'MUG-2-2', title: 'Кружка керамическая 2 2' },
      ],
    ]);
    expect(screen.getByRole('link', { name: 'Чашка' })).toHaveAttribute('href', '/home/cards/edit?id=500');
  });

  it('have a colour and a barcode of their own where one is given; empty ones come from the marketplace', async () => {
    const { user } = await openPage([mockCard(1, { sizes: sizes('') }), mockCard(2, { sizes: sizes('') })]);
    const asked = hearCopies();
    mockServer.use(
      mock(generateBarcodesEndpoint, ({ body }) => ({
        barcodes: Array.from({ length: body.count }, (_, index) => `200000000${index}015`),
      })),
      mock(listBarcodeHoldersEndpoint, () => []),
    );
    const colour = await cell('Цвет', 2);
    expect(colour).toHaveValue('белый');
    await user.clear(colour);
    await user.type(colour, 'синий');
    const barcode = await cell('Баркод', 1);
    await user.type(barcode, '12');
    expect(await screen.findByText('Баркод — от 8 до 15 цифр')).toBeVisible();
    await user.clear(barcode);
    await user.click(screen.getByRole('button', { name: 'Создать баркоды' }));
    await waitFor(() => expect(barcode).toHaveValue('2000000000015'));
    await user.click(screen.getByRole('button', { name: /^Создать 2.копии$/ }));
    expect(await screen.findByText('Создано: 2 копии')).toBeVisible();
    expect(asked[0]?.rows).toMatchObject([
      { cardId: 1, sizes: [{ techSize: '', skus: ['2000000000015'] }] },
      { cardId: 2, colours: ['синий'], sizes: [{ techSize: '', skus: ['2000000001015'] }] },
    ]);
  });

  it('of cards with other sizes have no cell there, and arrows pass it by', async () => {
    const { user } = await openPage([
      mockCard(1, { sizes: sizes('S', 'M') }),
      mockCard(2, { sizes: sizes('M') }),
      mockCard(3, { sizes: sizes('S') }),
    ]);
    await user.click(await cell('Баркод, S', 1));
    expect(screen.queryByRole('textbox', { name: 'Баркод, S, копия 2' })).not.toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    expect(await cell('Баркод, S', 3)).toHaveFocus();
    await user.click(await cell('Баркод, S', 1));
    await user.paste('2000000000015\t2000000000022\nнет\t2000000000039');
    expect(await cell('Баркод, S', 1)).toHaveValue('2000000000015');
    expect(await cell('Баркод, M', 2)).toHaveValue('2000000000039');
    expect(await screen.findByText('Вставлено: 3 ячейки')).toBeVisible();
  });

  it('with one name twice are not made, and the cell says where it is', async () => {
    const { user } = await openPage();
    const code = await cell('Артикул продавца', 2);
    await user.clear(code);
    await user.type(code, 'MUG-1-2');
    expect(await screen.findByText('Уже есть у копии 1')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Создать 2/ })).toHaveAttribute('aria-disabled', 'true');
  });

  it('that the server refuses are told by their cells, until they are typed over; the same request has the same key', async () => {
    const { user } = await openPage();
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(copyCardsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1
          ? mockError(500, { detail: ['Сервер занят'] })
          : mockError(400, {
              detail: ['Артикул занят'],
              errors: [
                { field: 'rows.1.vendorCode', detail: 'Артикул «MUG-2-2» уже есть у другой карточки' },
              ],
            });
      }),
    );
    const create = () => screen.getByRole('button', { name: /^Создать 2/ });
    await cell('Артикул продавца', 2);
    await user.click(create());
    await screen.findByText('Сервер занят');
    await user.click(create());
    expect(await screen.findByText('Артикул «MUG-2-2» уже есть у другой карточки')).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    await user.type(await cell('Артикул продавца', 2), '3');
    await waitFor(() => expect(screen.queryByText(/уже есть у другой карточки$/)).not.toBeInTheDocument());
  });

  it('of a choice that is over lead back to the list', async () => {
    mockServer.use(
      mock(nameCopiesEndpoint, () =>
        mockError(404, { code: 'selection_expired', detail: ['Выбор устарел'] }),
      ),
    );
    const page = renderPage(<CardDuplicatePage />, '/elsewhere');
    await page.router.navigate('/home/cards/duplicate', { state: { selection: { id: 'over' } } });
    expect(await screen.findByText('Выбор карточек устарел')).toBeVisible();
    expect(screen.getByRole('link', { name: 'К списку карточек' })).toHaveAttribute('href', '/home/cards');
  });

  it('are begun from the bar of the list', async () => {
    mockServer.use(...cardHandlers([mockCard(1), mockCard(2)]));
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(await screen.findByRole('button', { name: 'Другое' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Дублировать' }));
    await waitFor(() => expect(address()).toBe('/home/cards/duplicate'));
  });
});

describe('copies of many cards', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => mockCard(index + 1));
  const COUNT = COPIES_PER_PART * 2 + 1;
  const problem = async (title: string) =>
    (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]');
  const createButton = () => screen.findByRole('button', { name: /^Создать \d+.копи/ });

  it('are made part by part, each with a key of its own, all under one, and only the first are listed', async () => {
    const { user } = await openPage(many(COUNT));
    const asked = hearCopies();
    await user.click(await createButton());
    expect(await screen.findByText(`Создано: ${COUNT} копия`)).toBeVisible();
    expect(asked.map(({ rows }) => (rows as unknown[]).length)).toEqual([
      COPIES_PER_PART,
      COPIES_PER_PART,
      1,
    ]);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
    expect(new Set(asked.map(({ copyingKey }) => copyingKey)).size).toBe(1);
    expect(screen.getByText(/И ещё 1.копия/)).toBeVisible();
    expect(screen.getByRole('link', { name: '«Истории изменений»' })).toHaveAttribute(
      'href',
      '/home/cards/history',
    );
  });

  it('that are refused in the middle leave those that are made, and go on with the rest as it was typed', async () => {
    const { user } = await openPage(many(COUNT));
    const asked: string[][] = [];
    mockServer.use(
      mock(copyCardsEndpoint, ({ body: { rows } }) => {
        asked.push(rows.map(({ vendorCode }) => vendorCode));
        if (rows.some(({ vendorCode }) => vendorCode === 'MUG-27-2')) {
          const detail = 'Артикул «MUG-27-2» уже есть у другой карточки';
          return mockError(400, { detail: [detail], errors: [{ field: 'rows.1.vendor_code', detail }] });
        }
        return { cards: rows.map(madeOf) };
      }),
    );
    await user.clear(await cell('Артикул продавца', 2));
    await user.type(await cell('Артикул продавца', 2), 'ДРУГОЙ');
    await user.click(await createButton());
    expect(await screen.findByText(`Создано: ${COPIES_PER_PART} копий`)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Артикул продавца, копия 1' })).not.toBeInTheDocument();
    const refused = await cell('Артикул продавца', 27);
    expect(refused).toHaveAccessibleDescription('Артикул «MUG-27-2» уже есть у другой карточки');
    expect(await cell('Артикул продавца', 26)).toHaveValue('MUG-26-2');
    await user.clear(refused);
    await user.type(refused, 'НОВЫЙ');
    await user.click(await screen.findByRole('button', { name: /^Создать 26.копий/ }));
    expect(await screen.findByText(`Создано: ${COUNT} копия`)).toBeVisible();
    expect(asked[0]?.[1]).toBe('ДРУГОЙ');
    expect(asked[2]?.slice(0, 2)).toEqual(['MUG-26-2', 'НОВЫЙ']);
    expect(new Set(asked.filter((_, at) => at !== 1).flat()).size).toBe(COUNT);
  });

  it('whose part is not answered say why they stopped, what is made, what is left and how to go on', async () => {
    const { user } = await openPage(many(COUNT));
    let asked = 0;
    mockServer.use(
      mock(copyCardsEndpoint, ({ body: { rows } }) => {
        asked += 1;
        return asked === 2 ? HttpResponse.error() : { cards: rows.map(madeOf) };
      }),
    );
    await user.click(await createButton());
    expect(await problem('Создание остановилось')).toHaveTextContent(
      `Создание остановилосьСервер не ответил.Создано: ${COPIES_PER_PART} копий. Осталось: ${COUNT - COPIES_PER_PART}.Продолжите, когда появится связь: если часть уже создалась, второй раз она не создаётся.`,
    );
    await user.click(await createButton());
    expect(await screen.findByText(`Создано: ${COUNT} копия`)).toBeVisible();
    expect(screen.queryByText('Создание остановилось')).not.toBeInTheDocument();
  });

  it('whose card is gone meanwhile are read anew: what is left of them can be made', async () => {
    const { user } = await openPage(many(2));
    mockServer.use(
      mock(copyCardsEndpoint, () =>
        mockError(404, { detail: ['Некоторых карточек больше нет. Обновите список'] }),
      ),
    );
    await user.click(await createButton());
    expect(await problem('Копии не созданы')).toHaveTextContent(
      'Некоторых карточек больше нет. Обновите список',
    );
    mockServer.use(
      mock(nameCopiesEndpoint, () => ({
        cardTotal: 1,
        madeCount: 0,
        results: [{ cardId: 2, vendorCode: 'MUG-2-2', title: 'Кружка 2' }],
      })),
    );
    await user.click(screen.getByRole('button', { name: 'Обновить таблицу' }));
    expect(await screen.findByRole('button', { name: /^Создать 1.копию/ })).toBeVisible();
    expect(screen.queryByText('Копии не созданы')).not.toBeInTheDocument();
  });

  it('look at the choice once, however many parts the cards come in, and say what is being read', async () => {
    const count = MAX_COPY_SOURCES * 2 + 1;
    mockServer.use(...cardHandlers(many(count)));
    const asked: string[] = [];
    const goOn: (() => void)[] = [];
    const waiting = () => new Promise<void>((resolve) => goOn.push(resolve));
    const nameOf = (cardId: number) => ({ cardId, vendorCode: `К-${cardId}-2`, title: `Кружка ${cardId}` });
    mockServer.use(
      mock(nameCopiesEndpoint, async () => {
        asked.push('names');
        await waiting();
        return {
          cardTotal: count,
          madeCount: 0,
          results: Array.from({ length: count }, (_, at) => nameOf(at + 1)),
        };
      }),
      mock(readCopySourcesEndpoint, async ({ body }) => {
        asked.push(`${body.cardIds.length} cards`);
        await waiting();
        return {
          results: body.cardIds.map((cardId) => ({
            cardId,
            sourceVendorCode: `К-${cardId}`,
            sourceTitle: 'Кружка',
            photo: null,
          })),
        };
      }),
    );
    const page = renderPage(<CardDuplicatePage />, '/elsewhere');
    await page.router.navigate('/home/cards/duplicate', { state: { selection: { filter: {} } } });
    expect(await screen.findByText('Подбираем свободные артикулы и наименования')).toBeVisible();
    await waitFor(() => expect(goOn).toHaveLength(1));
    goOn[0]?.();
    expect(await screen.findByRole('progressbar', { name: 'Читаем карточки' })).toBeInTheDocument();
    await waitFor(() => expect(goOn).toHaveLength(2));
    goOn[1]?.();
    expect(await screen.findByRole('progressbar', { name: 'Прочитано 250 из 501' })).toBeInTheDocument();
    await waitFor(() => expect(goOn).toHaveLength(3));
    goOn[2]?.();
    await waitFor(() => expect(goOn).toHaveLength(4));
    goOn[3]?.();
    expect(await cell('Наименование', 1)).toHaveValue('Кружка 1');
    expect(screen.getByText(/^501.копия, ошибок нет$/)).toBeVisible();
    expect(asked).toEqual(['names', '250 cards', '250 cards', '1 cards']);
  });

  it('of a choice in which no card is left say so, and not that none was made', async () => {
    mockServer.use(mock(nameCopiesEndpoint, () => ({ cardTotal: 0, madeCount: 0, results: [] })));
    const page = renderPage(<CardDuplicatePage />, '/elsewhere');
    await page.router.navigate('/home/cards/duplicate', { state: { selection: { filter: {} } } });
    expect(await screen.findByText('Копировать нечего')).toBeVisible();
    expect(screen.queryByText(/^Создано/)).not.toBeInTheDocument();
  });

  it('are stopped after the part that is on its way, and gone on with', async () => {
    const { user } = await openPage(many(COUNT));
    const asked = hearCopies();
    const goOn: (() => void)[] = [];
    mockServer.use(
      mock(copyCardsEndpoint, async ({ body: { rows } }) => {
        asked.push({ key: null, copyingKey: undefined, rows });
        if (asked.length === 1) await new Promise<void>((resolve) => goOn.push(resolve));
        return { cards: rows.map(madeOf) };
      }),
    );
    await user.click(await createButton());
    await user.click(await screen.findByRole('button', { name: 'Остановить' }));
    await waitFor(() => expect(goOn).toHaveLength(1));
    goOn[0]?.();
    expect(await screen.findByText(`Создано: ${COPIES_PER_PART} копий`)).toBeVisible();
    expect(asked).toHaveLength(1);
    await user.click(await createButton());
    expect(await screen.findByText(`Создано: ${COUNT} копия`)).toBeVisible();
    expect(asked).toHaveLength(3);
  });

  it('some of which were made before the page was loaded are the others alone', async () => {
    mockServer.use(
      mock(nameCopiesEndpoint, ({ body }) => ({
        cardTotal: 3,
        madeCount: 2,
        results: [{ cardId: 3, vendorCode: body.copyingKey ?? '', title: 'Кружка 2' }],
      })),
      mock(readCopySourcesEndpoint, () => ({
        results: [{ cardId: 3, sourceVendorCode: 'C', sourceTitle: 'Кружка', photo: null }],
      })),
    );
    const page = renderPage(<CardDuplicatePage />, '/elsewhere');
    await page.router.navigate('/home/cards/duplicate', { state: { selection: { id: 'kept-choice' } } });
    // The same for the same choice: what is made of it is known after a reload.
    expect(await cell('Артикул продавца', 3)).toHaveValue('kept-choice.0');
    expect(screen.getByText('Создано: 2 копии')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Создать 1.копию/ })).toBeVisible();
  });

  it('lead to the first cell that is wrong, however far it is', async () => {
    const { user } = await openPage(many(60));
    await screen.findByText(/^60.копий, ошибок нет$/);
    await user.click(await cell('Артикул продавца', 1));
    await user.paste(`${Array.from({ length: 59 }, (_, index) => `A-${index}`).join('\n')}\nA-7\n`);
    expect(await screen.findByText(/^Исправить: 1.ячейка$/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Артикул продавца, копия 60' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'К первой' })).toBeVisible();
    expect(await createButton()).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('copies on a phone', () => {
  afterEach(() => vi.restoreAllMocks());
  const onPhone = () => {
    const wide = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(wide(query), { matches: !query.includes('min-width') && wide(query).matches }),
    );
  };

  it('are a card each, whose fields have labels; barcodes of several sizes are in a sheet of their own', async () => {
    onPhone();
    const { user } = await openPage([
      mockCard(1, { sizes: sizes('S', 'M') }),
      mockCard(2, { sizes: sizes('') }),
    ]);
    const asked = hearCopies();
    const list = await screen.findByRole('list', { name: 'Копии' });
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(list).toHaveTextContent('Кружка керамическая 2');
    expect(screen.getAllByText('Артикул продавца')).toHaveLength(2);
    await user.clear(await cell('Наименование', 2));
    await user.type(await cell('Наименование', 2), 'Чашка');
    await user.type(await cell('Баркод', 2), '2000000000039');
    await user.click(screen.getByRole('button', { name: 'Заполнено 0 из 2: баркоды, копия 1' }));
    await user.type(await cell('Баркод, M', 1), '2000000000022');
    await user.click(screen.getByRole('button', { name: 'Готово' }));
    expect(await screen.findByText('Заполнено 1 из 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Создать 2.копии$/ }));
    await screen.findByText('Создано: 2 копии');
    expect(asked[0]?.rows).toMatchObject([
      { sizes: [{ skus: [] }, { techSize: 'M', skus: ['2000000000022'] }] },
      { title: 'Чашка', sizes: [{ techSize: '', skus: ['2000000000039'] }] },
    ]);
  });
});
