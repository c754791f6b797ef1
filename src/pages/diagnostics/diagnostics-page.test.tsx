import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { api } from '#api/api.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { watchFaults } from '#offline/device/fault-log.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { DiagnosticsPage } from './diagnostics-page.tsx';

it('says of the connection what is so now, not what was so when the page was opened', async () => {
  renderPage(<DiagnosticsPage />, '/home/diagnostics');
  const state = async () => (await screen.findByText('Состояние')).nextElementSibling;
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  await expect.poll(async () => (await state())?.textContent).toBe('есть');
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
  await expect.poll(async () => (await state())?.textContent).toBe('сеть просит войти');
});

it('follows the calls: with those of its own start it said for ever that there were none', async () => {
  watchFaults();
  renderPage(<DiagnosticsPage />, '/home/diagnostics');
  expect(await screen.findByText('В этой вкладке обращений ещё не было')).toBeVisible();
  await act(async () => void (await api.call(getProfileEndpoint)));
  const calls = within(await screen.findByRole('table', { name: 'Последние обращения к серверу' }));
  expect(calls.getByRole('cell', { name: 'ответ' })).toBeVisible();
});

it('says in words what waits and why it was refused', async () => {
  mockServer.use(mock(changeSettingsEndpoint, () => mockError(400, { detail: ['Нельзя'] })));
  renderPage(<DiagnosticsPage />, '/home/diagnostics');
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  await act(
    async () =>
      void (await outbox.enqueue({
        entity: 'settings',
        entityId: 0,
        kind: 'update',
        title: 'Настройки',
        baseVersion: 1,
        patch: { defaultDiscount: 20 },
        base: { defaultDiscount: 30 },
      })),
  );
  const waiting = within(await screen.findByRole('table', { name: 'Изменения, которые ждут отправки' }));
  const cells = waiting.getAllByRole('cell').map((cell) => cell.textContent);
  expect(cells.slice(1)).toEqual([
    'изменить: настройки 0',
    'Скидка для новых карточек',
    'не принято',
    '0',
    'отказ 400',
  ]);
});
