import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';

/**
 * The top menu with its library, which takes the place of the menu that stands there first: an entry found before that
 * may be gone when a test presses it. A person presses what is there.
 */
export async function liveMenu() {
  const button = () => screen.getByRole('button', { name: /^Аккаунт/ });
  await waitFor(() => expect(button()).toHaveAttribute('data-radix-collection-item'));
  return within(screen.getByRole('navigation', { name: 'Главное меню' }));
}
