import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

it('are links with counters, of which the current one is marked; an unknown count is no zero', () => {
  render(
    <MemoryRouter>
      <Tabs
        label="Состояние"
        items={[
          { key: 'all', label: 'Все', to: '/home/cards', isCurrent: true, count: 10_248 },
          {
            key: 'errors',
            label: 'Есть ошибки',
            to: '/home/cards?tab=errors',
            isCurrent: false,
            count: 0,
            tone: 'red',
          },
          {
            key: 'archive',
            label: 'Архив',
            to: '/home/cards?tab=archive',
            isCurrent: false,
            count: undefined,
          },
          {
            key: 'analytics',
            label: 'Аналитика',
            to: '/home/cards?tab=a',
            isCurrent: false,
            note: 'нет токена',
          },
        ]}
      />
    </MemoryRouter>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual([
    'Все10\u00a0248',
    'Есть ошибки0',
    'Архив',
    'Аналитиканет токена',
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null, null]);
  expect(links[1]?.getAttribute('href')).toBe('/home/cards?tab=errors');
});
