import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { registerInvalidationReach } from '#api/tags.ts';
import { listRowProfitsEndpoint } from '#contract/bulk-edit-profits.ts';
import {
  applyBulkEditEndpoint,
  createBulkEditEndpoint,
  getBulkEditEndpoint,
  type BulkEdit,
} from '#contract/bulk-edits.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockEconomics } from '#tests/mocks/promotions.ts';
import { operationHandlers } from '#tests/mocks/operation-history.ts';
import { shopHandlers } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const NBSP = '\u00a0';

/** Of one card, chosen in the list. */
async function lookAtReplacedWords() {
  const { user } = renderApp('/home/cards');
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
  await user.click(await screen.findByRole('button', { name: 'Изменить' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Изменить/ }));
  await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Найти и заменить слова');
  await user.type(dialog.getByLabelText('Найти'), 'кружка');
  await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
  return { user, dialog };
}

describe('from the list', () => {
  it('a change of the chosen cards is looked at first', async () => {
    mockServer.use(
      ...cardHandlers([1, 2, 3].map((id) => mockCard(id))),
      ...bulkEditHandlers([1, 2].map((id) => mockBulkRow(id))),
    );
    const { user, address } = renderApp('/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать «Кружка керамическая 2»' }));
    const bar = within(await screen.findByRole('region', { name: 'Действия с выбранным' }));
    await user.click(bar.getByRole('button', { name: 'Изменить' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Изменить 2${NBSP}карточки` }));
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Укажите цену');
    await user.type(dialog.getByLabelText('Сколько'), '7,5');
    await user.selectOptions(dialog.getByLabelText('Округлить'), 'На 90: 1 290');
    await user.click(next);
    await waitFor(() => expect(address()).toBe(PAGE));
    expect(
      await screen.findByRole('heading', { name: `Цена +7,5${NBSP}% с округлением на 90` }),
    ).toBeVisible();
    expect(screen.getByText('Ещё не применено')).toBeVisible();
  });

  it('a choice that is no longer true is frozen anew, and what was typed stays', async () => {
    let asked = 0;
    mockServer.use(
      ...cardHandlers([1].map((id) => mockCard(id))),
      mock(createBulkEditEndpoint, () => {
        asked += 1;
        return mockError(409, { code: 'selection_changed', detail: [`Удалено: ${asked}`] });
      }),
    );
    const { user, dialog } = await lookAtReplacedWords();
    const goOn = await dialog.findByRole('button', { name: 'Продолжить без них' });
    // In one place, and nowhere else: it stays, and says what to do.
    expect(dialog.getByText('Удалено: 1')).toBeVisible();
    await user.click(goOn);
    await waitFor(() => expect(goOn).not.toBeInTheDocument());
    expect(dialog.getByLabelText('Найти')).toHaveValue('кружка');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    await dialog.findByRole('button', { name: 'Продолжить без них' });
    expect(dialog.getByText('Удалено: 2')).toBeVisible();
  });

  it('a failure to look at the cards is told in the dialog, and stays there', async () => {
    mockServer.use(
      ...cardHandlers([1].map((id) => mockCard(id))),
      mock(createBulkEditEndpoint, () =>
        mockError(409, { code: 'request_in_progress', detail: ['Другое изменение ещё идёт'] }),
      ),
    );
    const { dialog } = await lookAtReplacedWords();
    const told = await dialog.findByText('Другое изменение ещё идёт');
    expect(told).toBeVisible();
    // Its own line, read out as it comes, not a notification that goes.
    expect(told.closest('[role="alert"]')?.parentElement).toContainElement(dialog.getByLabelText('Найти'));
  });
});

describe('a prepared edit', () => {
  it('says of each card what it was and will be, and lets it be taken out', async () => {
    mockServer.use(
      ...bulkEditHandlers([
        mockBulkRow(1, { warnings: ['QUARANTINE'] }),
        mockBulkRow(2),
        mockBulkRow(3, { after: {}, state: 'REFUSED', refusal: 'Цена вышла бы меньше 1 ₽' }),
      ]),
    );
    const { user } = renderApp(PAGE);
    const row = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(row).toHaveTextContent('было 1 000 ₽ → станет 1 050 ₽');
    expect(row).toHaveTextContent('было 800 ₽ → станет 840 ₽');
    expect(within(row).getByText('Карантин цен')).toBeVisible();
    await user.click(within(row).getByRole('button', { name: 'Убрать' }));
    expect(await screen.findByRole('button', { name: `Применить к 1${NBSP}карточке` })).toBeVisible();
    await user.click(await screen.findByRole('link', { name: /^Не изменить/ }));
    expect(await screen.findByText('Цена вышла бы меньше 1 ₽')).toBeVisible();
    await user.click(screen.getByRole('link', { name: /^Убраны/ }));
    await user.click(await screen.findByRole('button', { name: 'Вернуть' }));
    expect(await screen.findByRole('button', { name: `Применить к 2${NBSP}карточкам` })).toBeVisible();
  });

  it('says what a piece brings before and after, in red where it is a loss, and why it is not known', async () => {
    const asked: number[][] = [];
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    mockServer.use(
      mock(listRowProfitsEndpoint, async ({ query: { cardId = [] } }) => {
        asked.push(cardId);
        await isAnswered;
        const economics = mockEconomics(400_50);
        const shops = [
          { shopId: 1, before: 88_00, after: -12_50, economics },
          { shopId: 2, before: null, after: null },
        ];
        return [
          { cardId: 1, isWithoutCost: false, shops },
          { cardId: 2, isWithoutCost: true, shops },
          { cardId: 3, isWithoutCost: false, shops: shops.slice(1) },
        ];
      }),
      ...shopHandlers(),
      ...bulkEditHandlers([1, 2, 3].map((id) => mockBulkRow(id))),
    );
    const { user } = renderApp(PAGE);
    // The rows do not wait for it.
    const row = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(row).toHaveTextContent('станет 1 050 ₽');
    answer();
    const after = await within(row).findByRole('button', { name: /−12,50/ });
    expect(after.closest('ins')).toHaveClass('text-red');
    expect(row).toHaveTextContent('было 88 ₽ → станет −12,50 ₽ (−2 %)');
    expect(row).toHaveTextContent('станет неизвестно');
    expect(screen.getByRole('row', { name: /Кружка керамическая 2/ })).toHaveTextContent('нет себестоимости');
    expect(screen.getByRole('row', { name: /Кружка керамическая 3/ })).toHaveTextContent('мало продаж');
    expect(asked).toEqual([[1, 2, 3]]);
    // It opens to what it is made of, and from whose sales that is known.
    await user.click(after);
    const breakdown = screen.getByRole('dialog', { name: 'Из чего прибыль: Московский' });
    expect(breakdown).toHaveTextContent('Без убытка от567 ₽');
    expect(breakdown).toHaveTextContent('карточки в этом магазине');
  });

  it('that is not of prices asks for no profit', async () => {
    const asked: unknown[] = [];
    const change = { kind: 'BRAND' as const, brand: 'Керамия' };
    mockServer.use(
      mock(listRowProfitsEndpoint, () => {
        asked.push(1);
        return [];
      }),
      ...bulkEditHandlers([mockBulkRow(1, { before: { brand: '' }, after: { brand: 'Керамия' } })], {
        change,
      }),
    );
    renderApp(PAGE);
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /Прибыль/ })).toBeNull();
    expect(asked).toEqual([]);
  });

  it('is applied, and rolled back whole or by a card', async () => {
    mockServer.use(...bulkEditHandlers([1, 2, 3].map((id) => mockBulkRow(id))));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: `Применить к 3${NBSP}карточкам` }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Отправить в магазины' })).toBeVisible();
    const row = await screen.findByRole('row', { name: /Кружка керамическая 2/ });
    await user.click(within(row).getByRole('button', { name: 'Откатить' }));
    expect(await screen.findByRole('link', { name: /^Откачено/ })).toBeVisible();
    const [whole] = screen.getAllByRole('button', { name: 'Откатить' });
    await user.click(whole!);
    const question = within(
      await screen.findByRole('dialog', { name: `Вернуть прежние значения у 2${NBSP}карточек?` }),
    );
    await user.click(question.getByRole('button', { name: 'Откатить' }));
    expect(await screen.findByText(/потом откачено$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });

  it('with nothing to change says so', async () => {
    mockServer.use(...bulkEditHandlers([], { cardTotal: 2, preparedCount: 2 }));
    renderApp(PAGE);
    expect(await screen.findByText('Менять нечего', { selector: 'p' })).toBeVisible();
    expect(screen.getByRole('button', { name: /^Применить/ })).toHaveAccessibleDescription('Менять нечего');
  });

  it('changes its conditions with the same cards', async () => {
    mockServer.use(...bulkEditHandlers([1, 2].map((id) => mockBulkRow(id))));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 2/ }));
    expect(dialog.getByLabelText('Сколько')).toHaveValue('5');
    await user.clear(dialog.getByLabelText('Сколько'));
    await user.type(dialog.getByLabelText('Сколько'), '8');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: `Цена +8${NBSP}%` })).toBeVisible();
  });
});

describe('an edit at work', () => {
  it.each<[BulkEdit['state'], string]>([
    ['PREPARING', 'Просмотрено'],
    ['APPLYING', 'Применено'],
    ['ROLLING_BACK', 'Откачено'],
  ])('%s says how far it is', async (state, label) => {
    mockServer.use(
      ...bulkEditHandlers(
        [1, 2].map((id) => mockBulkRow(id)),
        { state },
      ),
    );
    renderApp(PAGE);
    expect(await screen.findByRole('progressbar', { name: label })).toBeVisible();
  });

  it('that comes to its end by itself leaves no copy of what the cards were', async () => {
    const heard: string[] = [];
    const stop = registerInvalidationReach(({ tag }) => void heard.push(tag));
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })], { state: 'APPLYING' }));
    renderApp(PAGE);
    expect(await screen.findByRole('progressbar', { name: 'Применено' })).toBeVisible();
    expect(heard).toEqual([]);
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })], {
        state: 'APPLIED',
        appliedAt: '2026-11-20T12:05:00Z',
      }),
    );
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(heard).toEqual(expect.arrayContaining(['Cards', 'Card', 'CardCounters']));
    stop();
  });

  it('is stopped, and gone on with', async () => {
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' }), mockBulkRow(2)], { state: 'APPLYING' }),
    );
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Остановить' }));
    expect(await screen.findByText('Остановлено: осталась 1 карточка')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Применить к 1${NBSP}карточке` }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
  });

  it('that was stopped sends what it has changed, and says how many that is', async () => {
    mockServer.use(
      ...cardHandlers([mockCard(1)]),
      ...shopHandlers(),
      ...bulkEditHandlers(
        [mockBulkRow(1, { state: 'APPLIED' }), mockBulkRow(2, { state: 'APPLIED' }), mockBulkRow(3)],
        { state: 'STOPPED' },
      ),
    );
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: `Отправить 2${NBSP}применённые` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отправить в магазины' }));
    expect(dialog.getByRole('button', { name: `Отправить 2${NBSP}карточки` })).toBeVisible();
    expect(screen.getByRole('button', { name: `Применить к 1${NBSP}карточке`, hidden: true })).toBeVisible();
  });

  it('that was stopped before it changed a card has nothing to send', async () => {
    mockServer.use(...bulkEditHandlers([mockBulkRow(1)], { state: 'STOPPED' }));
    renderApp(PAGE);
    expect(await screen.findByRole('button', { name: `Применить к 1${NBSP}карточке` })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Отправить/ })).not.toBeInTheDocument();
  });
});

it('a stopped edit says anew how many are left when what was begun before has arrived', async () => {
  const before = [mockBulkRow(1), mockBulkRow(2)];
  mockServer.use(...bulkEditHandlers(before, { state: 'STOPPED', isSettling: true }));
  renderApp(PAGE);
  expect(await screen.findByRole('button', { name: `Применить к 2${NBSP}карточкам` })).toBeVisible();
  const after = [mockBulkRow(1, { state: 'APPLIED' }), mockBulkRow(2)];
  mockServer.use(...bulkEditHandlers(after, { state: 'STOPPED', isSettling: false }));
  expect(await screen.findByRole('button', { name: `Применить к 1${NBSP}карточке` })).toBeVisible();
  expect(screen.getByText('Остановлено: осталась 1 карточка')).toBeVisible();
});

describe('the history', () => {
  it('says what was done, when and by whom, and leads there', async () => {
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' }), mockBulkRow(2, { state: 'ROLLED_BACK' })], {
        state: 'APPLIED',
        appliedAt: '2026-11-20T12:05:00Z',
      }),
      ...operationHandlers([]),
    );
    const { user, address } = renderApp('/home/cards/history');
    const entry = within(await screen.findByRole('list', { name: 'Изменения' }));
    expect(entry.getByText('2 карточки · применено 1 · откачено 1')).toBeVisible();
    expect(entry.getByText(/15:05 · Анна$/)).toBeVisible();
    await user.click(entry.getByRole('link', { name: `Цена +5${NBSP}%` }));
    expect(address()).toBe(PAGE);
  });
});

it('without a connection says that nothing of it is kept, not that it was never opened', async () => {
  mockServer.use(mock(getBulkEditEndpoint, () => HttpResponse.error()));
  renderApp(PAGE);
  expect(await screen.findByText(/^Изменения многих карточек на устройстве не хранятся/)).toBeVisible();
});

it('a change that was applied, though the answer was lost, is not said to have failed', async () => {
  mockServer.use(
    mock(applyBulkEditEndpoint, () => {
      const appliedAt = '2026-11-20T12:05:00Z';
      mockServer.use(
        ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })], { state: 'APPLIED', appliedAt }),
      );
      return HttpResponse.error();
    }),
    ...bulkEditHandlers([mockBulkRow(1)]),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: /^Применить к/ }));
  expect(await screen.findByText(/^Ответ сервера не пришёл/)).toBeVisible();
  expect(await screen.findByText(/^Применено 20/)).toBeVisible();
  expect(screen.queryByText(/^Не удалось/)).toBeNull();
});

it('an address without a number leads to the list', async () => {
  renderApp('/home/cards/bulk-edit');
  expect(await screen.findByText('Выберите карточки, чтобы изменить их вместе')).toBeVisible();
});
