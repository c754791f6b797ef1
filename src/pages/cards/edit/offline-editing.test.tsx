import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { createCardEndpoint } from '#contract/card-creation.ts';
import { getCardEndpoint, updateCardEndpoint } from '#contract/cards.ts';
import { listSubjectsEndpoint } from '#contract/subjects.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { deleteDatabase, userDatabaseNames } from '#offline/device/user-database.ts';
import { mockUser } from '#tests/mocks/auth.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { OutboxIndicator } from '#parts/outbox/outbox-indicator.tsx';
import { toasts } from '#ui/toast-store.ts';
import { CardEditPage } from './card-edit-page.tsx';
import { CardCreatePage } from '#pages/cards/create/card-create-page.tsx';
import { CardListPage } from '#pages/cards/list/card-list-page.tsx';
import { NEW_CARD_DRAFT_KEY, newCardDraftSchema } from '#offline/drafts/card-draft.ts';

const EDIT = '/home/cards/edit?id=1';
const NEW = '/home/cards/create?step=form';
const title = () => screen.findByRole('textbox', { name: /Наименование/ });
const page = (one: React.ReactNode) => (
  <>
    <OutboxIndicator />
    {one}
  </>
);

function goOffline() {
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
}

function goOnline() {
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
}

/** The tab goes, its memory too; the device and the session stay. */
async function reload(one: React.ReactNode, address: string) {
  cleanup();
  const rendered = renderPage(page(one), address);
  outbox.attach(rendered.queryClient);
  return rendered;
}

async function typeTitle(
  user: { clear: (e: Element) => Promise<void>; type: (e: Element, t: string) => Promise<void> },
  text: string,
) {
  await user.clear(await title());
  await user.type(await title(), text);
}

/** Every write that reached the server. */
function hearWrites() {
  const writes: unknown[] = [];
  let card = mockCard(1);
  mockServer.use(
    mock(getCardEndpoint, () => card),
    mock(updateCardEndpoint, ({ body }) => {
      writes.push(body);
      card = Object.assign(mockCard(1, { version: card.version + 1 }), body);
      return card;
    }),
    mock(createCardEndpoint, ({ body }) => {
      writes.push(body);
      return { ...mockCard(100, { state: 'DRAFT' }), ...body };
    }),
  );
  return writes;
}

beforeEach(() => {
  goOnline();
  toasts.dismissAll();
});

afterEach(async () => {
  goOnline();
  await session.endSession('logout');
  outbox.getContent();
  await Promise.all(userDatabaseNames(mockUser.id).map((name) => deleteDatabase(name)));
});

describe('without a connection', () => {
  it('an edit is «Сохранено на устройстве», survives reloads, and is written once when the connection is back', async () => {
    const writes = hearWrites();
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/^Сохранено на устройстве: отправится/)).toBeVisible();
    expect(screen.queryByText('Сохранено')).not.toBeInTheDocument();
    expect(screen.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();
    expect(screen.getByRole('button', { name: /1\sизменение ждёт отправки/ })).toBeVisible();
    expect(writes).toEqual([]);

    for (let start = 0; start < 3; start += 1) {
      await reload(<CardEditPage />, EDIT);
      await waitFor(async () => expect(await title()).toHaveValue('Чашка'));
      expect(screen.getByText('Сохранено на устройстве, ждёт отправки')).toBeVisible();
    }
    goOnline();
    await act(() => outbox.flush());
    await waitFor(() => expect(screen.queryByText(/Сохранено на устройстве/)).not.toBeInTheDocument());
    expect(writes).toEqual([{ title: 'Чашка' }]);
    expect(await title()).toHaveValue('Чашка');
  });

  it('a save on its way is stored already, so leaving asks nothing', async () => {
    let respond = () => {};
    const answered = new Promise<void>((resolve) => (respond = resolve));
    mockServer.use(
      mock(updateCardEndpoint, async ({ body }) => {
        await answered;
        return { ...mockCard(1, { version: 2 }), ...body } as ReturnType<typeof mockCard>;
      }),
    );
    const { user, router, address } = renderPage(page(<CardEditPage />), EDIT);
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено на устройстве, отправляется…');
    await act(() => router.navigate('/home/promotions'));
    expect(screen.queryByText('Уйти без сохранения?')).not.toBeInTheDocument();
    expect(address()).toBe('/home/promotions');
    respond();
    expect(await screen.findByText('Сохранено')).toBeVisible();
  });

  it('a question about leaving goes away, and the seller with it, when the save has come through', async () => {
    let respond = () => {};
    const answered = new Promise<void>((resolve) => (respond = resolve));
    mockServer.use(
      mock(updateCardEndpoint, async ({ body }) => {
        await answered;
        return { ...mockCard(1, { version: 2 }), ...body } as ReturnType<typeof mockCard>;
      }),
    );
    const { user, router, address } = renderPage(page(<CardEditPage />), `${EDIT}&tab=PRICE_AND_DISCOUNT`);
    const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
    await user.clear(price);
    await user.type(price, '5000');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await act(() => router.navigate('/home/promotions'));
    expect(await screen.findByText('Уйти без сохранения?')).toBeVisible();
    respond();
    await waitFor(() => expect(address()).toBe('/home/promotions'));
    await waitFor(() => expect(screen.queryByText('Уйти без сохранения?')).not.toBeInTheDocument());
  });

  it('the list shows the edit, and that it is only on the device', async () => {
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено на устройстве, ждёт отправки');
    cleanup();
    renderPage(page(<CardListPage />), '/home/cards');
    const row = (await screen.findByText('Чашка')).closest('tr');
    expect(within(row as HTMLElement).getByText('На устройстве')).toBeVisible();
  });

  it('subjects that were never read here are no endless wait, and can be asked for again', async () => {
    mockServer.use(mock(listSubjectsEndpoint, () => HttpResponse.error()));
    goOffline();
    const { user } = renderPage(page(<CardCreatePage />), '/home/cards/create');
    await user.click(await screen.findByRole('button', { name: 'Выбрать предмет' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Предмет' }));
    expect(await dialog.findByText(/^Предметов на этом устройстве ещё нет/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Повторить' })).toBeVisible();
  });

  it('prices cannot be changed, and say why', async () => {
    renderPage(page(<CardEditPage />), `${EDIT}&tab=PRICE_AND_DISCOUNT`);
    const price = await screen.findByRole('textbox', { name: 'Цена до скидки' });
    expect(price).toBeEnabled();
    goOffline();
    expect(price).toBeDisabled();
    expect(screen.getByText('Цены меняются только при связи')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Себестоимость' })).toBeEnabled();
  });

  it('a price typed before the connection went is not queued with the rest', async () => {
    const { user } = renderPage(page(<CardEditPage />), `${EDIT}&tab=PRICE_AND_DISCOUNT`);
    const cost = await screen.findByRole('textbox', { name: 'Себестоимость' });
    const price = screen.getByRole('textbox', { name: 'Цена до скидки' });
    await user.clear(price);
    await user.type(price, '500');
    await user.clear(cost);
    await user.type(cost, '100');
    goOffline();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Цены меняются только при связи: они не сохранены')).toBeVisible();
    await waitFor(() => expect(outbox.getContent().records).toHaveLength(1));
    expect(outbox.getContent().records[0]?.patch).toEqual({ costPriceKopecks: 100_00 });
    expect(screen.getByText('Не сохранено')).toBeVisible();
  });

  it('a new card is kept, listed, edited before it is sent, and created once', async () => {
    const writes = hearWrites();
    const { user, address } = renderPage(page(<CardCreatePage />), '/home/cards/create');
    await user.click(await screen.findByRole('button', { name: 'Выбрать предмет' }));
    await user.click(await screen.findByRole('option', { name: /Кружки/ }));
    goOffline();
    await user.type(await title(), 'Новая кружка');
    await user.type(screen.getByRole('textbox', { name: /Артикул продавца/ }), 'NEW-1');
    await user.click(screen.getByRole('button', { name: 'Сохранить на устройстве' }));
    await waitFor(() => expect(address()).toBe('/home/cards'));
    expect(writes).toEqual([]);

    await reload(<CardListPage />, '/home/cards');
    const link = await screen.findByRole('link', { name: 'Новая кружка' });
    expect(screen.getByText('На устройстве')).toBeVisible();
    const second = await reload(<CardCreatePage />, link.getAttribute('href') ?? '');
    await waitFor(async () => expect(await title()).toHaveValue('Новая кружка'));
    await typeTitle(second.user, 'Кружка лучше');
    // Nobody sells by a price of a draft that does not exist yet.
    await second.user.type(await screen.findByRole('textbox', { name: 'Цена до скидки' }), '500');
    await second.user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(outbox.getContent().records[0]?.patch['title']).toBe('Кружка лучше'));
    goOnline();
    await act(() => outbox.flush());
    expect(writes).toMatchObject([{ title: 'Кружка лучше', vendorCode: 'NEW-1', priceKopecks: 500_00 }]);
    expect(outbox.getContent().records).toEqual([]);
  });

  it('what is refused later waits in the list, where it can be given up', async () => {
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено на устройстве, ждёт отправки');
    mockServer.use(mock(updateCardEndpoint, () => mockError(404, { detail: ['Карточка не найдена'] })));
    goOnline();
    await act(() => outbox.flush());
    await user.click(await screen.findByRole('button', { name: /1\sизменение требует решения/ }));
    const list = within(await screen.findByRole('dialog', { name: 'Ждут отправки' }));
    expect(list.getByText('Карточки больше нет: её удалили в другом месте')).toBeVisible();
    expect(list.getByRole('button', { name: 'Создать заново' })).toBeVisible();
    // The card's own screen said it already, and nothing here can be sent as it is.
    expect(toasts.getSnapshot().map(({ type }) => type)).not.toContain('error');
    expect(list.queryByRole('button', { name: 'Отправить сейчас' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Удалить' }));
    const sure = within(await screen.findByRole('dialog', { name: 'Удалить изменение?' }));
    await user.click(sure.getByRole('button', { name: 'Удалить' }));
    expect(await list.findByText('Всё отправлено')).toBeVisible();
  });

  it('a card that is gone is made anew as the device knows it, not of the changed fields alone', async () => {
    const { user, address } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено на устройстве, ждёт отправки');
    mockServer.use(mock(updateCardEndpoint, () => mockError(404, { detail: ['Карточка не найдена'] })));
    goOnline();
    await act(() => outbox.flush());
    await user.click(await screen.findByRole('button', { name: /1\sизменение требует решения/ }));
    const list = within(await screen.findByRole('dialog', { name: 'Ждут отправки' }));
    await user.click(list.getByRole('button', { name: 'Создать заново' }));
    await waitFor(() => expect(address()).toBe('/home/cards/create'));
    const draft = await userDrafts()?.read(NEW_CARD_DRAFT_KEY, newCardDraftSchema);
    const { vendorCode, description, dimensions, subjectName } = mockCard(1);
    expect(draft?.value).toMatchObject({
      content: { title: 'Чашка', vendorCode, description, dimensions },
      subjectName,
    });
    expect(outbox.getContent().records).toEqual([]);
  });
});

describe('a lost answer', () => {
  it('is no second write, and never called saved before the server says so', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (keys.length === 1) return HttpResponse.error();
        return Object.assign(mockCard(1, { version: 2 }), body);
      }),
    );
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await typeTitle(user, 'Чашка');
    await user.dblClick(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/^Сохранено на устройстве: отправится/)).toBeVisible();
    expect(screen.queryByText('Сохранено')).not.toBeInTheDocument();
    goOnline();
    await act(() => outbox.flush());
    await waitFor(() => expect(outbox.getContent().records).toEqual([]));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

describe('drafts', () => {
  it('what was typed and not saved is offered after a reload, with its time', async () => {
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await typeTitle(user, 'Не сохранил');
    window.dispatchEvent(new Event('pagehide'));
    const second = await reload(<CardEditPage />, EDIT);
    expect(await screen.findByText(/^Черновик от \d\d:\d\d$/)).toBeVisible();
    expect(await title()).toHaveValue('Кружка керамическая 1');
    await second.user.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(await title()).toHaveValue('Не сохранил');
    expect(screen.getByText('Не сохранено')).toBeVisible();
  });

  it('of a new card name the subject that was chosen in the form', async () => {
    mockServer.use(mock(listSubjectsEndpoint, () => [{ id: 813, name: 'Чашки', parentName: 'Посуда' }]));
    const { user } = renderPage(page(<CardCreatePage />), NEW);
    await user.click(await screen.findByRole('button', { name: 'Предмет: выберите предмет' }));
    await user.click(await screen.findByRole('option', { name: /^Чашки/ }));
    expect(await screen.findByRole('button', { name: 'Предмет: Чашки' })).toBeVisible();
    window.dispatchEvent(new Event('pagehide'));
    const second = await reload(<CardCreatePage />, NEW);
    await second.user.click(await screen.findByRole('button', { name: 'Восстановить' }));
    expect(await screen.findByRole('button', { name: 'Предмет: Чашки' })).toBeVisible();
  });

  it('that name another subject by its number alone do not call it by the card’s', async () => {
    mockServer.use(
      mock(listSubjectsEndpoint, () => [{ id: 813, name: 'Чашки', parentName: 'Посуда' }]),
      mock(getCardEndpoint, () => mockCard(1, { nmId: null, shopIds: [], state: 'DRAFT' })),
    );
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await user.click(await screen.findByRole('button', { name: 'Предмет: Кружки' }));
    await user.click(await screen.findByRole('option', { name: /^Чашки/ }));
    window.dispatchEvent(new Event('pagehide'));
    const second = await reload(<CardEditPage />, EDIT);
    await second.user.click(await screen.findByRole('button', { name: 'Восстановить' }));
    expect(await screen.findByRole('button', { name: 'Предмет: Другой предмет' })).toBeVisible();
  });
});

describe('on a foreign device', () => {
  async function signInAsOnForeignDevice({ isExpired = false } = {}) {
    const { accessToken, refreshToken, user } = session.getSession();
    if (isExpired) await act(() => session.endSession('expired'));
    act(() =>
      session.startSession(
        { access: accessToken ?? '', refresh: refreshToken ?? '', user: user ?? mockUser },
        { isForeignDevice: true },
      ),
    );
  }

  it('what an earlier session left unsent here is shown and sent, and nothing overtakes it', async () => {
    const writes = hearWrites();
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(outbox.getContent().records).toHaveLength(1));
    await signInAsOnForeignDevice({ isExpired: true });
    await waitFor(() => expect(outbox.getContent().records).toHaveLength(1));
    mockServer.use(mock(updateCardEndpoint, () => mockError(400, { detail: ['Так нельзя'] })));
    goOnline();
    await act(() => outbox.flush());
    expect(outbox.getContent().records).toMatchObject([{ state: 'rejected' }]);
    const edit = outbox.enqueue({
      entity: 'card',
      entityId: 1,
      kind: 'update',
      title: '',
      baseVersion: 1,
      patch: { brand: 'Новый' },
      base: {},
    });
    await expect(edit).rejects.toThrow('Здесь ждёт ваша прежняя правка: сначала отправьте или удалите её');
    const [left] = outbox.getContent().records;
    mockServer.use(mock(updateCardEndpoint, ({ body }) => (writes.push(body), mockCard(1, { version: 2 }))));
    await act(() => outbox.retry(left?.id ?? ''));
    expect(writes).toEqual([{ title: 'Чашка' }]);
    expect(outbox.getContent().records).toEqual([]);
  });

  it('nothing is kept: saving needs the connection, and says so', async () => {
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    await signInAsOnForeignDevice();
    goOffline();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Это чужой компьютер: сохранить можно только при связи')).toBeVisible();
    expect(screen.getByText('Не сохранено')).toBeVisible();
    expect(outbox.getContent().records).toEqual([]);
  });

  it('what somebody else changed too is asked about in the form: there is nowhere for it to wait', async () => {
    const theirs = mockCard(1, { version: 5, title: 'Пиала', updatedBy: 'Второй' });
    const sent: unknown[] = [];
    mockServer.use(
      mock(updateCardEndpoint, ({ body, request }) => {
        if (request.headers.get('if-match') !== '"v5"') {
          return mockError(412, { code: 'version_conflict', detail: ['Карточку изменили'], current: theirs });
        }
        sent.push(body);
        return Object.assign({ ...theirs, version: 6 }, body);
      }),
    );
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    await signInAsOnForeignDevice();
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/Второй/)).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: /Моя правка/ }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить выбранное' }));
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(sent).toEqual([{ title: 'Чашка' }]);
    expect(await title()).toHaveValue('Чашка');
  });

  it('what the server refuses stays in the form as not saved, and the next save does not wait behind it', async () => {
    const { user } = renderPage(page(<CardEditPage />), EDIT);
    await title();
    await signInAsOnForeignDevice();
    mockServer.use(mock(updateCardEndpoint, () => mockError(403, { detail: ['Нет права менять карточки'] })));
    await typeTitle(user, 'Чашка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Нет права менять карточки')).toBeVisible();
    expect(screen.getByText('Не сохранено')).toBeVisible();
    const writes = hearWrites();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Сохранено')).toBeVisible();
    expect(writes).toEqual([{ title: 'Чашка' }]);
  });
});
