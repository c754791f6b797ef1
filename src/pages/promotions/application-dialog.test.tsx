import { cleanup, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  type AppliedCard,
} from '#contract/promotion-applications.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import * as files from '#lib/save-file.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockApplication, mockAppliedCard } from '#tests/mocks/promotions.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { cellsIn } from '#tests/support/exports/cells-in.ts';
import { pressSave, saveTable } from '#tests/support/exports/save-table.ts';
import { appliedCardColumns } from './applied-card-columns.ts';
import { ApplicationDialog } from './application-dialog.tsx';

it('of which nothing is to be sent does not offer to add no cards', async () => {
  const { counts } = mockApplication();
  mockServer.use(
    mock(getApplicationEndpoint, () => mockApplication({ counts: { ...counts, waiting: 0, leftOut: 2 } })),
  );
  renderPage(<ApplicationDialog id={1} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Добавить в акцию?' }));
  const add = await dialog.findByRole('button', { name: 'Добавить' });
  expect(add).toHaveAccessibleDescription('Отправлять нечего');
});

it.each([
  ['is told where it is', 'MUG-1 · Сибирь', mockProfile.shops],
  ['is told apart by its code alone', 'MUG-1', mockProfile.shops.slice(1)],
])('that leaves out a card of another shop than the one that sends: it %s', async (_, line, shops) => {
  mockServer.use(
    mock(getProfileEndpoint, () => ({ ...mockProfile, shops })),
    mock(listAppliedCardsEndpoint, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [
        mockAppliedCard({ shopId: 2, vendorCode: 'MUG-1', state: 'LEFT_OUT', leftOut: 'NOT_OFFERED' }),
      ],
    })),
  );
  renderPage(<ApplicationDialog id={7} onClose={() => undefined} />);
  expect(await screen.findByText(line)).toBeVisible();
});

it('says of each card at work what has become of it, and of none before: a line that came later would move the buttons', async () => {
  const { counts } = mockApplication();
  const waiting = mockAppliedCard({ nmId: 1, state: 'WAITING', leftOut: null });
  mockServer.use(
    mock(getApplicationEndpoint, ({ params: { id } }) =>
      mockApplication({ id, counts, state: id === 8 ? 'SENDING' : 'READY' }),
    ),
    mock(listAppliedCardsEndpoint, () => ({ count: 1, next: null, previous: null, results: [waiting] })),
  );
  renderPage(<ApplicationDialog id={8} onClose={() => undefined} />);
  expect(await screen.findByText('ещё не отправлена')).toBeVisible();
  cleanup();
  renderPage(<ApplicationDialog id={9} onClose={() => undefined} />);
  expect(await screen.findByText(waiting.title)).toBeVisible();
  expect(screen.queryByText('ещё не отправлена')).toBeNull();
});

const TABLE = 'Карточки заявки';

/** More than two of the server's pages: a refused one, one that was left out, one by hand, the rest taken. */
const manyCards: AppliedCard[] = [
  mockAppliedCard({
    nmId: 1,
    title: '=СУММ(A1)',
    state: 'REFUSED',
    reason: 'Товар попал в распродажу остатков',
    profitKopecks: -1_05,
  }),
  mockAppliedCard({
    nmId: 2,
    shopId: 2,
    state: 'LEFT_OUT',
    leftOut: 'NOT_OFFERED',
    priceKopecks: 0,
    newPriceKopecks: 0,
    profitKopecks: null,
  }),
  mockAppliedCard({ nmId: 3, state: 'CONFIRMED', leftOut: 'MARGIN', isByHand: true, floorKopecks: 650_00 }),
  ...Array.from({ length: 430 }, (_, index) => mockAppliedCard({ nmId: 1_000 + index, state: 'CONFIRMED' })),
];

/** The server's pages; `take` says what is on one. */
function serveCards(take = (offset: number, limit: number) => manyCards.slice(offset, offset + limit)) {
  mockServer.use(
    mock(getApplicationEndpoint, () => mockApplication({ state: 'PARTLY' })),
    mock(listAppliedCardsEndpoint, ({ query: { limit, offset } }) => ({
      count: manyCards.length,
      next: offset + limit < manyCards.length ? '/next' : null,
      previous: null,
      results: take(offset, limit),
    })),
  );
}

it('is saved with every card, what has come of it and why', async () => {
  serveCards();
  const { user } = renderPage(<ApplicationDialog id={7} onClose={() => undefined} />);
  const { csv, xlsx, names } = await saveTable(user, TABLE);
  expect(names).toEqual(['Хиты недели, заявка 7.xlsx', 'Хиты недели, заявка 7.csv']);
  expect(csv).toHaveLength(1 + manyCards.length);
  expect(xlsx).toHaveLength(1 + manyCards.length);
  const [head, refused, leftOut, byHand] = csv;
  expect(head).toEqual([
    'Магазин',
    'Артикул WB',
    'Артикул продавца',
    'Наименование',
    'Состояние',
    'Причина',
    'Взята вопреки условию',
    'Цена была, ₽',
    'Новая цена, ₽',
    'Прибыль ≈, ₽',
    'Минимальная цена, ₽',
  ]);
  expect(refused?.slice(3)).toEqual([
    "'=СУММ(A1)",
    'отклонена',
    'Товар попал в распродажу остатков',
    '',
    '800,00',
    '700,00',
    '-1,05',
    '',
  ]);
  expect([leftOut?.[0], ...(leftOut?.slice(4) ?? [])]).toEqual([
    'Сибирь',
    'оставлена',
    'Wildberries не предлагает её в эту акцию',
    '',
    '',
    '',
    '',
    '',
  ]);
  expect(byHand?.slice(4, 7)).toEqual(['взята', '', 'маржа меньше заданной']);
  expect(xlsx[3]?.slice(7)).toEqual([
    { kopecks: 800_00 },
    { kopecks: 700_00 },
    { kopecks: 88_00 },
    { kopecks: 650_00 },
  ]);
});

it.each(['xlsx', 'csv'] as const)(
  'is saved as no %s when cards have moved from page to page',
  async (format) => {
    const saveFile = vi.spyOn(files, 'saveFile');
    serveCards((offset, limit) =>
      offset === 0 ? manyCards.slice(0, limit) : manyCards.slice(offset - 1, manyCards.length - 1),
    );
    const { user } = renderPage(<ApplicationDialog id={7} onClose={() => undefined} />);
    await pressSave(user, TABLE, format);
    expect(await screen.findByText(/Файл не сохранён: пришло 432 из 433/)).toBeInTheDocument();
    expect(saveFile).not.toHaveBeenCalled();
    saveFile.mockRestore();
  },
);

it('does not know the new price of a card whose earlier one is not known', () => {
  const columns = appliedCardColumns('LEAVE', () => 'Сибирь');
  const card = mockAppliedCard({ state: 'LEFT_OUT', leftOut: 'NO_EARLIER_PRICE' });
  expect(cellsIn(columns, card)).toMatchObject({ 'Новая цена, ₽': { kopecks: null } });
  expect(cellsIn(columns, { ...card, state: 'CONFIRMED', leftOut: null })).toMatchObject({
    Состояние: 'вышла',
    'Новая цена, ₽': { kopecks: 700_00 },
  });
});
