import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  createBulkEditEndpoint,
  leaveOutFoundRowsEndpoint,
  rollBackBulkEditEndpoint,
  type BulkEdit,
} from '#contract/bulk-edits.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const NBSP = '\u00a0';

/** Of so many cards, none of which has had its turn. */
const waitingEdit = (count: number): BulkEdit => ({
  id: 7,
  state: 'READY',
  change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
  cardTotal: count,
  preparedCount: count,
  counts: { ready: count, leftOut: 0, refused: 0, applied: 0, changedSince: 0, rolledBack: 0, kept: 0 },
  warnedCount: 0,
  createdAt: '2026-11-20T12:00:00Z',
  appliedAt: null,
  userName: 'Анна',
});

it('a row that is taken out by the keyboard hands it on: to the same button of the next one', async () => {
  mockServer.use(...bulkEditHandlers([mockBulkRow(1), mockBulkRow(2), mockBulkRow(3)]));
  const { user } = renderApp(PAGE);
  const rowOf = (id: number) => screen.findByRole('row', { name: new RegExp(`Кружка керамическая ${id}`) });
  const takeOut = async (id: number) => within(await rowOf(id)).getByRole('button', { name: 'Убрать' });
  (await takeOut(2)).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('row', { name: /Кружка керамическая 2/ })).toBeNull());
  expect(await takeOut(3)).toHaveFocus();
});

it('what has the focus when the edit is applied goes, and the page has it, not nothing', async () => {
  mockServer.use(...bulkEditHandlers([mockBulkRow(1), mockBulkRow(2)]));
  const { user } = renderApp(PAGE);
  (await screen.findByRole('button', { name: /^Применить к 2/ })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Применить к/ })).toBeNull());
  expect(screen.getByRole('main')).toHaveFocus();
});

describe('cards that were left as they are', () => {
  const refused = {
    after: {},
    state: 'REFUSED' as const,
    refusal: 'Не указана цена: изменять нечего',
    mend: { advice: 'Укажите цену в карточке', field: 'priceKopecks' },
  };
  const tooMuch = {
    ...refused,
    refusal: 'Цена вышла бы 200 000 000 ₽: это слишком много',
    mend: { advice: 'Возьмите число меньше', field: null },
  };
  const applied = { state: 'APPLIED' as const, appliedAt: '2026-11-20T12:05:00Z' };

  /** Of a new edit, what it was asked for by. */
  function askedFor() {
    const asked: unknown[] = [];
    mockServer.use(
      mock(createBulkEditEndpoint, ({ body }) => {
        asked.push(body);
        return mockError(400);
      }),
    );
    return asked;
  }

  it('say why and what to do, lead to the field where it is mended, and are looked at anew', async () => {
    mockServer.use(...bulkEditHandlers([mockBulkRow(1), mockBulkRow(2, refused), mockBulkRow(3, tooMuch)]));
    const asked = askedFor();
    const { user } = renderApp(`${PAGE}&tab=refused`);
    const row = within(await screen.findByRole('row', { name: /Кружка керамическая 2/ }));
    expect(row.getByText('Не указана цена: изменять нечего')).toBeVisible();
    expect(row.getByText('Укажите цену в карточке')).toBeVisible();
    expect(row.getByRole('link', { name: 'Исправить' })).toHaveAttribute(
      'href',
      '/home/cards/edit?id=2&field=priceKopecks',
    );
    const other = within(screen.getByRole('row', { name: /Кружка керамическая 3/ }));
    expect(other.getByText('Возьмите число меньше')).toBeVisible();
    expect(other.queryByRole('link', { name: 'Исправить' })).not.toBeInTheDocument();
    expect(screen.getByText(/^Посмотрим ещё раз на 2/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Подготовить заново' }));
    await waitFor(() =>
      expect(asked).toEqual([
        {
          selection: { bulkEdit: 7, only: 'REFUSED' },
          change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
        },
      ]),
    );
  });

  it('because others have changed them are looked at anew, those that a rollback has spared are not', async () => {
    mockServer.use(
      ...bulkEditHandlers(
        [mockBulkRow(1, { state: 'CHANGED_SINCE' }), mockBulkRow(2, { state: 'KEPT' })],
        applied,
      ),
    );
    const asked = askedFor();
    const { user } = renderApp(`${PAGE}&tab=changed`);
    const spared = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(spared).toHaveTextContent('Подготовьте заново, чтобы увидеть, что выйдет теперь');
    expect(screen.getByRole('row', { name: /Кружка керамическая 2/ })).toHaveTextContent(
      'Прежнее значение, если оно нужно, верните в карточке',
    );
    expect(screen.getByText(/^Посмотрим ещё раз на 1/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Подготовить заново' }));
    await waitFor(() => expect(asked).toMatchObject([{ selection: { bulkEdit: 7, only: 'CHANGED_SINCE' } }]));
  });

  it('that went back in part say what was left, why, and what has gone back', async () => {
    const inPart = {
      state: 'KEPT' as const,
      refusal: 'Наименование: изменено позже, оставлено',
      mend: { advice: 'Вернулось: цена. Прежнее значение остального верните в карточке', field: null },
    };
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, inPart), mockBulkRow(2, { ...inPart, mend: null })], applied),
    );
    renderApp(`${PAGE}&tab=changed`);
    const row = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(within(row).getByText('Наименование: изменено позже, оставлено')).toBeVisible();
    expect(within(row).getByText(/^Вернулось: цена\./)).toBeVisible();
    expect(row).not.toHaveTextContent('не тронул');
    expect(within(row).queryByRole('button')).not.toBeInTheDocument();
    // Of the other nothing has gone back.
    const other = screen.getByRole('row', { name: /Кружка керамическая 2/ });
    expect(within(other).getByText('Прежнее значение, если оно нужно, верните в карточке')).toBeVisible();
    expect(screen.getByText('Откат оставил чужие правки: у 2 карточек')).toBeVisible();
    expect(screen.getByText(/^Применено.*, потом откачено не всё/)).toBeVisible();
    expect(screen.queryByText(/^Не тронуто/)).not.toBeInTheDocument();
  });

  it('that went back in part are one card in words, beside one that was not applied', async () => {
    mockServer.use(
      ...bulkEditHandlers(
        [mockBulkRow(1, { state: 'KEPT' }), mockBulkRow(2, { state: 'CHANGED_SINCE' })],
        applied,
      ),
    );
    renderApp(`${PAGE}&tab=changed`);
    expect(await screen.findByText('Откат оставил чужие правки: у 1 карточки')).toBeVisible();
    expect(screen.getByText(/^Она на вкладке «Изменены позже»/)).toBeVisible();
    expect(screen.getByText('Не тронуто: 1 карточка')).toBeVisible();
    // Nothing is known of its fields: it was spared before they went back by themselves, or is gone.
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'Откат её не тронул. Прежнее значение, если оно нужно, верните в карточке',
    );
  });

  it('of a table are named as the table’s: nobody else knows what they were to have', async () => {
    const change = { kind: 'TABLE' as const, fields: ['priceKopecks' as const] };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, refused)], { change }));
    renderApp(PAGE);
    expect(await screen.findByText(/поправьте их строки и вставьте таблицу ещё раз/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Подготовить заново' })).not.toBeInTheDocument();
  });
});

describe('rows of an edit', () => {
  const threeRows = () => [
    mockBulkRow(1),
    mockBulkRow(2, { title: 'Тарелка', warnings: ['LOSS'] }),
    mockBulkRow(3, { title: 'Тарелка' }),
  ];
  const applyButton = (count: string) => screen.findByRole('button', { name: `Применить к ${count}` });

  it('are searched on the server, the search is in the address, and nothing found is said', async () => {
    mockServer.use(...bulkEditHandlers(threeRows()));
    const { user, address } = renderApp(PAGE);
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toBeVisible();
    const search = screen.getByRole('searchbox', { name: 'Поиск в изменении' });
    await user.click(search);
    await user.paste('тарелка');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Кружка керамическая 1/ })).toBeNull());
    expect(address()).toBe(`${PAGE}&q=${encodeURIComponent('тарелка')}`);
    expect(screen.getAllByRole('row', { name: /Тарелка/ })).toHaveLength(2);
    // The other tab is looked at through the same search.
    await user.click(screen.getByRole('link', { name: /^С замечаниями/ }));
    expect(await screen.findByRole('button', { name: 'Убрать найденные 1' })).toBeVisible();
    await user.clear(search);
    await user.paste('вилка');
    expect(await screen.findByText('На вкладке «С замечаниями» нет таких карточек.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Убрать найденные/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Сбросить поиск' }));
    expect(await screen.findByRole('row', { name: /Тарелка/ })).toBeVisible();
  });

  it('that are found are taken out together, and put back as they were', async () => {
    mockServer.use(
      ...bulkEditHandlers([...threeRows(), mockBulkRow(4, { title: 'Тарелка', state: 'LEFT_OUT' })]),
    );
    const { user } = renderApp(`${PAGE}&q=${encodeURIComponent('тарелка')}`);
    await user.click(await screen.findByRole('button', { name: 'Убрать найденные 2' }));
    expect(await applyButton(`1${NBSP}карточке`)).toBeVisible();
    expect(await screen.findByText(/^Убрано: 2\sкарточки$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    // Without the one that was out before.
    expect(await applyButton(`3${NBSP}карточкам`)).toBeVisible();
    expect(await screen.findByText(/^Возвращено: 2\sкарточки$/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Убраны\s?1$/ })).toBeVisible();
  });

  it('with a warning are taken out all at once, and all that are out are put back', async () => {
    mockServer.use(...bulkEditHandlers(threeRows()));
    const { user } = renderApp(`${PAGE}&tab=warned`);
    await user.click(await screen.findByRole('button', { name: 'Убрать все 1' }));
    expect(await applyButton(`2${NBSP}карточкам`)).toBeVisible();
    await user.click(await screen.findByRole('link', { name: /^Убраны/ }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть все 1' }));
    expect(await applyButton(`3${NBSP}карточкам`)).toBeVisible();
  });

  it('that are not so many any more stay, and it is said', async () => {
    mockServer.use(...bulkEditHandlers(threeRows()));
    const { user } = renderApp(PAGE);
    const all = await screen.findByRole('button', { name: 'Убрать все 3' });
    mockServer.use(...bulkEditHandlers(threeRows().slice(0, 2)));
    await user.click(all);
    expect(await screen.findByText('Выбрано не столько')).toBeVisible();
    expect(await applyButton(`2${NBSP}карточкам`)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Убрать все 2' })).toBeVisible();
  });

  it('are asked for with the same key until it is answered, and then with another', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(...bulkEditHandlers(threeRows()));
    mockServer.use(
      mock(leaveOutFoundRowsEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : { edit: waitingEdit(3), count: 3, lot: 1 };
      }),
    );
    const { user } = renderApp(PAGE);
    const ask = async (times: number) => {
      await user.click(await screen.findByRole('button', { name: 'Убрать все 3' }));
      await waitFor(() => expect(keys).toHaveLength(times));
    };
    await ask(1);
    await ask(2);
    await ask(3);
    const [lost, again, another] = keys;
    expect(lost).not.toBeNull();
    expect(again).toBe(lost);
    expect(another).not.toBe(lost);
  });

  it('are chosen, as a range with Shift, and taken out together', async () => {
    mockServer.use(...bulkEditHandlers([1, 2, 3, 4].map((id) => mockBulkRow(id))));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 2»' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 4»' }));
    await user.keyboard('{/Shift}');
    const bar = within(screen.getByRole('region', { name: 'Действия с выбранным' }));
    expect(bar.getByText('Выбрано 3')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 3»' }));
    await user.click(bar.getByRole('button', { name: 'Убрать выбранные' }));
    expect(await applyButton(`2${NBSP}карточкам`)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Действия с выбранным' })).toBeNull();
  });

  it.each(['APPLIED', 'STOPPED'] as const)(
    'of an edit that is %s are rolled back by search and by choice, after a question with their number',
    async (state) => {
      const applied = [...threeRows(), mockBulkRow(4, { title: 'Чайник' }), mockBulkRow(5)];
      const rest = state === 'STOPPED' ? [mockBulkRow(6)] : [];
      mockServer.use(
        ...bulkEditHandlers([...applied.map((row) => ({ ...row, state: 'APPLIED' as const })), ...rest], {
          state,
          appliedAt: '2026-11-20T12:05:00Z',
        }),
      );
      const { user } = renderApp(`${PAGE}&tab=applied&q=${encodeURIComponent('тарелка')}`);
      await user.click(await screen.findByRole('button', { name: 'Откатить найденные 2' }));
      const asked = within(
        await screen.findByRole('dialog', { name: `Вернуть прежние значения у 2${NBSP}карточек?` }),
      );
      await user.click(asked.getByRole('button', { name: 'Откатить' }));
      expect(await screen.findByRole('link', { name: /^Откачено\s?2$/ })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Сбросить поиск' }));
      for (const name of ['Выбрать «Чайник»', 'Выбрать «Кружка керамическая 5»'])
        await user.click(await screen.findByRole('checkbox', { name }));
      await user.click(screen.getByRole('button', { name: 'Откатить выбранные' }));
      const again = within(
        await screen.findByRole('dialog', { name: `Вернуть прежние значения у 2${NBSP}карточек?` }),
      );
      await user.click(again.getByRole('button', { name: 'Откатить' }));
      expect(await screen.findByRole('link', { name: /^Откачено\s?4$/ })).toBeVisible();
      expect(screen.getByRole('link', { name: /^Применено\s?1$/ })).toBeVisible();
      const row = screen.getByRole('row', { name: /Кружка керамическая 1/ });
      await user.click(within(row).getByRole('button', { name: 'Откатить' }));
      expect(await screen.findByRole('link', { name: /^Откачено\s?5$/ })).toBeVisible();
    },
  );
});

describe('a part that goes back', () => {
  it('says how far it is, and not how far the edit', async () => {
    const rows = [...Array(8).keys()].map((id) =>
      mockBulkRow(id + 1, { state: id < 3 ? 'ROLLED_BACK' : 'APPLIED' }),
    );
    mockServer.use(
      ...bulkEditHandlers(rows, { state: 'ROLLING_BACK', rollback: { doneCount: 1, total: 4 } }),
    );
    renderApp(PAGE);
    const progress = await screen.findByRole('progressbar', { name: 'Откачено' });
    expect(progress).toHaveAttribute('aria-valuenow', '1');
    expect(progress).toHaveAttribute('aria-valuemax', '4');
  });

  it('is asked for with the same key until it is answered, and then with another', async () => {
    const keys: (string | null)[] = [];
    const rows = [1, 2].map((id) => mockBulkRow(id, { title: 'Тарелка', state: 'APPLIED' }));
    const edit: BulkEdit = {
      ...waitingEdit(2),
      state: 'APPLIED',
      counts: { ready: 0, leftOut: 0, refused: 0, applied: 2, changedSince: 0, rolledBack: 0, kept: 0 },
      appliedAt: '2026-11-20T12:05:00Z',
    };
    mockServer.use(...bulkEditHandlers(rows, { state: 'APPLIED', appliedAt: '2026-11-20T12:05:00Z' }));
    mockServer.use(
      mock(rollBackBulkEditEndpoint, ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1 ? HttpResponse.error() : edit;
      }),
    );
    const { user } = renderApp(`${PAGE}&tab=applied&q=${encodeURIComponent('тарелка')}`);
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Откатить найденные 2' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Откатить' }));
    };
    await ask();
    await waitFor(() => expect(keys).toHaveLength(1));
    await ask();
    await waitFor(() => expect(keys).toHaveLength(2));
    await ask();
    await waitFor(() => expect(keys).toHaveLength(3));
    const [lost, again, another] = keys;
    expect(lost).not.toBeNull();
    expect(again).toBe(lost);
    expect(another).not.toBe(lost);
  });
});
