import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { listBulkEditsEndpoint, type BulkEdit } from '#contract/bulk-edits.ts';
import { stopCardOperationEndpoint } from '#contract/card-operations.ts';
import { listCopyingsEndpoint } from '#contract/copying-history.ts';
import { listGroupMovesEndpoint } from '#contract/group-move-history.ts';
import { listCardOperationsEndpoint, type CardOperation } from '#contract/operation-history.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { copyingHandlers, mockCopying } from '#tests/mocks/copying-history.ts';
import { groupMoveHandlers, mockGroupMove } from '#tests/mocks/group-move-history.ts';
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
    expect(history.getAllByRole('button').map((button) => button.textContent)).toEqual(['Остановить']);
  });

  it('that go on are stopped, say how many have moved of how many, and can be taken back', async () => {
    const operation = mockOperation(4, { total: 1200, count: 300, canTakeBack: false });
    useHistoryOf([operation]);
    mockServer.use(
      mock(stopCardOperationEndpoint, () => {
        Object.assign(operation, { total: null, count: 350, stoppedOf: 1200, canTakeBack: true });
        return { count: 350, total: null, movedSince: 0, isDone: true, stoppedOf: 1200 };
      }),
    );
    const { user } = openHistory();
    await user.click(await screen.findByRole('button', { name: /^Остановить: В архив: 1\s200/ }));
    expect(await screen.findByText('остановлено: перенесено 350 из 1 200')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Вернуть: В архив: 350\sкарточек/ })).toBeVisible();
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

describe('copies that were made together', () => {
  it('stand among the changes, lead to the cards, and are put into the archive after a question', async () => {
    const copying = mockCopying(4, { count: 6, draftCount: 3, sentCount: 2, archivedCount: 1 });
    useHistoryOf([]);
    mockServer.use(...copyingHandlers([copying]));
    const { user } = openHistory();
    expect(await lines()).toEqual([
      expect.stringMatching(/^Цена \+5/),
      expect.stringMatching(
        /^Скопировано: 6\sкарточекчерновики 3 · отправлены в магазины 2 · в архиве 1.*15:00 · Анна/,
      ),
    ]);
    await user.click(screen.getByRole('button', { name: `Скопировано: 6${NBSP}карточек` }));
    const cards = within(await screen.findByRole('dialog', { name: `Скопировано: 6${NBSP}карточек` }));
    expect(await cards.findByRole('link', { name: 'Кружка 2' })).toHaveAttribute(
      'href',
      '/home/cards/edit?id=501',
    );
    expect(cards.getAllByRole('listitem')).toHaveLength(6);
    await user.click(cards.getByRole('button', { name: 'Закрыть' }));

    await user.click(screen.getByRole('button', { name: `В архив: Скопировано: 6${NBSP}карточек` }));
    const asked = within(await screen.findByRole('dialog', { name: `Убрать в архив 3${NBSP}копии?` }));
    expect(
      asked.getByText(/^Останутся как есть: отправлены в магазины — 2, уже в архиве — 1\. /),
    ).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Убрать в архив' }));
    expect(await screen.findByText('отправлены в магазины 2 · в архиве 4')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^В архив:/ })).not.toBeInTheDocument();
    expect(screen.getByText('В архиве: 3 копии')).toBeInTheDocument();
  });

  it('that somebody has sent meanwhile say so, and stay', async () => {
    const copying = mockCopying(4);
    useHistoryOf([]);
    mockServer.use(...copyingHandlers([copying]));
    const { user } = openHistory();
    await user.click(await screen.findByRole('button', { name: /^В архив:/ }));
    Object.assign(copying, { draftCount: 0, sentCount: 3 });
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Убрать в архив' }),
    );
    expect(await screen.findByText('Убирать нечего')).toBeVisible();
    expect(await screen.findByText('отправлены в магазины 3')).toBeVisible();
  });
});

describe('merges and splits', () => {
  const MERGED = `Объединено в склейку: 5${NBSP}карточек · Северика`;

  it('stand among the changes, lead to the cards, and are taken back after a question', async () => {
    const move = mockGroupMove(6, { canTakeBackCount: 3 });
    useHistoryOf([]);
    mockServer.use(...groupMoveHandlers([move]));
    const { user } = openHistory();
    expect((await lines())[1]).toMatch(
      /^Объединено в склейку: 5\sкарточек · Северикаперенесено · склейку изменили позже у 2.*15:00 · Анна/,
    );
    await user.click(screen.getByRole('button', { name: MERGED }));
    const cards = within(await screen.findByRole('dialog', { name: MERGED }));
    expect(await cards.findByRole('link', { name: 'Кружка 601' })).toBeVisible();
    await user.click(cards.getByRole('button', { name: 'Закрыть' }));

    await user.click(screen.getByRole('button', { name: `Вернуть: ${MERGED}` }));
    const asked = within(await screen.findByRole('dialog', { name: 'Вернуть прежние склейки?' }));
    expect(
      asked.getByText(
        '3 карточки вернутся туда, где были. Остальные (2) останутся: их склейку с тех пор изменили.',
      ),
    ).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Вернуть' }));
    const followed = within(await screen.findByRole('dialog', { name: 'Возврат прежних склеек' }));
    expect(followed.getByText(/^Перенесено в «Северика»: 3/)).toBeVisible();
    // The line tells the way back, and would not tell a way back from it.
    expect(followed.queryByRole('button', { name: 'Вернуть как было' })).not.toBeInTheDocument();
    await user.click(followed.getByRole('button', { name: 'Готово' }));
    expect(await screen.findByText(/^возвращено 3 из 5 · .*16:00, Борис$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Вернуть:/ })).not.toBeInTheDocument();
  });

  it('say how far they are, what the marketplace did not take, and why there is no way back', async () => {
    const failed = {
      state: 'FAILED' as const,
      movedCount: 0,
      createdAt: '2026-11-20T13:00:00Z',
      userName: 'Вера',
    };
    useHistoryOf([]);
    mockServer.use(
      ...groupMoveHandlers([
        mockGroupMove(9, { change: 'SPLIT', state: 'CONFIRMING', movedCount: 2, canTakeBackCount: 0 }),
        mockGroupMove(8, { state: 'PARTLY', movedCount: 4, canTakeBackCount: 0 }),
        mockGroupMove(7, { takenBack: failed }),
        mockGroupMove(6, { canTakeBackCount: 0, takenBack: { ...failed, state: 'SENDING' } }),
      ]),
    );
    openHistory();
    const history = await list();
    expect(history.getByText('Разъединено: 5 карточек · Северика')).toBeVisible();
    expect(history.getByText('переносится: 2 из 5')).toBeVisible();
    expect(history.getByText('перенесено 4 из 5, потом склейки изменили ещё раз')).toBeVisible();
    expect(history.getByText(/^вернуть не удалось · .*16:00, Вера$/)).toBeVisible();
    expect(history.getByText('возвращается: 0 из 5')).toBeVisible();
    // What was not taken back can be asked for again.
    expect(history.getAllByRole('button', { name: /^Вернуть:/ })).toHaveLength(1);
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

  it.each([
    ['moves', listCardOperationsEndpoint],
    ['copies', listCopyingsEndpoint],
    ['merges', listGroupMovesEndpoint],
  ])('of which the %s have not come says so instead of showing what is left', async (_which, endpoint) => {
    useEdits(3);
    mockServer.use(mock(endpoint, () => mockError(500)));
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
