import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getCardFacetsEndpoint } from '#contract/card-list.ts';
import { listCardTagsEndpoint } from '#contract/card-tags.ts';
import { MAX_FACETS } from '#contract/facet-limits.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { CardListPage } from './card-list-page.tsx';

const named = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n + 1}`);

const CURRENT = { count: 9, bytes: 9, currentAtMs: 1, revision: 1 };
const FOUND: FoundRows = { count: 0, results: [], currentAtMs: 1 };
const DEVICE = {
  answered: () => undefined,
  counters: async () => undefined,
  suggest: async () => undefined,
  refresh: () => undefined,
};

function facetsOf(brands: readonly string[]) {
  mockServer.use(
    mock(getCardFacetsEndpoint, () => ({
      subjects: [],
      brands: brands.map((name) => ({ name, count: 1 })),
    })),
  );
}

async function openBrands() {
  const { user, address } = renderPage(<CardListPage />, '/home/cards');
  await user.click(await screen.findByRole('button', { name: 'Бренд' }));
  const list = within(await screen.findByRole('dialog', { name: 'Бренд' }));
  return { user, address, list };
}

describe('a filter of several', () => {
  it('has all of what was pressed before the first of it was drawn, and a search that was typed meanwhile', async () => {
    facetsOf(named(3, 'Бренд'));
    const { user, address, list } = await openBrands();
    const [first, second, third] = await list.findAllByRole('checkbox');
    // The device takes its time to say what it has: nothing is drawn until then.
    const replies: (() => void)[] = [];
    const query = () => new Promise<FoundRows>((reply) => replies.push(() => reply(FOUND)));
    act(() => catalogueStatus.set({ current: CURRENT, next: null }, { ...DEVICE, query }));
    await user.click(first!);
    await user.click(second!);
    await user.click(third!);
    await user.click(second!);
    await user.type(screen.getByRole('searchbox', { name: /Поиск/ }), 'к');
    act(() => replies.forEach((reply) => reply()));
    const params = () => new URLSearchParams(address().split('?')[1]);
    await waitFor(() => expect(params().get('q')).toBe('к'));
    expect(params().getAll('brand')).toEqual(['Бренд 1', 'Бренд 3']);
    act(() => catalogueStatus.clear());
  });
});

describe('a long list of what can be chosen', () => {
  it('has a field that has the focus and leaves what is looked for; Enter takes the only one', async () => {
    facetsOf([...named(12, 'Бренд'), 'Ёлка']);
    const { user, address, list } = await openBrands();
    await waitFor(() => expect(list.getByRole('searchbox', { name: 'Найти: Бренд' })).toHaveFocus());
    await user.keyboard('бренд 1');
    expect(list.getAllByRole('checkbox')).toHaveLength(4);
    await user.keyboard('{Enter}');
    expect(address()).toBe('/home/cards');
    await user.clear(list.getByRole('searchbox'));
    await user.keyboard('елка{Enter}');
    expect(await list.findByRole('checkbox', { name: /^Ёлка/ })).toBeChecked();
    await waitFor(() =>
      expect(new URLSearchParams(address().split('?')[1]).getAll('brand')).toEqual(['Ёлка']),
    );
    await user.clear(list.getByRole('searchbox'));
    await user.tab();
    expect(list.getAllByRole('checkbox')[0]).toHaveFocus();
    await user.type(list.getByRole('searchbox'), 'такого нет');
    expect(list.getByText('Ничего не нашлось')).toBeVisible();
  });

  it('closes with the second Escape: the first empties its field', async () => {
    facetsOf(named(13, 'Бренд'));
    const { user, list } = await openBrands();
    await waitFor(() => expect(list.getByRole('searchbox')).toHaveFocus());
    await user.keyboard('бренд 13{Escape}');
    expect(list.getByRole('searchbox')).toHaveValue('');
    expect(list.getAllByRole('checkbox')).toHaveLength(13);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Бренд' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Бренд' })).toHaveFocus();
  });

  it('says how many cards each has in a word of its own', async () => {
    facetsOf(['Бренд 1']);
    const { list } = await openBrands();
    expect(await list.findByRole('checkbox')).toHaveAccessibleName('Бренд 1, карточек: 1');
  });

  it('that was cut says so; a short one has neither', async () => {
    facetsOf(named(MAX_FACETS, 'Бренд'));
    const { list } = await openBrands();
    expect(await list.findByText('Показаны первые 500')).toBeVisible();
  });

  it('is none of a few', async () => {
    facetsOf(named(12, 'Бренд'));
    const { list } = await openBrands();
    expect(await list.findAllByRole('checkbox')).toHaveLength(12);
    expect(list.queryByRole('searchbox')).toBeNull();
    expect(list.queryByText(/Показаны/)).toBeNull();
  });

  it('of tags has the field, whose Enter does not send what stands around it', async () => {
    mockServer.use(mock(listCardTagsEndpoint, () => named(13, 'Хит')));
    const { user, address } = renderPage(<CardListPage />, '/home/cards');
    await user.click(await screen.findByRole('button', { name: 'Ещё' }));
    const form = within(await screen.findByRole('dialog', { name: 'Другие фильтры' }));
    await user.type(await form.findByRole('searchbox', { name: 'Найти: Ярлыки' }), 'хит 13{Enter}');
    expect(form.getByRole('checkbox', { name: 'Хит 13' })).toBeChecked();
    expect(address()).toBe('/home/cards');
    await user.click(form.getByRole('button', { name: 'Показать' }));
    await waitFor(() =>
      expect(new URLSearchParams(address().split('?')[1]).getAll('tag')).toEqual(['Хит 13']),
    );
  });
});
