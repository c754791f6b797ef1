import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { EndpointBody } from '#contract/endpoint.ts';
import {
  getApplicationEndpoint,
  listAppliedCardsEndpoint,
  listApplicationsEndpoint,
  prepareApplicationEndpoint,
  startApplicationEndpoint,
  takeInByHandEndpoint,
  type PromotionApplication,
} from '#contract/promotion-applications.ts';
import { listPromotionCardsEndpoint, listPromotionsEndpoint } from '#contract/promotions.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { formatDay } from '#lib/dates.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import {
  mockApplication,
  mockAppliedCard,
  mockPromotion,
  mockPromotionCard,
  mockPromotionCards,
  mockPromotions,
} from '#tests/mocks/promotions.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { PromotionsPage } from './promotions-page.tsx';

const address = '/home/promotions';
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

async function openPromotions(search = '') {
  const app = renderPage(<PromotionsPage />, address + search);
  await screen.findByRole('list', { name: 'Акции' });
  return app;
}

/** A window whose width can be changed. */
function turnable(): (to: 'wide' | 'narrow') => void {
  const real = window.matchMedia.bind(window);
  const lists: MediaQueryList[] = [];
  let isWide = true;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    if (query !== '(min-width: 1024px)') return real(query);
    const list = Object.assign(real(query), { matches: isWide });
    lists.push(list);
    return list;
  });
  return (to) =>
    act(() => {
      isWide = to === 'wide';
      for (const list of lists) list.dispatchEvent(new Event('change'));
    });
}

function watchPrepare(application: Partial<PromotionApplication> = {}) {
  const asked: EndpointBody<typeof prepareApplicationEndpoint>[] = [];
  mockServer.use(
    mock(prepareApplicationEndpoint, ({ body }) => {
      asked.push(body);
      return mockApplication(application);
    }),
    mock(getApplicationEndpoint, () => mockApplication(application)),
  );
  return asked;
}

describe('the promotions screen', () => {
  it('lists what is on now, with the count of each period', async () => {
    await openPromotions();
    const names = within(screen.getByRole('list', { name: 'Акции' })).getAllByRole('link');
    expect(names.map((link) => plain(link.textContent))).toEqual([
      expect.stringContaining('Хиты недели'),
      expect.stringContaining('Цены ниже: автоакция'),
    ]);
    const tabs = within(screen.getByRole('navigation', { name: 'Период акций' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Идут2', 'Скоро1', 'Прошли1']);
  });

  it('opens the first one beside the list: terms, cards, prices, what is left of them', async () => {
    await openPromotions();
    expect(await screen.findByRole('table', { name: 'Карточки акции' })).toBeInTheDocument();
    const mug = screen.getByRole('row', { name: /Кружка керамическая/ });
    expect(plain(mug.textContent)).toContain('800 ₽700 ₽с 800 ₽: −13 %88 ₽13 %');
    expect(plain(screen.getByRole('row', { name: /Плед/ }).textContent)).toContain(
      '−362 ₽ниже себестоимости',
    );
    expect(screen.getByRole('row', { name: /Ночник/ }).textContent).toContain('нет себестоимости');
    expect(screen.queryByRole('row', { name: /Косметичка/ })).not.toBeInTheDocument();
  });

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

  it('shows a promotion of several shops once, with their cards together and a tab for each', async () => {
    const inSiberia = mockPromotion({
      id: 11,
      shopId: 2,
      shopName: 'Сибирь',
      inActionCount: 5,
      availableCount: 40,
    });
    const unknown = mockPromotion({
      id: 12,
      shopId: 3,
      shopName: 'Урал',
      inActionCount: null,
      availableCount: null,
    });
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, unknown, inSiberia],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user, address: shown } = await openPromotions();
    const hits = screen.getAllByRole('link', { name: /Хиты недели/ });
    expect(hits).toHaveLength(1);
    expect(plain(hits[0]?.textContent)).toContain('3 магазина');
    expect(plain(hits[0]?.textContent)).toContain(
      'Участвует 17, можно добавить 43 — известно о 2 из 3 магазинов',
    );
    const tabs = within(await screen.findByRole('navigation', { name: 'Магазины акции' }));
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual([
      'Московский3',
      'Сибирь40',
      'Урал',
    ]);
    expect(tabs.getByRole('link', { name: /Московский/ })).toHaveAttribute('aria-current', 'page');
    await user.click(tabs.getByRole('link', { name: /Сибирь/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?id=11`));
    expect(screen.getByRole('link', { name: /Хиты недели/ })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('navigation', { name: 'Период акций' }).textContent).toContain('Идут2');
  });

  it('explains an automatic promotion in place of cards', async () => {
    const { user, address: shown } = await openPromotions();
    await user.click(screen.getByRole('link', { name: /Цены ниже/ }));
    expect(await screen.findByText(/Wildberries сам добавляет товары/)).toBeInTheDocument();
    expect(shown()).toBe(`${address}?id=2`);
  });

  it('tells of a promotion that is over what was, and offers nothing to add to it', async () => {
    const past = { wbPromotionId: 1504, period: 'past' } as const;
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [
          mockPromotion({ ...past, id: 4, name: 'День шопинга', inActionCount: 12, availableCount: 30 }),
          mockPromotion({
            ...past,
            id: 5,
            shopId: 2,
            shopName: 'Сибирь',
            inActionCount: 5,
            availableCount: 13,
          }),
          mockPromotion({ ...past, id: 6, wbPromotionId: 1505, name: 'Цены ниже', type: 'auto' }),
        ],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user } = await openPromotions('?period=past');
    const row = screen.getByRole('link', { name: /^День шопинга/ });
    expect(plain(row.textContent)).toContain('Участвовало 17');
    expect(plain(row.textContent)).not.toContain('можно добавить');
    const tabs = within(await screen.findByRole('navigation', { name: 'Магазины акции' }));
    expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(['Московский', 'Сибирь']);
    const automatic = screen.getByRole('link', { name: /^Цены ниже/ });
    expect(automatic).toHaveTextContent('Товары добавлял Wildberries');
    await user.click(automatic);
    expect(await screen.findByText(/^Автоакция закончилась\./)).toBeVisible();
  });

  it('keeps tab, shop and promotion in the address', async () => {
    const { user, address: shown } = await openPromotions();
    await user.click(screen.getByRole('link', { name: /Скоро/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming`));
    await user.click(screen.getByRole('button', { name: 'Все магазины' }));
    await user.click(screen.getByRole('checkbox', { name: 'Московский' }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming&shop=1`));
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
    const inSiberia = mockPromotion({ id: 11, shopId: 2, shopName: 'Сибирь', availableCount: 40 });
    mockServer.use(
      mock(getProfileEndpoint, () => ({
        ...mockProfile,
        shops: [{ ...moscow!, name: 'ООО «Москва»', tokens }, siberia!],
      })),
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, inSiberia],
        problems: [],
        syncedAt: null,
      })),
      mock(listPromotionCardsEndpoint, () => mockPromotionCards),
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
    const inSiberia = mockPromotion({ id: 11, shopId: 2, shopName: 'Сибирь', availableCount: 40 });
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, inSiberia],
        problems: [],
        syncedAt: null,
      })),
      mock(listPromotionCardsEndpoint, () => mockPromotionCards),
    );
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

  it('opens a profit to how it comes about', async () => {
    const { user } = await openPromotions();
    const mug = await screen.findByRole('row', { name: /Кружка керамическая/ });
    await user.click(within(mug).getByRole('button', { name: /88/ }));
    const breakdown = screen.getByRole('dialog', { name: /^Из чего прибыль: Кружка/ });
    expect(plain(breakdown.textContent)).toContain('Комиссия с эквайрингом−200 ₽');
    expect(plain(breakdown.textContent)).toContain('Прибыль ≈ 13 % цены88 ₽');
    expect(plain(breakdown.textContent)).toContain('По 34 проданным штукам карточки в этом магазине');
  });

  it.each([
    [
      { count: 21, dayCount: 4, lastDay: '2026-11-03' },
      `По такой цене (±5 %) за 90 дней: 21 заказ за 4 дня, последний ${formatDay('2026-11-03')}.`,
    ],
    [{ count: 0, dayCount: 0, lastDay: null }, 'По такой цене (±5 %) за 90 дней не заказывали.'],
  ])(
    'tells what was ordered at such a price before, also where no profit is known',
    async (pastOrders, text) => {
      mockServer.use(
        mock(listPromotionCardsEndpoint, () => [mockPromotionCard({ economics: null, pastOrders })]),
      );
      const { user } = await openPromotions();
      const mug = await screen.findByRole('row', { name: /Кружка керамическая/ });
      await user.click(within(mug).getByRole('button', { name: 'нет данных о продажах' }));
      const breakdown = screen.getByRole('dialog', { name: /^Из чего прибыль: Кружка/ });
      expect(plain(breakdown.textContent)).toBe(plain(text));
    },
  );

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

  it('tells of shops whose calendar could not be read and shows the others', async () => {
    mockServer.use(
      mock(listPromotionsEndpoint, () => ({
        promotions: mockPromotions,
        problems: [
          { shopId: 2, shopName: 'Сибирь', detail: 'Нет активного токена категории «Цены и скидки»' },
        ],
        syncedAt: null,
      })),
    );
    await openPromotions();
    const problem = screen.getByText(/: Нет активного токена категории «Цены и скидки»/);
    expect(within(problem).getByRole('link', { name: 'Сибирь' })).toHaveAttribute(
      'href',
      '/home/account/shops?shop=2&tab=tokens',
    );
  });

  it('says that a period is empty', async () => {
    mockServer.use(mock(listPromotionsEndpoint, () => ({ promotions: [], problems: [], syncedAt: null })));
    renderPage(<PromotionsPage />, `${address}?period=past`);
    expect(await screen.findByText('Прошедших акций нет')).toBeInTheDocument();
  });

  it('shows no prices of a promotion without a connection, and says why', async () => {
    mockServer.use(mock(listPromotionCardsEndpoint, () => HttpResponse.error()));
    await openPromotions();
    expect(await screen.findByText('Нет данных без связи')).toBeInTheDocument();
    expect(screen.getByText(/Цены акции не хранятся на устройстве/)).toBeInTheDocument();
  });

  it('leads to the tokens of the shop where the token is dead, instead of offering to ask again', async () => {
    mockServer.use(
      mock(listPromotionCardsEndpoint, () =>
        mockError(400, {
          code: 'token_inactive',
          detail: ['Wildberries не принял токен: он отозван или истёк'],
        }),
      ),
    );
    await openPromotions();
    expect(await screen.findByText('Wildberries не принял токен: он отозван или истёк')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'К токенам магазина' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/home\/account\/shops\?shop=\d+&tab=tokens$/),
    );
    expect(screen.queryByRole('button', { name: 'Повторить' })).not.toBeInTheDocument();
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

  it('saves the promotions of every period, each shop in a row of its own', async () => {
    const shops = mockProfile.shops.map((shop) => ({ ...shop, name: 'Северика' }));
    const inSiberia = mockPromotion({ id: 11, shopId: 2, inActionCount: null, availableCount: null });
    mockServer.use(
      mock(getProfileEndpoint, () => ({ ...mockProfile, shops })),
      mock(listPromotionsEndpoint, () => ({
        promotions: [...mockPromotions, inSiberia],
        problems: [],
        syncedAt: null,
      })),
    );
    const { user } = await openPromotions();
    const { csv, xlsx, names } = await saveTable(user, 'Акции');
    expect(names).toEqual(['Акции.xlsx', 'Акции.csv']);
    expect(csv).toHaveLength(1 + 5);
    expect(csv.slice(1).map((row) => [row[0], row[2], row[3], row[6], row[7]])).toEqual([
      ['Хиты недели', 'нет', 'идёт', 'Северика (1)', '12'],
      ['Цены ниже: автоакция', 'да', 'идёт', 'Северика (2)', ''],
      ['Чёрная пятница. Главная распродажа', 'нет', 'скоро', 'Северика (1)', '12'],
      ['День шопинга', 'нет', 'прошла', 'Северика (1)', '12'],
      ['Хиты недели', 'нет', 'идёт', 'Северика (2)', ''],
    ]);
    expect(csv[1]?.slice(4, 6)).toEqual(['17.11.2026 00:00', '23.11.2026 23:59']);
    expect(csv[1]?.[10]).toBe("'+7% в поиске товарам акции при участии от 20%; Плашка");
    expect(xlsx[1]?.slice(7, 10)).toEqual([12, 3, 40]);
  });

  it('saves its cards, those that take part and those that may', async () => {
    const { user } = await openPromotions();
    const { csv, xlsx, names } = await saveTable(user, 'Карточки акции');
    expect(csv).toHaveLength(1 + mockPromotionCards.length);
    expect(xlsx).toHaveLength(1 + mockPromotionCards.length);
    expect(csv.slice(1).map((row) => row[3])).toEqual(['нет', 'нет', 'нет', 'да']);
    const [first] = mockPromotionCards;
    expect(xlsx[1]?.[6]).toEqual({ kopecks: first?.planPriceKopecks });
    expect(csv[3]?.[9]).toBe('');
    expect(names[0]).toBe('Хиты недели, Московский.xlsx');
  });
});
