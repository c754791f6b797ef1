import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getProfileEndpoint } from '#contract/users.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { NoCardsYet } from './no-cards-yet.tsx';

it('invites an account without shops to add a shop first', async () => {
  mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })));
  renderPage(<NoCardsYet />);
  expect(await screen.findByRole('link', { name: 'Добавить магазин' })).toHaveAttribute(
    'href',
    '/home/account/shops',
  );
});

it('invites an account with shops to create a card', async () => {
  renderPage(<NoCardsYet />);
  expect(await screen.findByRole('link', { name: 'Создать карточку' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Добавить магазин' })).not.toBeInTheDocument();
});
