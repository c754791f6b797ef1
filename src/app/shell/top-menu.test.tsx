import '#tests/setup/browser-gaps.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { firstScreen } from '#api/first-screen.ts';
import { settle } from '#tests/support/settle.ts';
import indexHtml from '../../../index.html?raw';
import { LiveMenu } from './live-menu.tsx';
import { menuItems } from './menu-items.ts';
import { StillMenu } from './still-menu.tsx';
import { TopMenu } from './top-menu.tsx';

const marks = { shipmentsWithErrors: 2, hasInactiveTokens: true };

/** Without what the library keeps for itself. */
function markupOf(container: Element): Element | null {
  for (const element of container.querySelectorAll('button, a')) {
    for (const name of ['id', 'aria-controls', 'data-radix-collection-item']) element.removeAttribute(name);
  }
  return container.querySelector('nav');
}

it('is the same before its library is there and after', () => {
  const still = render(
    <MemoryRouter initialEntries={['/home/account/shops']}>
      <StillMenu marks={marks} className="relative" onOpen={() => undefined} />
    </MemoryRouter>,
  );
  const live = render(
    <MemoryRouter initialEntries={['/home/account/shops']}>
      <LiveMenu {...marks} className="relative" openUnder="" focusedIndex={-1} />
    </MemoryRouter>,
  );
  expect(markupOf(still.container)?.isEqualNode(markupOf(live.container))).toBe(true);
});

it('is what the first frame of the document shows', () => {
  const { body } = new DOMParser().parseFromString(indexHtml, 'text/html');
  const entries = [...body.querySelectorAll('#first-frame ul li')];
  expect(entries.map((entry) => entry.textContent.trim())).toEqual(menuItems.map(({ label }) => label));
});

it('opens what was asked for before its library was there, and keeps the focus', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopMenu {...marks} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name: /^Аккаунт/ });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByRole('link', { name: /^Магазины/ })).toBeInTheDocument();
  expect(button).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Аккаунт/ })).toHaveFocus();
});

it.each([
  ['comes when the first screen stands', true],
  ['does not come to a phone, which has a menu of its own', false],
])('its library %s', async (_, isWide) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide }));
  const queryClient = new QueryClient();
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TopMenu {...marks} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(() => firstScreen(queryClient));
  await act(settle);
  expect(container.querySelectorAll('[data-radix-collection-item]').length > 0).toBe(isWide);
  vi.unstubAllGlobals();
});

it('does not take a link away under a press', async () => {
  const user = userEvent.setup();
  let address = '';
  function Here() {
    address = useLocation().pathname;
    return null;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <TopMenu {...marks} />
        <Here />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const link = screen.getByRole('link', { name: /^Отправки/ });
  await user.pointer({ keys: '[MouseLeft>]', target: link });
  // The focus has asked for the library, and it has come.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(link).toBeInTheDocument();
  await user.pointer({ keys: '[/MouseLeft]', target: link });
  expect(address).toBe('/home/shipments');
  await waitFor(() => expect(link).not.toBeInTheDocument());
});
