import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkCard, sendCards, type CardCheck } from '#contract/card-sending.ts';
import { type CardSelection } from '#contract/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { userHandlers } from '#tests/mocks/users.ts';
import { warehouseHandlers } from '#tests/mocks/warehouses.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { SendCardsDialog } from './send-cards-dialog.tsx';

const sent: unknown[] = [];
let problems: CardCheck['problems'] = [];
let blocked: string | null = null;

beforeEach(() => {
  sent.length = 0;
  problems = [];
  blocked = null;
  mockServer.use(
    ...userHandlers(),
    ...warehouseHandlers(),
    mock(checkCard, ({ body }) => {
      const ids = 'ids' in body.selection ? body.selection.ids : [];
      return {
        cards: ids.length,
        problems: problems.filter(({ cardId }) => ids.includes(cardId)),
        shops: body.shopIds.map((shopId) => ({
          shopId,
          toCreate: 2,
          toUpdate: ids.length - 2,
          quota: shopId === 2 ? 1 : 1250,
          problem: shopId === 2 ? blocked : null,
          isBlocked: shopId === 2 && blocked !== null,
        })),
      };
    }),
    mock(sendCards, ({ body }) => {
      sent.push(body);
      return { id: 1042, status: 'NEW', cards: 3, shops: body.shopIds.length };
    }),
  );
});

const onSent = vi.fn();
const show = (selection: CardSelection = { ids: [1, 2, 3] }, cardCount = 3) =>
  renderPage(
    <SendCardsDialog selection={selection} cardCount={cardCount} onClose={() => undefined} onSent={onSent} />,
  );
const choose = async (user: ReturnType<typeof show>['user'], shop: RegExp) =>
  user.click(await screen.findByRole('checkbox', { name: shop }));

describe('before cards are sent', () => {
  it('each chosen shop says how many are new, how many there are, and how many it may still create', async () => {
    const { user } = show();
    await choose(user, /Московский/);
    expect(await screen.findByText(/^Новых 2, обновится 1 · можно создать ещё 1.250$/)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([{ shopIds: [1], selection: { ids: [1, 2, 3] } }]);
  });

  it('a shop whose limit of cards is spent stops the sending until it is left out', async () => {
    blocked = 'Недостаточно лимита карточек: нужно 2, доступно 1';
    const { user } = show();
    await choose(user, /Московский/);
    await choose(user, /Сибирь/);
    expect(await screen.findByText(blocked)).toBeVisible();
    const button = screen.getByRole('button', { name: /^Отправить\s3\sкарточки в\s2\sмагазина$/ });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(/«Сибирь»: Недостаточно лимита карточек/);
    await choose(user, /Сибирь/);
    expect(
      await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ }),
    ).not.toHaveAttribute('aria-disabled');
  });

  it('cards that the marketplace would refuse can be left out', async () => {
    problems = [
      { cardId: 2, shopId: null, kind: 'error', field: 'title', detail: 'Укажите наименование' },
      { cardId: 3, shopId: null, kind: 'warning', field: 'photos', detail: 'Нет фото' },
    ];
    const { user } = show();
    await choose(user, /Московский/);
    expect(await screen.findByText('1 карточка с ошибками: маркетплейс их не примет')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Не отправлять карточки с ошибками (1)' }));
    expect(await screen.findByText('1 замечание')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Отправить\s2\sкарточки в\s1\sмагазин$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([{ selection: { ids: [1, 3] } }]);
  });

  it('stocks need a group and an amount, and say where they would go', async () => {
    const { user } = show();
    await choose(user, /Московский/);
    await choose(user, /Сибирь/);
    await user.click(screen.getByRole('checkbox', { name: /^Остатки/ }));
    const button = screen.getByRole('button', { name: /^Отправить\s3\sкарточки/ });
    expect(button).toHaveAccessibleDescription('Выберите группу складов');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Группа складов' }),
      'Основные склады',
    );
    expect(button).toHaveAccessibleDescription('Укажите остаток');
    await user.type(screen.getByRole('textbox', { name: 'Остаток каждого размера' }), '10');
    expect(
      screen.getByText(
        /По 10 шт\. каждого размера на 2.склада: Склад на Южной \(Московский\), Склад в Химках/,
      ),
    ).toBeVisible();
    expect(screen.getByText('В группе нет складов: Сибирь. Остатки туда не отправятся.')).toBeVisible();
    await user.click(button);
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([
      { options: { withPrices: true, stocks: { warehouseGroupId: 1, amount: 10 } } },
    ]);
  });

  it('a check that fails does not stand in the way', async () => {
    mockServer.use(mock(checkCard, () => mockError(503, { detail: ['Wildberries не отвечает'] })));
    const { user } = show();
    await choose(user, /Московский/);
    expect(await screen.findByText(/Проверить карточки не удалось/)).toBeVisible();
    expect(
      screen.getByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ }),
    ).not.toHaveAttribute('aria-disabled');
  });
});
