import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listBulkEditsEndpoint, type BulkEdit } from '#contract/bulk-edits.ts';
import { listCardOperationsEndpoint, type CardOperation } from '#contract/operation-history.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockOperation, operationHandlers } from '#tests/mocks/operation-history.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/history';
const NBSP = '\u00a0';

const openHistory = () => renderApp(PAGE);
const list = async () => within(await screen.findByRole('list', { name: 'Изменения' }));
const lines = async () => (await list()).getAllByRole('listitem').map((line) => line.textContent);

/** One edit, applied at 15:05, beside these moves. */
function useHistoryOf(operations: CardOperation[], options?: { movedSince?: number; partLength?: number }) {
  mockServer.use(
    ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })], {
      state: 'APPLIED',
      appliedAt: '2026-11-20T12:05:00Z',
    }),
    ...operationHandlers(operations, options),
  );
}

describe('moves of many cards', () => {
  it('stand among the changes by time, each with who, when and what', async () => {
    useHistoryOf([
      mockOperation(3, { createdAt: '2026-11-20T12:06:00Z', isArchived: false, count: 1, userName: 'Борис' }),
      mockOperation(2, { createdAt: '2026-11-20T12:04:00Z', count: 1200 }),
    ]);
    openHistory();
    expect(await lines()).toEqual([
      expect.stringMatching(/^Из архива: 1\sкарточка.*15:06 · Борис/),
      expect.stringMatching(/^Цена \+5.*15:05 · Анна/),
      expect.stringMatching(/^В архив: 1\s200\sкарточек.*15:04 · Анна/),
    ]);
  });

  it('are taken back after a question, and say what has come back', async () => {
    useHistoryOf([mockOperation(2)], { movedSince: 2 });
    const { user } = openHistory();
    await user.click(await screen.findByRole('button', { name: `Вернуть: В архив: 120${NBSP}карточек` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Вернуть карточки из архива?' }));
    await user.click(dialog.getByRole('button', { name: 'Вернуть' }));
    expect(
      await (await list()).findByText(/^возвращено 118 · перенесены позже 2 · .*16:00, Борис$/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Вернуть:/ })).not.toBeInTheDocument();
    expect(
      screen.getByText('Возвращено из архива: 118 карточек · остались на месте, их перенесли позже: 2'),
    ).toBeInTheDocument();
  });

  it('stay where they are when the question is declined', async () => {
    const operation = mockOperation(2, { isArchived: false });
    useHistoryOf([operation]);
    const { user } = openHistory();
    await user.click(await screen.findByRole('button', { name: /^Вернуть: Из архива/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Вернуть карточки в архив?' }));
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(operation.takenBack).toBeNull();
  });

  it('that somebody else has taken back meanwhile say so', async () => {
    const operation = mockOperation(2);
    useHistoryOf([operation]);
    const { user } = openHistory();
    await user.click(await screen.findByRole('button', { name: /^Вернуть:/ }));
    operation.canTakeBack = false;
    operation.takenBack = {
      count: 120,
      movedSince: 0,
      isDone: true,
      createdAt: '2026-11-20T13:00:00Z',
      userName: 'Вера',
    };
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByText('Это действие уже отменено')).toBeVisible();
    expect(await screen.findByText(/^возвращено 120 · .*Вера$/)).toBeVisible();
  });

  it('that go on say how far they are, and those that cannot be taken back why', async () => {
    useHistoryOf([
      mockOperation(4, { total: 1200, count: 300, canTakeBack: false }),
      mockOperation(3, { canTakeBack: false }),
    ]);
    openHistory();
    const history = await list();
    expect(history.getByText('В архив: 1 200 карточек')).toBeVisible();
    expect(history.getByText('переносится: 300 из 1 200')).toBeVisible();
    expect(history.getByText('перенесено, потом всё перенесли ещё раз')).toBeVisible();
    expect(history.queryByRole('button')).not.toBeInTheDocument();
  });

  it('are followed while they go on', async () => {
    const operation = mockOperation(4, { total: 1200, count: 300, canTakeBack: false });
    useHistoryOf([operation]);
    openHistory();
    expect(await screen.findByText('переносится: 300 из 1 200')).toBeVisible();
    Object.assign(operation, { total: null, count: 1200, canTakeBack: true });
    expect(await screen.findByRole('button', { name: /^Вернуть:/ }, { timeout: 10_000 })).toBeVisible();
  });
});

describe('a long history', () => {
  /** An edit each hour back from noon, in parts of two. */
  function useEdits(count: number) {
    mockServer.use(
      mock(listBulkEditsEndpoint, ({ query }) => {
        const offset = query.offset ?? 0;
        const results = Array.from({ length: count }, (_, n): BulkEdit => ({
          ...editOf(count - n),
          appliedAt: new Date(Date.UTC(2026, 10, 20, 12 - n)).toISOString(),
        })).slice(offset, offset + 50);
        const next = offset + 50 < count ? `/api/cards/bulk-edits/?offset=${offset + 50}` : null;
        return { count, next, previous: null, results };
      }),
    );
  }

  it('is read to its end, without holes and out of order nowhere', async () => {
    useEdits(60);
    mockServer.use(
      ...operationHandlers(
        [11, 7, 1, -30, -70].map((hour) =>
          mockOperation(200 + hour, {
            createdAt: new Date(Date.UTC(2026, 10, 20, hour, 30)).toISOString(),
            count: 300 + hour,
          }),
        ),
        { partLength: 2 },
      ),
    );
    const { user } = openHistory();
    // The second part of the moves may begin right after 07:30: nothing older is shown before it is read.
    expect(await lines()).toHaveLength(7);
    let shown = await lines();
    for (;;) {
      const more = screen.queryByRole('button', { name: 'Показать ещё' });
      if (!more) break;
      await user.click(more);
      const before = shown;
      await waitFor(async () => expect((await lines()).length).toBeGreaterThan(before.length));
      shown = await lines();
      expect(shown.slice(0, before.length)).toEqual(before);
    }
    expect(shown).toHaveLength(65);
    const moves = shown.flatMap((line, n) => (line.startsWith('В архив') ? [n] : []));
    expect(moves).toEqual([1, 6, 13, 45, 64]);
  });

  it('of which a part has not come says so instead of showing what is left', async () => {
    useEdits(3);
    mockServer.use(mock(listCardOperationsEndpoint, () => mockError(500)));
    openHistory();
    expect(await screen.findByRole('button', { name: 'Повторить' })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Изменения' })).not.toBeInTheDocument();
  });
});

function editOf(id: number): BulkEdit {
  return {
    id,
    state: 'APPLIED',
    change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
    cardTotal: 1,
    preparedCount: 1,
    counts: { ready: 0, leftOut: 0, refused: 0, applied: 1, changedSince: 0, rolledBack: 0, kept: 0 },
    warnedCount: 0,
    createdAt: '2026-11-20T09:00:00Z',
    appliedAt: null,
    userName: 'Анна',
  };
}
