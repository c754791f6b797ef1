import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { EndpointBody } from '#contract/endpoint.ts';
import {
  applyPromotionEndpoint,
  listPromotionCardsEndpoint,
  listPromotionsEndpoint,
} from '#contract/promotions.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockPromotion, mockPromotions } from '#tests/mocks/promotions.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { PromotionsPage } from './promotions-page.tsx';

const address = '/home/promotions';
const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

async function openPromotions(search = '') {
  const app = renderPage(<PromotionsPage />, address + search);
  await screen.findByRole('list', { name: 'Акции' });
  return app;
}

function watchApply() {
  const sent: { body: EndpointBody<typeof applyPromotionEndpoint>; key: string | null }[] = [];
  mockServer.use(
    mock(applyPromotionEndpoint, ({ body, request }) => {
      sent.push({ body, key: request.headers.get('idempotency-key') });
      return { uploadId: 1, cards: body.nmIds.length };
    }),
  );
  return sent;
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
    expect(within(screen.getByRole('row', { name: /Косметичка/ })).queryByRole('checkbox')).toBeNull();
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

  it('keeps tab, shop and promotion in the address', async () => {
    const { user, address: shown } = await openPromotions();
    await user.click(screen.getByRole('link', { name: /Скоро/ }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming`));
    await user.click(screen.getByRole('button', { name: 'Все магазины' }));
    await user.click(screen.getByRole('checkbox', { name: 'Московский' }));
    await waitFor(() => expect(shown()).toBe(`${address}?period=upcoming&shop=1`));
  });

  it('chooses cards that keep their margin and says in numbers what adding them does', async () => {
    const sent = watchApply();
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = await screen.findByRole('dialog');
    expect(plain(dialog.textContent)).toContain('Добавить 1 карточку в акцию?');
    expect(plain(dialog.textContent)).toContain('«Хиты недели», магазин «Московский»');
    expect(plain(dialog.textContent)).toContain('в среднем −13 %');
    await user.click(within(dialog).getByRole('button', { name: /^Добавить/ }));
    expect(await screen.findByText(/Заявка принята/)).toBeInTheDocument();
    expect(sent).toEqual([{ body: { nmIds: [150_000_001], uploadNow: true }, key: expect.any(String) }]);
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

  it('warns before cards are sold at a loss', async () => {
    const { user } = await openPromotions();
    await user.click(
      await screen.findByRole('checkbox', { name: 'Выбрать все карточки, которых нет в акции' }),
    );
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (3)' }));
    const dialog = await screen.findByRole('dialog');
    expect(plain(dialog.textContent)).toContain('В убыток: 1 карточка');
    expect(plain(dialog.textContent)).toContain('У 1 карточки нет себестоимости');
  });

  it('of a coming promotion changes prices at its start unless told otherwise', async () => {
    const sent = watchApply();
    const { user } = await openPromotions('?period=upcoming');
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Добавить/ }));
    await waitFor(() => expect(sent[0]?.body.uploadNow).toBe(false));
  });

  it('says what the marketplace answered when it refuses, and sends the same key again', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(applyPromotionEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return mockError(400, { detail: ['Токен только для чтения'] });
      }),
    );
    const { user } = await openPromotions();
    await user.click(await screen.findByRole('button', { name: 'Выбрать подходящие (1)' }));
    await user.click(screen.getByRole('button', { name: 'Добавить в акцию (1)' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: /^Добавить/ });
    await user.click(confirm);
    expect(await within(dialog).findByText('Токен только для чтения')).toBeInTheDocument();
    await user.click(confirm);
    await waitFor(() => expect(keys).toHaveLength(2));
    expect(keys[0]).toBe(keys[1]);
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
});
