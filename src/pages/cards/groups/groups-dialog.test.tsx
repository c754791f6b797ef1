import { act, screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import {
  getGroupMoveEndpoint,
  listGroupsOfCardEndpoint,
  moveCardGroupsEndpoint,
  previewCardGroupsEndpoint,
  undoGroupMoveEndpoint,
  type GroupedCard,
  type GroupMove,
  type GroupsPreview,
} from '#contract/card-groups.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { GroupsDialog } from './groups-dialog.tsx';
import { GroupsPanel } from './groups-panel.tsx';

const card = (cardId: number): GroupedCard => ({
  cardId,
  nmId: 1000 + cardId,
  vendorCode: `K-${cardId}`,
  title: `Кружка ${cardId}`,
  photo: null,
  colour: 'синий',
});
const preview: GroupsPreview = {
  shops: [{ shopId: 1, shopName: 'Северика', cardCount: 2 }],
  shopId: 1,
  before: [
    { imtId: 5, cards: [card(1), card(2)] },
    { imtId: 6, cards: [card(3)] },
  ],
  after: [{ imtId: 5, cards: [card(1), card(2), card(3)] }],
  movedIds: [3],
  refused: [{ cardId: 9, vendorCode: 'BED', reason: 'Другой предмет' }],
  refusal: null,
  seen: 'as-seen',
};
const move = (changes: Partial<GroupMove> = {}): GroupMove => ({
  id: 7,
  change: 'MERGE',
  state: 'DONE',
  shopId: 1,
  shopName: 'Северика',
  cardCount: 1,
  movedCount: 1,
  errors: [],
  canUndo: true,
  createdAt: '2026-11-20T12:00:00Z',
  ...changes,
});

function open(changes: Partial<GroupsPreview> = {}) {
  mockServer.use(mock(previewCardGroupsEndpoint, () => ({ ...preview, ...changes })));
  const onClose = vi.fn<() => void>();
  return {
    onClose,
    ...renderPage(<GroupsDialog selection={{ ids: [1, 3] }} change="MERGE" onClose={onClose} />),
  };
}

describe('the dialog of groups', () => {
  it('shows the groups before and after, does what was seen, and takes it back', async () => {
    const asked: unknown[] = [];
    mockServer.use(
      mock(moveCardGroupsEndpoint, ({ body }) => {
        asked.push(body);
        return move();
      }),
      mock(undoGroupMoveEndpoint, () => move({ id: 8, change: 'UNDO', canUndo: false })),
      mock(getGroupMoveEndpoint, ({ params }) =>
        move(params.id === 8 ? { id: 8, change: 'UNDO', canUndo: false } : {}),
      ),
    );
    const { user } = open();
    const after = within(await screen.findByRole('region', { name: 'Станет' }));
    expect(after.getByText(/Склейка, 3.карточки/)).toBeVisible();
    expect(after.getAllByText('переносится')).toHaveLength(1);
    expect(screen.getByRole('region', { name: 'Не изменятся' })).toHaveTextContent(/BED\s*Другой предмет/);
    await user.click(screen.getByRole('button', { name: 'Объединить' }));
    expect(await screen.findByText(/Перенесено в «Северика»/)).toBeVisible();
    expect(asked).toEqual([{ selection: { ids: [1, 3] }, change: 'MERGE', shopId: 1, seen: 'as-seen' }]);
    await user.click(screen.getByRole('button', { name: 'Вернуть как было' }));
    expect(await screen.findByRole('dialog', { name: 'Возврат прежних склеек' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Вернуть как было' })).not.toBeInTheDocument();
  });

  it('follows what was begun when its answer was lost and it is pressed again', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(moveCardGroupsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : move();
      }),
      mock(getGroupMoveEndpoint, () => move()),
    );
    const { user } = open();
    await screen.findByRole('region', { name: 'Станет' });
    await user.click(screen.getByRole('button', { name: 'Объединить' }));
    expect(await screen.findByText(/^Ответ сервера не пришёл\. Нажмите ещё раз/)).toBeVisible();
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    await user.click(screen.getByRole('button', { name: 'Объединить' }));
    expect(await screen.findByText(/Перенесено в «Северика»/)).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
  });

  it('follows its way back when the answer to that was lost and it is pressed again', async () => {
    const keys: (string | null)[] = [];
    const back = move({ id: 8, change: 'UNDO', canUndo: false });
    mockServer.use(
      mock(moveCardGroupsEndpoint, () => move()),
      mock(undoGroupMoveEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : back;
      }),
      mock(getGroupMoveEndpoint, ({ params }) => (params.id === 8 ? back : move())),
    );
    const { user } = open();
    await screen.findByRole('region', { name: 'Станет' });
    await user.click(screen.getByRole('button', { name: 'Объединить' }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть как было' }));
    expect(await screen.findByText(/^Ответ сервера не пришёл\. Нажмите ещё раз/)).toBeVisible();
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
    await user.click(screen.getByRole('button', { name: 'Вернуть как было' }));
    expect(await screen.findByRole('dialog', { name: 'Возврат прежних склеек' })).toBeVisible();
    expect(keys[0]).toBe(keys[1]);
  });

  it('says what Wildberries may refuse, and lets it be done all the same', async () => {
    const warnings = ['K-1, K-3: не отличаются ни одной характеристикой'];
    open({ warnings });
    const notice = (await screen.findByText('Wildberries может не объединить')).parentElement;
    expect(notice).toHaveTextContent('K-1, K-3: не отличаются ни одной характеристикой');
    expect(screen.getByRole('button', { name: 'Объединить' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('says why nothing can be done', async () => {
    open({ before: [], after: [], movedIds: [], refusal: 'Эти карточки уже в одной склейке' });
    await screen.findByRole('region', { name: 'Не изменятся' });
    expect(screen.getByRole('button', { name: 'Объединить' })).toHaveAccessibleDescription(
      'Эти карточки уже в одной склейке',
    );
  });

  it('needs the connection', async () => {
    open();
    await screen.findByRole('region', { name: 'Станет' });
    act(() => {
      connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
      connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
    });
    expect(screen.getByRole('button', { name: 'Объединить' })).toHaveAccessibleDescription(/нужна связь/);
    act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  });
});

it('the panel of a card names the others of its group, and leads to them', async () => {
  mockServer.use(
    mock(previewCardGroupsEndpoint, () => preview),
    mock(listGroupsOfCardEndpoint, () => [
      { shopId: 1, shopName: 'Северика', group: { imtId: 5, cards: [card(1), card(2)] }, moveId: null },
    ]),
  );
  const { user } = renderPage(<GroupsPanel cardId={1} />);
  expect(await screen.findByRole('link', { name: 'Кружка 2' })).toHaveAttribute(
    'href',
    '/home/cards/edit?id=2',
  );
  expect(screen.queryByText('Кружка 1')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Убрать из склейки/ }));
  expect(await screen.findByRole('dialog', { name: 'Разъединить склейку' })).toBeVisible();
});
