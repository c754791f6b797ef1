import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { connectivity } from '#offline/connection/connectivity.ts';
import { reloadPage } from '#offline/release/reload-page.ts';
import { SomethingWrongPage } from './something-wrong-page.tsx';

vi.mock('#offline/release/reload-page.ts', () => ({ reloadPage: vi.fn() }));

const report = (kind: 'answered' | 'portal') =>
  act(() => connectivity.report({ kind, method: 'GET', latencyMs: 1 }));

function open(isPartMissing: boolean) {
  render(<SomethingWrongPage isPartMissing={isPartMissing} />, { wrapper: MemoryRouter });
}

beforeEach(() => {
  vi.mocked(reloadPage).mockClear();
  sessionStorage.clear();
  report('answered');
});

it('a part that did not come without a connection is loaded when there is one, without a press', async () => {
  report('portal');
  open(true);
  expect(screen.getByText(/Она откроется, когда связь появится/)).toBeVisible();
  expect(reloadPage).not.toHaveBeenCalled();
  report('answered');
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
});

it('a page that was reloaded for it a moment ago is not reloaded again', async () => {
  sessionStorage.setItem('prilavok-reloaded-at', String(Date.now()));
  report('portal');
  open(true);
  report('answered');
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(reloadPage).not.toHaveBeenCalled();
});

it('a fault of the page itself is not reloaded away', async () => {
  open(false);
  report('portal');
  report('answered');
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(reloadPage).not.toHaveBeenCalled();
});
