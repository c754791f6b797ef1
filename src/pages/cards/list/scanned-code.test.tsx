import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { typeKeys } from '#tests/support/typed-keys.ts';
import { CardListPage } from './card-list-page.tsx';

// The mocked server finds by title.
const CODE = '4600000000017';
const SCANNED = mockCard(17, { title: `Кружка ${CODE}` });

async function openList(address = '/home/cards') {
  mockServer.use(...cardHandlers([mockCard(1), mockCard(2), SCANNED]));
  const page = renderPage(<CardListPage />, address);
  await screen.findByRole('searchbox');
  return page;
}

const SCAN = [...Array.from(CODE), 'Enter'];

describe('a scanned code', () => {
  it('opens its card, wherever the focus is and whatever the list shows', async () => {
    const { address } = await openList('/home/cards?state=DRAFT&q=ваза');
    typeKeys(screen.getByRole('link', { name: 'История' }), SCAN, 3);
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=17'));
  });

  it('takes the place of what stood in the search', async () => {
    const { address } = await openList('/home/cards');
    const field = screen.getByRole('searchbox');
    fireEvent.change(field, { target: { value: 'кружка' } });
    typeKeys(field, SCAN, 3);
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=17'));
  });

  it('is not what a person types, nor what is typed into a dialog or another field', async () => {
    const { address } = await openList();
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    typeKeys(document.body, SCAN, 120);
    const other = document.body.appendChild(document.createElement('textarea'));
    typeKeys(other, SCAN, 3);
    other.remove();
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.setAttribute('open', '');
    typeKeys(document.body, SCAN, 3);
    dialog.remove();
    expect(address()).toBe('/home/cards');
  });

  it('is whole: keys that belong to it, but came slower, make it none', async () => {
    const { address } = await openList();
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    typeKeys(document.body, ['4'], 500);
    typeKeys(document.body, ['5', ...SCAN], 3, 100);
    expect(address()).toBe('/home/cards');
  });

  it('may follow another at once', async () => {
    const { address } = await openList();
    await screen.findByRole('link', { name: 'Кружка керамическая 1' });
    typeKeys(document.body, ['9', ...SCAN], 3);
    typeKeys(document.body, SCAN, 3, 50);
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=17'));
  });

  it('that several cards have, or none, leaves the list to say so', async () => {
    const { address } = await openList();
    typeKeys(document.body, ['9', ...SCAN], 3);
    expect(await screen.findByText('Ничего не найдено')).toBeVisible();
    mockServer.use(...cardHandlers([SCANNED, { ...SCANNED, id: 18 }]));
    typeKeys(document.body, SCAN, 3);
    expect(await screen.findByText('Найдено 2 карточки')).toBeVisible();
    expect(address()).toBe(`/home/cards?q=${CODE}`);
  });
});

describe('Enter in the search', () => {
  it('opens the only card that is found, and none of several', async () => {
    const { user, address } = await openList();
    await user.type(screen.getByRole('searchbox'), 'керамическая{Enter}');
    expect(await screen.findByText('Найдено 2 карточки')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), ' 2{Enter}');
    await waitFor(() => expect(address()).toBe('/home/cards/edit?id=2'));
  });
});
