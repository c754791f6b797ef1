import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  listApplicationsEndpoint,
  startApplicationEndpoint,
  takeInByHandEndpoint,
} from '#contract/promotion-applications.ts';
import { listPromotionCardsEndpoint, listPromotionsEndpoint } from '#contract/promotions.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import {
  mockApplication,
  mockAppliedCard,
  mockPromotion,
  mockPromotionCards,
  mockPromotions,
} from '#tests/mocks/promotions.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { plain, openPromotions, watchPrepare } from '#tests/support/promotions/promotions-screen.tsx';
import { turnable } from '#tests/support/turnable.ts';

/** A promotion that two shops may join, with the same cards in each. */
function offeredInTwoShops() {
  const inSiberia = mockPromotion({ id: 11, shopId: 2, shopName: 'Сибирь', availableCount: 40 });
  return [
    mock(listPromotionsEndpoint, () => ({
      promotions: [...mockPromotions, inSiberia],
      problems: [],
      syncedAt: null,
    })),
    mock(listPromotionCardsEndpoint, () => mockPromotionCards),
  ];
}

describe('cards that are chosen and sent on the promotions screen', () => {
  it('keeps what was chosen when a tablet is turned, and the promotion that it was chosen in', async () => {
    const turn = turnable();
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('checkbox', { name: /Кружка керамическая/ }));
    expect(screen.getByRole('button', { name: 'Добавить в акцию (1)' })).toBeEnabled();
    turn('narrow');
    expect(await screen.findByRole('link', { name: 'Все акции' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Акции' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    turn('wide');
    expect(await screen.findByRole('list', { name: 'Акции', hidden: true })).toBeInTheDocument();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('chooses cards that bring enough, says in numbers what adding them does, and follows it', async () => {
    const asked = watchPrepare();
    const started: unknown[] = [];
    mockServer.use(
      mock(startApplicationEndpoint, ({ body }) => {
        started.push(body);
        return mockApplication({ state: 'CONFIRMING' });
      }),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Добавить в акцию?' });
    expect(asked).toEqual([
      {
        kind: 'JOIN',
        chosen: [{ promotionId: 1, nmIds: [150_000_001] }],
        uploadNow: true,
        guards: { minMarginPercent: 0, minProfitKopecks: null },
      },
    ]);
    expect(plain(dialog.textContent)).toContain(
      '1 карточка в 1 магазине «Московский». Цены изменятся сразу, в среднем −13 %; прибыль ≈ 88 ₽ со штуки в среднем.',
    );
    expect(
      plain((await within(dialog).findByRole('list', { name: 'Карточки заявки' })).textContent),
    ).toContain('800 ₽ → 700 ₽прибыль ≈ 88 ₽');
    mockServer.use(
      mock(getApplicationEndpoint, () =>
        mockApplication({
          state: 'CONFIRMING',
          counts: { ...mockApplication().counts, waiting: 0, sent: 1 },
        }),
      ),
    );
    await user.click(within(dialog).getByRole('button', { name: /^Добавить 1\sкарточку/ }));
    expect(await screen.findByText(/Wildberries принял заявку, ждём/)).toBeInTheDocument();
    expect(started).toEqual([{ expectedCount: 1 }]);
    await user.click(screen.getAllByRole('button', { name: 'Закрыть' }).at(-1) ?? dialog);
    expect(screen.getByRole('button', { name: 'Добавить в акцию' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('says that what was sent to a promotion could not be read, again when it fails again, and reads it when it can be', async () => {
    mockServer.use(mock(listApplicationsEndpoint, () => mockError(500, { code: 'internal', detail: [] })));
    const { user } = await openPromotions();
    const said = await screen.findByText('Не удалось загрузить, что отправляли в эту акцию.');
    const again = screen.getByRole('button', { name: 'Повторить' });
    expect(screen.queryByText('Снова не получилось')).toBeNull();
    await user.click(again);
    expect(await screen.findByText('Снова не получилось')).toBeVisible();
    // It has stood there all the time: the keyboard has not lost its place.
    expect(said).toBeVisible();
    expect(again).toHaveFocus();
    mockServer.use(
      mock(listApplicationsEndpoint, () => ({
        count: 1,
        next: null,
        previous: null,
        results: [mockApplication({ state: 'DONE' })],
      })),
    );
    await user.click(again);
    expect(await screen.findByRole('region', { name: 'Что отправляли' })).toBeVisible();
  });

  it('says that the cards of an application could not be read, and reads them when asked again', async () => {
    watchPrepare();
    let isBroken = true;
    mockServer.use(
      mock(listAppliedCardsEndpoint, () =>
        isBroken
          ? mockError(500, { code: 'internal', detail: ['Ошибка сервера'] })
          : { count: 0, next: null, previous: null, results: [] },
      ),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить в акцию?' }));
    expect(await dialog.findByText('Ошибка сервера')).toBeVisible();
    isBroken = false;
    await user.click(dialog.getByRole('button', { name: 'Повторить' }));
    expect(await dialog.findByRole('list', { name: 'Карточки заявки' })).toBeInTheDocument();
  });

  it('says that an application is over once it is, prepares no other, and shows what is offered since', async () => {
    const asked = watchPrepare();
    let offersRead = 0;
    mockServer.use(
      mock(startApplicationEndpoint, () => mockApplication({ state: 'CONFIRMING' })),
      mock(listPromotionCardsEndpoint, () => {
        offersRead += 1;
        return mockPromotionCards;
      }),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Добавить в акцию?' });
    const counts = { ...mockApplication().counts, waiting: 0, confirmed: 1 };
    let applicationRead = 0;
    mockServer.use(
      mock(getApplicationEndpoint, () => {
        applicationRead += 1;
        // Asked for without an end, it would leave no time for anything else.
        return applicationRead > 5
          ? mockError(404, { detail: ['Хватит'] })
          : mockApplication({ state: 'DONE', counts });
      }),
    );
    await user.click(within(dialog).getByRole('button', { name: /^Добавить 1\sкарточку/ }));
    expect(await screen.findByText(/^В акции: 1\sкарточка$/, {}, { timeout: 4_000 })).toBeVisible();
    await waitFor(() => expect(offersRead).toBe(2));
    expect(applicationRead).toBeLessThan(5);
    expect(asked).toHaveLength(1);
  });

  it('cards of a shop whose token only reads neither join nor leave, those of another shop do', async () => {
    const [moscow, siberia] = mockProfile.shops;
    const tokens = mockProfile.shops[0]?.tokens.map((token) => ({ ...token, isReadOnly: true })) ?? [];
    mockServer.use(
      mock(getProfileEndpoint, () => ({
        ...mockProfile,
        shops: [{ ...moscow!, name: 'ООО «Москва»', tokens }, siberia!],
      })),
      ...offeredInTwoShops(),
    );
    const { user } = await openPromotions();
    const refusal = '«ООО „Москва“»: токен «Цены и скидки» только для чтения';
    const add = () => screen.findByRole('button', { name: /^Добавить в акцию/ });
    await waitFor(async () => expect(await add()).toHaveAccessibleDescription(refusal));
    const shops = () => within(screen.getByRole('navigation', { name: 'Магазины акции' }));
    await user.click(shops().getByRole('link', { name: /Сибирь/ }));
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    expect(await add()).not.toHaveAttribute('aria-disabled', 'true');
    await user.click(shops().getByRole('link', { name: /Московский/ }));
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    expect(await add()).toHaveAccessibleDescription(refusal);
    // Nor where another shop is looked at: they would go with its cards.
    await user.click(shops().getByRole('link', { name: /Сибирь/ }));
    expect(await add()).toHaveAccessibleDescription(refusal);
  });

  it('keeps what was chosen in one shop while another one is looked at', async () => {
    const asked = watchPrepare();
    mockServer.use(...offeredInTwoShops());
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(
      within(screen.getByRole('navigation', { name: 'Магазины акции' })).getByRole('link', {
        name: /Сибирь/,
      }),
    );
    await screen.findByRole('button', { name: 'Добавить в акцию (1)' });
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(await screen.findByRole('button', { name: 'Добавить в акцию (2)' }));
    expect(screen.getByText(/Выбрано: 2\sкарточки в 2\sмагазинах/)).toBeInTheDocument();
    await waitFor(() => expect(asked[0]?.chosen.map(({ promotionId }) => promotionId)).toEqual([1, 11]));
  });

  it('says why a card is left out, and takes it in by hand', async () => {
    watchPrepare({ counts: { ...mockApplication().counts, leftOut: 2, waiting: 1 } });
    const taken: unknown[] = [];
    mockServer.use(
      mock(listAppliedCardsEndpoint, () => ({
        count: 3,
        next: null,
        previous: null,
        results: [
          mockAppliedCard({
            nmId: 2,
            title: 'Плед',
            state: 'LEFT_OUT',
            leftOut: 'FLOOR',
            floorKopecks: 750_00,
          }),
          mockAppliedCard({ nmId: 3, title: 'Ночник', state: 'LEFT_OUT', leftOut: 'UNKNOWN_PROFIT' }),
          mockAppliedCard(),
        ],
      })),
      mock(takeInByHandEndpoint, ({ body }) => {
        taken.push(body);
        return mockApplication({ counts: { ...mockApplication().counts, leftOut: 1, waiting: 2 } });
      }),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const list = await screen.findByRole('list', { name: 'Карточки заявки' });
    const [floored, unknown] = within(list).getAllByRole('listitem');
    expect(plain(floored?.textContent)).toContain('Оставлена: ниже минимальной цены 750 ₽');
    expect(within(floored ?? list).queryByRole('checkbox')).toBeNull();
    await user.click(within(unknown ?? list).getByRole('checkbox', { name: 'Всё равно отправить' }));
    expect(await screen.findByRole('button', { name: /^Добавить 2\sкарточки/ })).toBeInTheDocument();
    expect(taken).toEqual([{ cards: [{ shopId: 1, nmId: 3 }], isByHand: true }]);
  });

  it('keeps what was sent: who, when, what was refused and why', async () => {
    const counts = { ...mockApplication().counts, waiting: 0, confirmed: 3, refused: 1 };
    const shops = [{ shopId: 1, shopName: 'ООО «Москва»', cardCount: 4, problem: null }];
    const over = mockApplication({ state: 'PARTLY', counts, shops, startedAt: '2026-11-20T10:05:00Z' });
    mockServer.use(
      mock(listApplicationsEndpoint, () => ({ count: 1, next: null, previous: null, results: [over] })),
      mock(getApplicationEndpoint, () => over),
      mock(listAppliedCardsEndpoint, () => ({
        count: 1,
        next: null,
        previous: null,
        results: [mockAppliedCard({ state: 'REFUSED', reason: 'Товар попал в распродажу остатков' })],
      })),
    );
    const { user } = await openPromotions();
    const row = await screen.findByRole('button', { name: /Добавление: 4\sкарточки · «ООО „Москва“»/ });
    expect(row).toHaveTextContent('Анна');
    expect(row).toHaveTextContent('Не взято: 1');
    await user.click(row);
    const dialog = await screen.findByRole('dialog', { name: 'Заявка в акцию' });
    expect(plain(dialog.textContent)).toContain('В акции: 3 из 4');
    expect(
      await within(dialog).findByText('Товар попал в распродажу остатков', { exact: false }),
    ).toBeInTheDocument();
  });

  it('leads cards out of the promotion, and says what Wildberries can do', async () => {
    const asked = watchPrepare({ kind: 'LEAVE' });
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('radio', { name: 'Участвует 1' }));
    await user.click(screen.getByRole('checkbox', { name: /Выбрать: Косметичка/ }));
    await user.click(screen.getByRole('button', { name: 'Вывести из акции (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Вывести из акции?' });
    expect(dialog).toHaveTextContent(/Отдельной команды «выйти из акции» у Wildberries нет/);
    expect(asked[0]).toMatchObject({ kind: 'LEAVE', guards: { minMarginPercent: null } });
  });

  it('warns before cards are sold at a loss', async () => {
    watchPrepare({ losingCount: 1, unknownCount: 1, counts: { ...mockApplication().counts, waiting: 3 } });
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать все карточки' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (3)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Добавить в акцию?' });
    expect(plain(dialog.textContent)).toContain('В убыток: 1 карточка');
    expect(plain(dialog.textContent)).toContain('У 1 карточки прибыль неизвестна');
  });

  it('of a coming promotion changes prices at its start unless told otherwise', async () => {
    const asked = watchPrepare({ uploadNow: false });
    const { user } = await openPromotions('?period=upcoming');
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    await user.click(await screen.findByRole('radio', { name: 'Сейчас' }));
    await waitFor(() => expect(asked.map(({ uploadNow }) => uploadNow)).toEqual([false, true]));
  });

  it('says what the server answered when it refuses to start', async () => {
    watchPrepare();
    mockServer.use(
      mock(startApplicationEndpoint, () => mockError(409, { detail: ['Число карточек изменилось'] })),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = await screen.findByRole('dialog', { name: 'Добавить в акцию?' });
    await user.click(within(dialog).getByRole('button', { name: /^Добавить 1/ }));
    expect(await within(dialog).findByText('Число карточек изменилось')).toBeInTheDocument();
  });

  it('adds nothing while the server cannot be reached', async () => {
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 1 });
    try {
      const button = screen.getByRole('button', { name: 'Добавить в акцию (1)' });
      await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'), { timeout: 30_000 });
      expect(button).toHaveAccessibleDescription('Добавить в акцию можно только при связи');
    } finally {
      connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
    }
  });
});
