import { render } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import { isLoadingQuietly } from '#lib/load-quietly.ts';
import { FloatingLayer } from './floating-layer.tsx';

const loads = vi.hoisted((): boolean[] => []);
vi.mock('./keep-beside.ts', () => {
  loads.push(isLoadingQuietly());
  throw new Error('Failed to fetch dynamically imported module');
});

it('a layer whose watcher does not come stays where it was opened: the page is not loaded anew for it', async () => {
  const anchor = createRef<HTMLButtonElement>();
  const { container } = render(
    <>
      <button type="button" ref={anchor}>
        Меню
      </button>
      <FloatingLayer anchor={anchor}>Пункт</FloatingLayer>
    </>,
  );
  await vi.waitFor(() => expect(loads).toEqual([true]));
  expect(container).toHaveTextContent('Пункт');
});
