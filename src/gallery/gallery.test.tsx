import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '#tests/setup/render-app.tsx';
import { families } from './families.ts';

const modules = import.meta.glob<Record<string, unknown>>(['../ui/*.tsx', '!../ui/*.test.tsx'], {
  eager: true,
});
const components = Object.values(modules).flatMap((exports) =>
  Object.entries(exports).flatMap(([name, value]) =>
    typeof value === 'function' && /^[A-Z]/.test(name) ? [name] : [],
  ),
);
const specimens = families.flatMap((family) => family.specimens.map((specimen) => ({ family, specimen })));

describe('the gallery', () => {
  it('names every component of src/ui, each once, and nothing else', () => {
    expect(components.length).toBeGreaterThan(50);
    expect(specimens.flatMap(({ specimen }) => specimen.names).sort()).toEqual(components.sort());
  });

  it('opens without signing in', async () => {
    renderApp('/ui?theme=dark&family=fields', { user: null });
    expect(await screen.findByTitle('Тёмная тема')).toHaveAttribute('src', '/ui/fields/dark');
    expect(screen.queryByTitle('Светлая тема')).not.toBeInTheDocument();
  });

  it('keeps what is chosen in the address', async () => {
    const { user, address } = renderApp('/ui?family=fields', { user: null });
    await user.click(await screen.findByRole('radio', { name: '320' }));
    await user.click(screen.getByRole('radio', { name: 'Светлая' }));
    await user.click(screen.getByRole('link', { name: 'Графики' }));
    expect(address()).toBe('/ui?family=charts&width=320&theme=light');
    expect(screen.getByTitle('Светлая тема')).toHaveAttribute('src', '/ui/charts/light');
  });
});

// The console is watched (tests/setup/quiet-console.ts): a warning of React fails the test.
describe.each(families)('the family «$title»', ({ key, title, specimens }) => {
  it('is drawn, in the theme of its address', async () => {
    renderApp(`/ui/${key}/dark`, { user: null });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    for (const { names } of specimens)
      expect(screen.getByRole('heading', { name: names.join(', ') })).toBeVisible();
  });

  it('opens what it opens', async () => {
    const { user } = renderApp(`/ui/${key}/light`, { user: null });
    const main = await screen.findByRole('main');
    await within(main).findByRole('heading', { name: title });
    for (const button of main.querySelectorAll('button')) {
      const name = button.getAttribute('aria-label') ?? button.textContent;
      if (!name?.startsWith('Открыть')) continue;
      const before = document.body.innerHTML;
      await user.click(button);
      expect(document.body.innerHTML === before, name).toBe(false);
      await user.keyboard('{Escape}');
    }
  });
});
