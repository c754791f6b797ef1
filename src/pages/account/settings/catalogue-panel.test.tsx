import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getCardCountersEndpoint } from '#contract/card-list.ts';
import { catalogueSwitch } from '#offline/catalogue/catalogue-switch.ts';
import { catalogueStatus } from '#offline/catalogue/catalogue-status.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { createMockFeed } from '#tests/support/catalogue/mock-feed.ts';
import { showReplica } from '#tests/support/catalogue/show-replica.ts';
import { CataloguePanel } from './catalogue-panel.tsx';

const AT_MS = Date.parse('2026-11-20T09:43:00Z');

afterEach(() => {
  act(() => {
    catalogueStatus.clear();
    connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
  });
});

function open() {
  const { user } = renderPage(<CataloguePanel />);
  return { user, panel: within(screen.getByRole('region', { name: 'Весь список карточек' })) };
}

describe('the list of cards on this device', () => {
  it('says how many cards it has, of when, and what they take', () => {
    showReplica(createMockFeed(5, 1000), AT_MS);
    const { panel } = open();
    expect(panel.getByText(/^5.карточек$/)).toBeVisible();
    expect(panel.getByText(/12:43/)).toBeVisible();
    expect(panel.getByText(/КБ$/)).toBeVisible();
    expect(panel.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('while it is filled says how far, of how many, archived ones too', async () => {
    const archived = mockCard(9, { state: 'ARCHIVED' });
    mockServer.use(...cardHandlers([...[1, 2, 3, 4, 5, 6, 7].map((id) => mockCard(id)), archived]));
    showReplica(createMockFeed(2, 1000), AT_MS, false);
    const { panel } = open();
    expect(panel.getByText('ещё не весь')).toBeVisible();
    expect(panel.getByText('Список загружается: уже 2')).toBeVisible();
    const bar = await panel.findByRole('progressbar', { name: 'Список загружается' });
    expect(bar).toHaveAttribute('aria-valuetext', '2 / 8');
    act(() => showReplica(createMockFeed(6, 1000), AT_MS, false));
    expect(bar).toHaveAttribute('aria-valuetext', '6 / 8');
  });

  it('where nobody says of how many tells the number alone, and troubles nobody', async () => {
    const asked = vi.fn();
    mockServer.use(
      mock(getCardCountersEndpoint, () => {
        asked();
        return mockError(500, { code: 'internal', detail: [] });
      }),
    );
    showReplica(createMockFeed(2, 1000), AT_MS, false);
    const { panel } = open();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    act(() => connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 1 }));
    expect(
      await panel.findByText('Продолжится, когда появится связь. Список загружается: уже 2'),
    ).toBeVisible();
    expect(panel.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.queryByText('Не удалось загрузить счётчики карточек')).not.toBeInTheDocument();
  });

  it('asks the server anew at a press, which is not offered without a connection', async () => {
    showReplica(createMockFeed(5, 1000), AT_MS);
    const { user, panel } = open();
    const refresh = vi.spyOn(catalogueStatus.source()!, 'refresh');
    await user.click(panel.getByRole('button', { name: 'Обновить список' }));
    expect(refresh).toHaveBeenCalledOnce();
    act(() => connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 1 }));
    await waitFor(() =>
      expect(panel.queryByRole('button', { name: 'Обновить список' })).not.toBeInTheDocument(),
    );
  });

  it('is switched off and on here', async () => {
    showReplica(createMockFeed(5, 1000), AT_MS);
    const { user, panel } = open();
    const choice = panel.getByRole('switch', { name: /Держать весь список карточек/ });
    expect(choice).toBeChecked();
    await user.click(choice);
    expect(catalogueSwitch.isOn()).toBe(false);
    expect(panel.queryByText(/^5.карточек$/)).not.toBeInTheDocument();
    await user.click(choice);
    expect(catalogueSwitch.isOn()).toBe(true);
    expect(panel.getByText(/^5.карточек$/)).toBeVisible();
  });

  it.each([
    ['full', 'Для списка не хватило места'],
    ['impossible', 'Браузер не даёт хранить список'],
  ] as const)('says why there is none: %s', (problem, title) => {
    catalogueStatus.clear(problem);
    const { panel } = open();
    expect(panel.getByText(title)).toBeVisible();
  });
});
