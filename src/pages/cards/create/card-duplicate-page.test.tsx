import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { duplicateCardEndpoint } from '#contract/card-copies.ts';
import type { Card } from '#contract/cards.ts';
import { cardHandlers, mockCard, mockCardRow } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardDuplicatePage } from './card-duplicate-page.tsx';

const COLOUR = 14177449;
const cell = (label: string, copy: number) =>
  screen.findByRole('textbox', { name: `${label}, копия ${copy}` });

async function openPage(copies: number, changes: Partial<Card> = {}) {
  const sizes = [{ techSize: '', wbSize: '', skus: ['2000000000015'] }];
  mockServer.use(...cardHandlers([mockCard(1, { sizes, ...changes })]));
  const rendered = renderPage(<CardDuplicatePage />, '/home/cards/duplicate?id=1');
  const count = await screen.findByRole('textbox', { name: 'Сколько копий' });
  await rendered.user.clear(count);
  await rendered.user.type(count, String(copies));
  await cell('Наименование', copies);
  return rendered;
}

/** What each request asked for, with its key. */
function hearCopies() {
  const asked: { key: string | null; body: unknown }[] = [];
  mockServer.use(
    mock(duplicateCardEndpoint, ({ body, request }) => {
      asked.push({ key: request.headers.get('idempotency-key'), body });
      return {
        cards: (body.rows ?? []).map((row, index) =>
          mockCardRow(mockCard(500 + index, { vendorCode: row.vendorCode, title: row.title })),
        ),
      };
    }),
  );
  return asked;
}

it('copies stand in a table with free names, are edited there, and are made by one request', async () => {
  const { user } = await openPage(2);
  const asked = hearCopies();
  expect(await cell('Артикул продавца', 2)).toHaveValue('MUG-1-3');
  expect(await cell('Цвет', 1)).toHaveValue('белый');
  const colour = await cell('Цвет', 2);
  await user.clear(colour);
  await user.type(colour, 'синий');
  await user.type(await cell('Баркод', 2), '2000000000022');
  await user.click(screen.getByRole('button', { name: /Создать 2\sкопии/ }));
  expect(await screen.findByText('Создано: 2 копии')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Кружка керамическая 1 3' })).toHaveAttribute(
    'href',
    '/home/cards/edit?id=501',
  );
  expect(asked.map(({ body }) => body)).toEqual([
    {
      copies: 2,
      rows: [
        { vendorCode: 'MUG-1-2', title: 'Кружка керамическая 1 2' },
        {
          vendorCode: 'MUG-1-3',
          title: 'Кружка керамическая 1 3',
          characteristics: [{ id: COLOUR, values: ['синий'] }],
          sizes: [{ techSize: '', wbSize: '', skus: ['2000000000022'] }],
        },
      ],
    },
  ]);
});

it('a pasted column fills down from its cell, and is taken back by one press', async () => {
  const { user } = await openPage(3);
  await user.click(await cell('Артикул продавца', 2));
  await user.paste('A-1\nA-2\nA-3\n');
  expect(await cell('Артикул продавца', 2)).toHaveValue('A-1');
  expect(await cell('Артикул продавца', 3)).toHaveValue('A-2');
  expect(screen.getByText(/Не поместилось строк: 1/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Отменить' }));
  expect(await cell('Артикул продавца', 2)).toHaveValue('MUG-1-3');
});

it('a block goes over columns; the keyboard goes down and up', async () => {
  const { user } = await openPage(2);
  await user.click(await cell('Артикул продавца', 1));
  await user.paste('A-1\tЧашка\tсиний\nA-2\tПиала\tхаки\n');
  expect(await cell('Наименование', 2)).toHaveValue('Пиала');
  expect(await cell('Цвет', 2)).toHaveValue('хаки');
  await user.keyboard('{Enter}');
  expect(await cell('Артикул продавца', 2)).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(await cell('Артикул продавца', 1)).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(await cell('Артикул продавца', 1)).toHaveFocus();
});

it('nothing is made while a cell is wrong; what the server refuses is told at its cell until it is edited', async () => {
  const { user } = await openPage(2);
  mockServer.use(
    mock(duplicateCardEndpoint, () =>
      mockError(400, {
        detail: ['Артикул «MUG-1-2» уже есть у другой карточки'],
        errors: [{ field: 'rows.0.vendor_code', detail: 'Артикул «MUG-1-2» уже есть у другой карточки' }],
      }),
    ),
  );
  const title = await cell('Наименование', 2);
  await user.clear(title);
  expect(title).toBeInvalid();
  expect(title).toHaveAccessibleDescription('Укажите наименование');
  expect(screen.getByRole('button', { name: /Создать 2\sкопии/ })).toHaveAttribute('aria-disabled', 'true');
  await user.type(title, 'Чашка');
  await user.click(screen.getByRole('button', { name: /Создать 2\sкопии/ }));
  const code = await cell('Артикул продавца', 1);
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription('Артикул «MUG-1-2» уже есть у другой карточки'),
  );
  await user.type(code, 'x');
  expect(code).toBeValid();
});

it('pressed again after a lost answer it is the same request; another table is another', async () => {
  const { user } = await openPage(1);
  const keys: (string | null)[] = [];
  mockServer.use(
    mock(duplicateCardEndpoint, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return mockError(503, { detail: ['Сервер занят'] });
    }),
  );
  const press = async () => {
    const before = keys.length;
    await user.click(await screen.findByRole('button', { name: /Создать 1\sкопию/ }));
    await waitFor(() => expect(keys.length).toBeGreaterThan(before));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Создать 1\sкопию/ })).not.toHaveAttribute(
        'aria-busy',
        'true',
      ),
    );
  };
  await press();
  await press();
  await user.type(await cell('Наименование', 1), '!');
  await press();
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toBe(keys[1]);
});

it('barcodes are made for the cells that have none', async () => {
  const { user } = await openPage(2);
  await user.type(await cell('Баркод', 1), '2000000000022');
  await user.click(screen.getByRole('button', { name: 'Создать баркоды' }));
  await waitFor(async () => expect(await cell('Баркод', 2)).toHaveValue('2000000000001'));
  expect(await cell('Баркод', 1)).toHaveValue('2000000000022');
});

it.each([
  ['', false],
  ['Пиала', true],
])(
  'titles of single shops, which a copy does not get, are spoken of where there are any: «%s»',
  async (title, isSaid) => {
    await openPage(1, { shopTexts: [{ shopId: 1, title, description: 'Для чая' }] });
    const text = screen.getByText(/^Артикулы и наименования уже свободные/).textContent;
    expect(text.includes('Свои наименования магазинов к копиям не переходят')).toBe(isSaid);
  },
);

it('barcodes that other cards have are said beside the copies that were made, with the way to those cards', async () => {
  const { user } = await openPage(1);
  mockServer.use(
    mock(duplicateCardEndpoint, () => ({
      cards: [mockCardRow(mockCard(500))],
      sharedBarcodes: [{ barcode: '2000000000022', cardId: 7, vendorCode: 'ДРУГАЯ' }],
    })),
  );
  await user.click(screen.getByRole('button', { name: /Создать 1\sкопию/ }));
  expect(await screen.findByText('Баркоды копий, которые уже есть у других карточек')).toBeVisible();
  expect(screen.getByRole('link', { name: 'ДРУГАЯ' })).toHaveAttribute('href', '/home/cards/edit?id=7');
});
