import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { generateBarcodesEndpoint, listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import { copyCardsEndpoint, listCopiesOfManyEndpoint } from '#contract/card-copies.ts';
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

/** What each request asked for, with its key. */
function hearCopies() {
  const asked: { key: string | null; rows: unknown }[] = [];
  mockServer.use(
    mock(copyCardsEndpoint, ({ body, request }) => {
      asked.push({ key: request.headers.get('idempotency-key'), rows: body.rows });
      return {
        cards: body.rows.map((row, index) =>
          mockCardRow(mockCard(500 + index, { vendorCode: row.vendorCode, title: row.title })),
        ),
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
      mock(listCopiesOfManyEndpoint, () =>
        mockError(404, { code: 'selection_expired', detail: ['Выбор устарел'] }),
      ),
    );
    const page = renderPage(<CardDuplicatePage />, '/elsewhere');
    await page.router.navigate('/home/cards/duplicate', { state: { selection: { id: 'over' } } });
    expect(await screen.findByText('Выбор карточек устарел')).toBeVisible();
    expect(screen.getByRole('link', { name: 'К списку карточек' })).toHaveAttribute('href', '/home/cards');
  });

  it('are begun from the bar of the list, a hundred at most', async () => {
    mockServer.use(...cardHandlers(Array.from({ length: 101 }, (_, index) => mockCard(index + 1))));
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(await screen.findByRole('button', { name: /^Выбрать все 101$/ }));
    const more = screen.getByRole('button', { name: 'Другое' });
    await user.click(more);
    const duplicate = await screen.findByRole('menuitem', { name: /^Дублировать/ });
    expect(duplicate).toHaveAttribute('aria-disabled', 'true');
    expect(duplicate).toHaveTextContent('За раз — до 100 карточек');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(more);
    await user.click(await screen.findByRole('menuitem', { name: 'Дублировать' }));
    await waitFor(() => expect(address()).toBe('/home/cards/duplicate'));
  });
});
