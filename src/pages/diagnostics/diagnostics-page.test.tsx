import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectivity } from '#offline/connection/connectivity.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { DiagnosticsPage } from './diagnostics-page.tsx';

it('says of the connection what is so now, not what was so when the page was opened', async () => {
  renderPage(<DiagnosticsPage />, '/home/diagnostics');
  const state = async () => (await screen.findByText('Состояние')).nextElementSibling;
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  await expect.poll(async () => (await state())?.textContent).toBe('online');
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
  await expect.poll(async () => (await state())?.textContent).toBe('portal');
});
