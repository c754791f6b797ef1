import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { getCardEndpoint, updateCardEndpoint, type Card } from '#contract/cards.ts';
import { listShopCardsEndpoint } from '#contract/shop-cards.ts';
import { listSubjectsEndpoint } from '#contract/subjects.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { deleteDatabase, userDatabaseNames } from '#offline/device/user-database.ts';
import { OutboxIndicator } from '#parts/outbox/outbox-indicator.tsx';
import { mockUser } from '#tests/mocks/auth.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockShopCard } from '#tests/mocks/shop-cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardEditPage } from './card-edit-page.tsx';

const EDIT = '/home/cards/edit?id=1';
const REASON = 'Карточка уже на Wildberries: предмет там не меняется, остаётся «Кружки»';
const subject = () => screen.findByRole('textbox', { name: 'Предмет' });
const page = (
  <>
    <OutboxIndicator />
    <CardEditPage />
  </>
);

function goOffline() {
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
}
const goOnline = () => act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));

beforeEach(goOnline);
afterEach(async () => {
  goOnline();
  await session.endSession('logout');
  await Promise.all(userDatabaseNames(mockUser.id).map((name) => deleteDatabase(name)));
});

it('of a card that the marketplace has the subject is read, says why, and leads to a copy', async () => {
  renderPage(<CardEditPage />, EDIT);
  expect(await subject()).toHaveValue('Кружки');
  expect(await subject()).toHaveAttribute('readonly');
  expect(await subject()).toHaveAccessibleDescription(
    'Карточка уже на Wildberries: предмет не сменить. Для другого — сделайте копию',
  );
  expect(screen.getByRole('link', { name: 'сделайте копию' })).toHaveAttribute(
    'href',
    '/home/cards/duplicate?id=1',
  );
});

it('a vendor code that a shop has otherwise stays there, and is told at the field and at the shop', async () => {
  mockServer.use(
    mock(listShopCardsEndpoint, () => [
      mockShopCard(1, { vendorCode: 'OLD-1', subject: { id: 812, name: 'Кружки' } }),
      mockShopCard(2, { vendorCode: 'MUG-1', subject: null }),
    ]),
  );
  const { user } = renderPage(<CardEditPage />, EDIT);
  const code = await screen.findByRole('textbox', { name: 'Артикул продавца' });
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription('Отправка его не меняет: на Wildberries остаётся «OLD-1»'),
  );
  expect(screen.getByText('Отправка не меняет: артикул там «OLD-1»')).toBeVisible();
  await user.clear(code);
  await user.type(code, 'NEW-1');
  expect(code).toHaveAccessibleDescription('Отправка его не меняет: в магазинах остаются прежние');
  expect(screen.getByText('Отправка не меняет: артикул там «MUG-1»')).toBeVisible();
});

it('a card that went to another subject before says what it has there, and goes back to it', async () => {
  const sent: unknown[] = [];
  mockServer.use(
    mock(listShopCardsEndpoint, () => [mockShopCard(1, { subject: { id: 813, name: 'Чашки' } })]),
    mock(updateCardEndpoint, ({ body }) => {
      sent.push(body);
      return { ...mockCard(1, { version: 2, subjectName: 'Чашки' }), ...body } as Card;
    }),
  );
  const { user } = renderPage(<CardEditPage />, EDIT);
  const wayBack = await screen.findByRole('button', { name: 'Вернуть «Чашки»' });
  expect(await subject()).toHaveValue('Кружки');
  await user.click(wayBack);
  expect(await subject()).toHaveValue('Чашки');
  expect(screen.queryByRole('button', { name: 'Вернуть «Чашки»' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(sent).toEqual([{ subjectId: 813, characteristics: [] }]));
});

it('an edit of before the publication is told the same when it is sent, and is taken back in the card', async () => {
  let card = mockCard(1, { nmId: null, shopIds: [], state: 'DRAFT' });
  const sent: unknown[] = [];
  mockServer.use(
    mock(getCardEndpoint, () => card),
    mock(listShopCardsEndpoint, () => []),
    mock(listSubjectsEndpoint, () => [{ id: 813, name: 'Чашки', parentName: 'Посуда' }]),
    mock(updateCardEndpoint, ({ body }) => {
      sent.push(body);
      if (body.subjectId === 813) {
        return mockError(400, { detail: [REASON], errors: [{ field: 'subject_id', detail: REASON }] });
      }
      card = { ...card, version: card.version + 1, ...body } as Card;
      return card;
    }),
  );
  const { user, queryClient } = renderPage(page, EDIT);
  await user.click(await screen.findByRole('button', { name: 'Предмет: Кружки' }));
  goOffline();
  await user.click(await screen.findByRole('option', { name: /Чашки/ }));
  await user.type(screen.getByRole('textbox', { name: 'Наименование' }), ' новая');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Сохранено на устройстве, ждёт отправки');

  card = mockCard(1);
  goOnline();
  await act(() => outbox.flush());
  await act(() => queryClient.invalidateQueries());
  await user.click(await screen.findByRole('button', { name: /1\sизменение требует решения/ }));
  const list = within(await screen.findByRole('dialog', { name: 'Ждут отправки' }));
  expect(list.getByText(REASON)).toBeVisible();
  await user.click(list.getByRole('link', { name: 'Карточка «Кружка керамическая 1 новая»' }));

  expect(await subject()).toHaveValue('Другой');
  expect(await subject()).toHaveAccessibleDescription(new RegExp(`^${REASON}`));
  await user.click(screen.getByRole('button', { name: 'Вернуть «Кружки»' }));
  expect(await subject()).toHaveValue('Кружки');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(card.title).toBe('Кружка керамическая 1 новая'));
  expect(card.subjectId).toBe(812);
  await waitFor(() => expect(outbox.getContent().records).toEqual([]));
});
