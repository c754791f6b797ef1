import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listCardViewsEndpoint, updateCardViewEndpoint, type CardView } from '#contract/card-views.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardViewHandlers } from '#tests/mocks/card-views.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

const VIEW: CardView = {
  id: 7,
  name: 'Мало маржи',
  // In an order of its own, as a database gives it.
  filter: { search: 'керамическая', marginToPercent: 60, marginFromPercent: -5, state: 'PUBLISHED' },
  ordering: 'margin',
  density: 'compact',
  columns: ['price', 'margin'],
};
const ADDRESS =
  '/home/cards?state=PUBLISHED&q=%D0%BA%D0%B5%D1%80%D0%B0%D0%BC%D0%B8%D1%87%D0%B5%D1%81%D0%BA%D0%B0%D1%8F&marginFromPercent=-5&marginToPercent=60&ordering=margin&density=compact&columns=price.margin';

async function openViews(address: string, views: CardView[] = [VIEW]) {
  mockServer.use(...cardViewHandlers(views));
  const page = renderPage(<CardListPage />, address);
  await screen.findByRole('link', { name: 'Кружка керамическая 1' });
  await page.user.click(screen.getByRole('button', { name: 'Вид' }));
  const section = await screen.findByRole('region', { name: 'Сохранённые виды' });
  return { ...page, section };
}

describe('saved views of the card list', () => {
  it('show what they were saved for, and Back leads to what was there before', async () => {
    const { user, section, address, router } = await openViews('/home/cards');
    await user.click(await within(section).findByRole('button', { name: 'Мало маржи' }));
    await waitFor(() => expect(address()).toBe(ADDRESS));
    expect(screen.getByRole('searchbox')).toHaveValue('керамическая');
    expect(within(section).getByRole('button', { name: 'Мало маржи' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // Of one's own look nothing has changed.
    expect(localStorage.getItem('prilavok-card-list-look')).toBeNull();
    await router.navigate(-1);
    await waitFor(() => expect(address()).toBe('/home/cards'));
  });

  it('are saved under a name, which the server may refuse', async () => {
    const { user, section } = await openViews(`${ADDRESS.split('&q')[0]}&ordering=-price`);
    const name = within(section).getByRole('textbox', { name: 'Название нового вида' });
    await user.type(name, 'Мало маржи{Enter}');
    expect(await screen.findByText('Вид «Мало маржи» уже есть')).toBeVisible();
    expect(name).toHaveValue('Мало маржи');
    await user.clear(name);
    await user.type(name, 'Дорогие{Enter}');
    expect(await within(section).findByRole('button', { name: 'Дорогие' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(name).toHaveValue('');
  });

  it('are renamed, changed to what is on the screen, and deleted with a way back', async () => {
    const { user, section, address } = await openViews('/home/cards?ordering=title');
    await user.click(await within(section).findByRole('button', { name: 'Переименовать «Мало маржи»' }));
    const name = within(section).getByRole('textbox', { name: 'Новое название вида «Мало маржи»' });
    await user.clear(name);
    await user.type(name, 'По названию{Enter}');
    await user.click(
      await within(section).findByRole('button', { name: 'Сохранить в «По названию» то, что на экране' }),
    );
    await waitFor(() =>
      expect(within(section).getByRole('button', { name: 'По названию' })).toHaveAttribute(
        'aria-pressed',
        'true',
      ),
    );
    expect(address()).toBe('/home/cards?ordering=title');
    await user.click(within(section).getByRole('button', { name: 'Удалить «По названию»' }));
    await waitFor(() => expect(within(section).queryByRole('button', { name: 'По названию' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    // A press beside the menu has closed it.
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    expect(await screen.findByRole('button', { name: 'По названию' })).toBeVisible();
  });

  it('keep the menu open and give the focus back when a new name is let go or kept', async () => {
    const { user, section } = await openViews('/home/cards');
    const rename = async (name: string) => {
      await user.click(await within(section).findByRole('button', { name: `Переименовать «${name}»` }));
      return within(section).getByRole('textbox', { name: `Новое название вида «${name}»` });
    };
    expect(await rename('Мало маржи')).toHaveFocus();
    await user.keyboard('!{Escape}');
    expect(within(section).getByRole('button', { name: 'Переименовать «Мало маржи»' })).toHaveFocus();
    await user.clear(await rename('Мало маржи'));
    await user.keyboard('Дорогие{Enter}');
    await waitFor(() =>
      expect(within(section).getByRole('button', { name: 'Переименовать «Дорогие»' })).toHaveFocus(),
    );
  });

  it('hand the focus on when one is deleted: to the next, to the one before, at last to the field of a new one', async () => {
    const views = ['Белые', 'Дорогие', 'Чёрные'].map((name, index) => ({ ...VIEW, id: index + 1, name }));
    const { user, section } = await openViews('/home/cards', views);
    const remove = async (name: string) => {
      (await within(section).findByRole('button', { name: `Удалить «${name}»` })).focus();
      await user.keyboard('{Enter}');
      await waitFor(() => expect(within(section).queryByRole('button', { name })).toBeNull());
    };
    await remove('Дорогие');
    expect(within(section).getByRole('button', { name: 'Чёрные' })).toHaveFocus();
    await remove('Чёрные');
    expect(within(section).getByRole('button', { name: 'Белые' })).toHaveFocus();
    await remove('Белые');
    expect(within(section).getByRole('textbox', { name: 'Название нового вида' })).toHaveFocus();
  });

  it('may be in the order of orders, which clients of before do not know', async () => {
    const kept: object[] = [];
    const { user, section, address } = await openViews('/home/cards?ordering=-orders');
    mockServer.use(
      mock(updateCardViewEndpoint, ({ params, body }) => {
        kept.push(body.shown ?? {});
        return { ...VIEW, ...body.shown, id: params.id };
      }),
      mock(listCardViewsEndpoint, () => [{ ...VIEW, ...kept[0] }]),
    );
    await user.click(
      await within(section).findByRole('button', { name: 'Сохранить в «Мало маржи» то, что на экране' }),
    );
    await waitFor(() =>
      expect(kept).toEqual([expect.objectContaining({ ordering: '-updated_at', serverOrdering: '-orders' })]),
    );
    await waitFor(() =>
      expect(within(section).getByRole('button', { name: 'Мало маржи' })).toHaveAttribute(
        'aria-pressed',
        'true',
      ),
    );
    expect(address()).toContain('ordering=-orders');
  });

  it('are copied as a link that says all, what is usual too', async () => {
    const { user } = await openViews('/home/cards?q=керамическая', []);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByRole('button', { name: 'Скопировать ссылку' }));
    expect(write.mock.calls[0]?.[0]).toMatch(
      /\/home\/cards\?q=.+&density=usual&columns=subject\.price\.discount\.stock\.shops\.state\.updated$/,
    );
    expect(await screen.findByText(/^Ссылка скопирована/)).toBeVisible();
  });

  it('are shown without a connection, but neither made nor changed, and the reason is said', async () => {
    const asked: unknown[] = [];
    const { user, section, address } = await openViews('/home/cards');
    await user.click(await within(section).findByRole('button', { name: 'Переименовать «Мало маржи»' }));
    const name = within(section).getByRole('textbox', { name: 'Новое название вида «Мало маржи»' });
    mockServer.use(mock(updateCardViewEndpoint, ({ body }) => (asked.push(body), VIEW)));
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
    });
    await user.type(name, '!{Enter}');
    expect(
      within(section).getByRole('button', { name: 'Переименовать: Виды меняются только при связи' }),
    ).toBeVisible();
    await user.click(within(section).getByRole('button', { name: 'Оставить как было' }));
    expect(within(section).getByRole('button', { name: 'Сохранить' })).toHaveAccessibleDescription(
      'Виды сохраняются только при связи',
    );
    await user.click(within(section).getByRole('button', { name: 'Мало маржи' }));
    await waitFor(() => expect(address()).toBe(ADDRESS));
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    expect(asked).toEqual([]);
  });

  it('that do not load say so and are asked for again by a press, and the rest of the menu works', async () => {
    mockServer.use(mock(listCardViewsEndpoint, () => mockError(500, { detail: ['Нет'] })));
    const { user } = renderPage(<CardListPage />, '/home/cards');
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    await user.click(screen.getByRole('button', { name: 'Вид' }));
    expect(await screen.findByText(/^Виды не загрузились/)).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Плотные' })).toBeVisible();
    mockServer.use(...cardViewHandlers([VIEW]));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('button', { name: 'Мало маржи' })).toBeVisible();
  });
});

it('what is found in the archive alone is offered there', async () => {
  mockServer.use(...cardHandlers([mockCard(1), mockCard(2, { state: 'ARCHIVED' })]));
  const { user, address } = renderPage(<CardListPage />, '/home/cards?q=керамическая%202');
  expect(await screen.findByText('Нашлось только в архиве')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'В архиве: 1' }));
  expect(await screen.findByRole('link', { name: 'Кружка керамическая 2' })).toBeVisible();
  expect(new URLSearchParams(address().split('?')[1]).get('state')).toBe('ARCHIVED');
});
