import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkCardEndpoint, sendCardsEndpoint, type CardCheck } from '#contract/card-sending.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { allCategoriesActive } from '#tests/mocks/shops.ts';
import { mockProfile, userHandlers } from '#tests/mocks/users.ts';
import { warehouseHandlers } from '#tests/mocks/warehouses.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';
import { renderPage } from '#tests/setup/render-page.tsx';
import { toasts } from '#ui/toast-store.ts';
import { SendCardsDialog } from './send-cards-dialog.tsx';

const sent: unknown[] = [];
const looks = { count: 0, next: Promise.resolve() };
let problems: CardCheck['problems'] = [];
let blocked: string | null = null;

beforeEach(() => {
  sent.length = 0;
  looks.count = 0;
  looks.next = Promise.resolve();
  problems = [];
  blocked = null;
  mockServer.use(
    ...userHandlers(),
    ...warehouseHandlers(),
    mock(checkCardEndpoint, async ({ body }) => {
      looks.count += 1;
      await looks.next;
      const ids = 'ids' in body.selection ? body.selection.ids : [];
      return {
        cards: ids.length,
        problems: problems.filter(({ cardId }) => ids.includes(cardId)),
        shops: body.shopIds.map((shopId) => ({
          shopId,
          toCreate: 2,
          toUpdate: ids.length - 2,
          quota: shopId === 2 && blocked !== null ? 1 : 1250,
          problem: shopId === 2 ? blocked : null,
          isBlocked: shopId === 2 && blocked !== null,
        })),
      };
    }),
    mock(sendCardsEndpoint, ({ body }) => {
      sent.push(body);
      return { id: 1042, status: 'NEW', cards: 3, shops: body.shopIds.length };
    }),
  );
});

const shopsOf = (shopIds: readonly number[]) =>
  shopIds.map((shopId) => ({
    shopId,
    toCreate: 1,
    toUpdate: 2,
    quota: null,
    problem: null,
    isBlocked: false,
  }));

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

  it('a shipment whose answer was lost is not said to have failed; pressed again it is the same one', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(sendCardsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : { id: 1042, status: 'NEW', cards: 3, shops: 1 };
      }),
    );
    const { user } = show();
    await choose(user, /Московский/);
    const button = await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ });
    await user.click(button);
    expect(await screen.findByText(/^Ответ сервера не пришёл\. Нажмите ещё раз/)).toBeVisible();
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    await user.click(button);
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
  });

  it('after a lost answer another choice is another shipment: it is not refused for the key of the first', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(sendCardsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : { id: 1043, status: 'NEW', cards: 3, shops: 2 };
      }),
    );
    const { user } = show();
    await choose(user, /Московский/);
    await user.click(await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ }));
    expect(await screen.findByText(/^Ответ сервера не пришёл/)).toBeVisible();
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    await choose(user, /Сибирь/);
    await user.click(await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s2\sмагазина$/ }));
    expect(await screen.findByText('Отправка №1043 создана')).toBeVisible();
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('a shop of the sandbox is named as one', async () => {
    const [first, second] = mockProfile.shops;
    if (!first || !second) throw new Error('no shops');
    const profile = { ...mockProfile, shops: [first, { ...second, isSandbox: true }] };
    mockServer.use(mock(getProfileEndpoint, () => profile));
    show();
    expect(await screen.findByRole('checkbox', { name: /Сибирь.*Песочница/ })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Московский/ })).not.toHaveAccessibleName(/Песочница/);
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
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([
      { options: { withPrices: true, stocks: { warehouseGroupId: 1, amount: 10 } } },
    ]);
  });

  it('many cards are checked part by part, with progress; the check can be stopped and gone on with', async () => {
    const parts: (number | undefined)[] = [];
    let goOn: (() => void) | undefined;
    const waiting = () => new Promise<void>((done) => (goOn = done));
    mockServer.use(
      mock(checkCardEndpoint, async ({ body }) => {
        parts.push(body.afterId);
        const isLast = body.afterId === 1000;
        if (isLast) await waiting();
        return {
          cards: isLast ? 667 : 1000,
          problems: [],
          shops: [
            {
              shopId: 1,
              toCreate: 600,
              toUpdate: 67,
              quota: isLast ? null : 1100,
              problem: null,
              isBlocked: false,
            },
          ],
          nextAfterId: isLast ? null : 1000,
        };
      }),
    );
    const { user } = show({ filter: {}, expectedCount: 1667 }, 1667);
    await choose(user, /Московский/);
    const bar = await screen.findByRole('progressbar', { name: 'Проверяем карточки' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '1000'));
    expect(screen.getByRole('button', { name: /^Отправить/ })).toHaveAccessibleDescription(
      'Проверяем карточки',
    );

    await user.click(screen.getByRole('button', { name: 'Не проверять' }));
    expect(screen.getByText(/^Проверка остановлена: проверено 1.000 из 1.667\./)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Отправить/ })).not.toHaveAttribute('aria-disabled');
    goOn?.();

    await user.click(screen.getByRole('button', { name: 'Проверить' }));
    await waitFor(() => expect(parts).toEqual([0, 1000, 0, 1000]));
    goOn?.();
    // What the parts say together: 1 200 new ones, and room for 1 100.
    expect(await screen.findByText(/^Новых 1.200, обновится 134/)).toBeVisible();
    expect(screen.getByText('Недостаточно лимита карточек: нужно 1200, доступно 1100')).toBeVisible();
    expect(screen.getByText(/^Замечаний нет: проверено 1.667.карточек\.$/)).toBeVisible();
  });

  it('as many remarks are listed as are counted: the same one in two shops stands for both', async () => {
    const detail = 'Товар попадёт в карантин цен';
    problems = [
      { cardId: 1, shopId: 1, kind: 'warning', field: 'priceKopecks', detail },
      { cardId: 1, shopId: 2, kind: 'warning', field: 'priceKopecks', detail },
      { cardId: 2, shopId: null, kind: 'warning', field: 'photos', detail: 'Нет фото' },
      { cardId: 3, shopId: null, kind: 'warning', field: 'photos', detail: 'Нет фото' },
    ];
    const { user } = show();
    await choose(user, /Московский/);
    const note = (await screen.findByText('3 замечания')).parentElement;
    expect(
      within(note as HTMLElement)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Нет фото (2\u00a0карточки)', `${detail} — «Московский»`, `${detail} — «Сибирь»`]);
  });

  it('cards with errors are left out of «all that match» too, and the number that is expected follows', async () => {
    problems = [{ cardId: 2, shopId: null, kind: 'error', field: 'title', detail: 'Укажите наименование' }];
    mockServer.use(
      mock(checkCardEndpoint, ({ body }) => ({
        cards: 3,
        problems,
        shops: shopsOf(body.shopIds),
        nextAfterId: null,
      })),
    );
    const { user } = show({ filter: { state: 'DRAFT' }, except: [9], expectedCount: 3 }, 3);
    await choose(user, /Московский/);
    problems = [];
    await user.click(await screen.findByRole('checkbox', { name: 'Не отправлять карточки с ошибками (1)' }));
    await user.click(await screen.findByRole('button', { name: /^Отправить\s2\sкарточки в\s1\sмагазин$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([
      { selection: { filter: { state: 'DRAFT' }, except: [9, 2], expectedCount: 2 } },
    ]);
  });

  it('more cards than one shipment takes are refused before they are sent', async () => {
    const { user } = show({ filter: {}, expectedCount: 10_001 }, 10_001);
    await choose(user, /Московский/);
    expect(await screen.findByRole('button', { name: /^Отправить/ })).toHaveAccessibleDescription(
      /не больше 10.000 карточек/,
    );
  });

  it('«Все магазины» takes those that cards can be sent to, and says why not the others', async () => {
    const reading = allCategoriesActive.map((one) => ({ ...one, isReadOnly: true }));
    const third = { id: 3, name: 'Дача', letter: 'Д', color: 2, tokens: reading };
    const fourth = { id: 4, name: 'Север', letter: 'С', color: 3, tokens: [] };
    mockServer.use(
      mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [...mockProfile.shops, third, fourth] })),
    );
    const { user } = show();
    await choose(user, /^Все магазины/);
    expect(screen.getByRole('checkbox', { name: /^Все магазины/ })).toBeChecked();
    expect(screen.getByText('Отправить можно в 2 из 4')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: /Дача.*Токен «Контент» только для чтения/ })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: /Север.*Нет активного токена «Контент»/ })).toBeDisabled();
    await user.click(await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s2\sмагазина$/ }));
    expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
    expect(sent).toMatchObject([{ shopIds: [1, 2] }]);
  });

  it('a check that finds another choice than the one on the screen says so, and nothing is sent', async () => {
    const words = 'Выбрано 3, стало 4. Проверьте список и выберите ещё раз';
    mockServer.use(
      mock(checkCardEndpoint, () => mockError(409, { code: 'selection_changed', detail: [words] })),
    );
    const { user } = show({ filter: {}, expectedCount: 3 }, 3);
    await choose(user, /Московский/);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText(/Отправить можно и так/)).toBeNull();
    expect(screen.getByRole('button', { name: /^Отправить\s3/ })).toHaveAccessibleDescription(
      'Выбор изменился: выберите карточки заново',
    );
    expect(sent).toEqual([]);
  });

  it('a choice that is lost at the press is told once, in the dialog', async () => {
    const words = 'Выбрано 3, стало 4. Проверьте список и выберите ещё раз';
    mockServer.use(
      mock(sendCardsEndpoint, () => mockError(409, { code: 'selection_changed', detail: [words] })),
      ...cardHandlers([mockCard(1)]),
    );
    const shown = vi.spyOn(toasts, 'show');
    const { user } = renderApp('/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(await screen.findByRole('button', { name: 'Отправить в магазины' }));
    await choose(user, /Московский/);
    const button = await screen.findByRole('button', { name: /^Отправить\s1\sкарточку в\s1\sмагазин$/ });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    await user.click(button);
    expect(await within(screen.getByRole('dialog')).findByText(words)).toBeVisible();
    expect(shown).not.toHaveBeenCalled();
  });

  describe('looked at once more, for something has changed', () => {
    /** The second look is answered when the test says so. */
    async function pressWhileLookedAt() {
      const { user, queryClient } = show();
      await choose(user, /Московский/);
      const button = await screen.findByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
      let finish = () => {};
      looks.next = new Promise((done) => (finish = done));
      void queryClient.invalidateQueries({ queryKey: ['Card'] });
      await waitFor(() => expect(looks.count).toBe(2));
      await user.click(button);
      expect(sent).toEqual([]);
      return { user, button, finish };
    }

    it('cards go out when nothing new is found', async () => {
      const { finish } = await pressWhileLookedAt();
      finish();
      expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
      expect(sent).toHaveLength(1);
    });

    it('nothing goes out that was chosen otherwise meanwhile', async () => {
      const { user, button, finish } = await pressWhileLookedAt();
      await user.click(screen.getByRole('checkbox', { name: 'Скидки' }));
      finish();
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
      expect(sent).toEqual([]);
      await user.click(button);
      expect(await screen.findByText('Отправка №1042 создана')).toBeVisible();
      expect(sent).toMatchObject([{ options: { withDiscounts: false } }]);
    });

    it('nothing goes out from a dialog that is gone', async () => {
      const { finish } = await pressWhileLookedAt();
      cleanup();
      finish();
      await new Promise((done) => setTimeout(done, 100));
      expect(sent).toEqual([]);
    });

    it('cards stay when one has an error by now, and it is seen', async () => {
      const { button, finish } = await pressWhileLookedAt();
      problems = [{ cardId: 2, shopId: null, kind: 'error', field: 'title', detail: 'Укажите наименование' }];
      finish();
      expect(await screen.findByText('1 карточка с ошибками: маркетплейс их не примет')).toBeVisible();
      await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
      expect(sent).toEqual([]);
    });
  });

  it('a check that fails does not stand in the way', async () => {
    mockServer.use(mock(checkCardEndpoint, () => mockError(503, { detail: ['Wildberries не отвечает'] })));
    const { user } = show();
    await choose(user, /Московский/);
    expect(await screen.findByText(/Проверить карточки не удалось/)).toBeVisible();
    expect(
      screen.getByRole('button', { name: /^Отправить\s3\sкарточки в\s1\sмагазин$/ }),
    ).not.toHaveAttribute('aria-disabled');
  });
});
