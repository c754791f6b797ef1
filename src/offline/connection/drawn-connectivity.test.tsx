import { act } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { connectivity, useConnectivity } from './connectivity.ts';

it('a connection that is proved while the page is drawn is shown, and the rest of the page is not drawn again', async () => {
  expect(connectivity.getState()).toBe('checking');
  const drawn: string[] = [];
  function State() {
    const state = useConnectivity();
    drawn.push(state);
    return <p>{state}</p>;
  }
  function Rest() {
    drawn.push('the rest');
    connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 20 });
    return null;
  }
  const container = document.createElement('div');
  const root = createRoot(container);
  const page = (
    <>
      <State />
      <Rest />
    </>
  );
  await act(async () => startTransition(() => root.render(page)));
  expect(container.textContent).toBe('online');
  expect(drawn).toEqual(['checking', 'the rest', 'online']);
  act(() => root.unmount());
});
