import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { registerInvalidationReach } from '#api/tags.ts';
import { listRowProfitsEndpoint } from '#contract/bulk-edit-profits.ts';
import {
  createBulkEditEndpoint,
  getBulkEditEndpoint,
  listBulkEditsEndpoint,
  rollBackBulkEditEndpoint,
  type BulkEdit,
  type FileField,
} from '#contract/bulk-edits.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockEconomics } from '#tests/mocks/promotions.ts';
import { operationHandlers } from '#tests/mocks/operation-history.ts';
import { mockShops, shopHandlers } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const NBSP = '\u00a0';

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
    const { user } = renderApp('/home/cards');
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
    await user.click(await screen.findByRole('button', { name: 'Изменить' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Найти и заменить слова');
    await user.type(dialog.getByLabelText('Найти'), 'кружка');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await dialog.findByText('Удалено: 1')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Продолжить без них' }));
    await waitFor(() => expect(dialog.queryByText('Удалено: 1')).toBeNull());
    expect(dialog.getByLabelText('Найти')).toHaveValue('кружка');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await dialog.findByText('Удалено: 2')).toBeVisible();
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

describe('an edit of prices', () => {
  it('has one floor, over the cost price or as a margin, and says which', async () => {
    mockServer.use(...bulkEditHandlers([mockBulkRow(1)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    await user.selectOptions(dialog.getByLabelText('Цена со скидкой не ниже'), 'Маржи до комиссии');
    const percent = dialog.getByLabelText('Не ниже: сколько');
    await user.clear(percent);
    expect(next).toHaveAccessibleDescription('Укажите маржу');
    await user.type(percent, '100');
    expect(next).toHaveAccessibleDescription(`Маржа бывает только меньше 100${NBSP}%`);
    await user.clear(percent);
    await user.type(percent, '25,5');
    await user.click(next);
    expect(
      await screen.findByRole('heading', {
        name: `Цена +5${NBSP}%, маржа до комиссии не ниже 25,5${NBSP}%`,
      }),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    expect(again.getByLabelText('Не ниже: сколько')).toHaveValue('25,5');
    await user.selectOptions(again.getByLabelText('Цена со скидкой не ниже'), 'Наценки к себестоимости');
    await user.click(again.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(
      await screen.findByRole('heading', { name: `Цена +5${NBSP}%, не ниже себестоимости +25,5${NBSP}%` }),
    ).toBeVisible();
  });
});

describe('an edit of cost prices', () => {
  it('is asked for by the same dialog, shown, and has nothing that shops could be sent', async () => {
    const row = { before: { costPriceKopecks: null }, after: { costPriceKopecks: 41_250 } };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Себестоимость');
    expect(dialog.getByRole('button', { name: 'Посмотреть изменения' })).toHaveAccessibleDescription(
      'Укажите себестоимость',
    );
    await user.type(dialog.getByLabelText('Сколько'), '412,5');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: `Себестоимость 412,50${NBSP}₽` })).toBeVisible();
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'было не указано → станет 412,50 ₽',
    );
    await user.click(screen.getByRole('button', { name: /^Применить/ }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });
});

describe('an edit that takes the cost price away', () => {
  it('is asked for without an amount, and has nothing that shops could be sent', async () => {
    const row = { before: { costPriceKopecks: 41_250 }, after: { costPriceKopecks: null } };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Себестоимость');
    await user.selectOptions(dialog.getByLabelText('Себестоимость'), 'Убрать');
    expect(dialog.queryByLabelText('Сколько')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Себестоимость убрана' })).toBeVisible();
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'было 412,50 ₽ → станет не указано',
    );
    await user.click(screen.getByRole('button', { name: /^Применить/ }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });
});

describe('an edit of what a card says of a thing', () => {
  async function openDialog(row: Parameters<typeof mockBulkRow>[1]) {
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...cardHandlers([mockCard(1)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    return { user, dialog, next: dialog.getByRole('button', { name: 'Посмотреть изменения' }) };
  }

  it('sets a brand or takes it away', async () => {
    const { user, dialog, next } = await openDialog({ before: { brand: '' }, after: { brand: 'Юг' } });
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Бренд');
    expect(next).toHaveAccessibleDescription('Укажите бренд');
    await user.type(dialog.getByLabelText('Какой'), 'Юг');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: 'Бренд «Юг»' })).toBeVisible();
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'не указаноЮг',
    );
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog'));
    await user.selectOptions(again.getByLabelText('Бренд'), 'Убрать');
    await user.click(again.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Бренд убран' })).toBeVisible();
  });

  it('sets dimensions of a package, each on its own', async () => {
    const { user, dialog, next } = await openDialog({
      before: { lengthCm: 0, weightKg: 0.4 },
      after: { lengthCm: 12 },
      warnings: ['NO_DIMENSIONS'],
    });
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Габариты и вес');
    expect(next).toHaveAccessibleDescription('Укажите, что изменить');
    await user.type(dialog.getByLabelText('Длина'), '12');
    await user.type(dialog.getByLabelText('Вес'), '0,4');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: `Длина 12${NBSP}см, вес 0,4${NBSP}кг` })).toBeVisible();
    const row = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(row).toHaveTextContent('было не указано → станет 12 см0,4 кг');
    expect(row).toHaveTextContent('Не все габариты указаны');
  });
});

describe('an edit of tags', () => {
  it('adds, takes away or replaces them, and has nothing that shops could be sent', async () => {
    const row = { before: { tags: ['Хит'] }, after: { tags: ['Хит', 'Сезон'] } };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...cardHandlers([mockCard(1)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Ярлыки');
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Укажите ярлык');
    await user.type(dialog.getByRole('combobox', { name: /^Ярлыки/ }), 'Сезон;Хит;');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: 'Добавить ярлыки: «Сезон», «Хит»' })).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(within(shown).getByRole('insertion')).toHaveTextContent(', Сезон');
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog'));
    await user.selectOptions(again.getByLabelText('Что сделать'), 'Убрать все');
    await user.click(again.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Убрать все ярлыки' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Применить к 1/ }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });
});

describe('an edit from a file', () => {
  const open = async (fields: FileField[], row: Parameters<typeof mockBulkRow>[1]) => {
    const change = { kind: 'CARD_FILE' as const, fields, characteristics: [{ id: 11, name: 'Объем' }] };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)], { change }));
    const { user } = renderApp(PAGE);
    return { user, shown: await screen.findByRole('row', { name: /Кружка керамическая 1/ }) };
  };

  it('says the vendor code, the subject with what it loses, and the sizes, before and after', async () => {
    const { shown } = await open(['characteristics', 'vendorCode', 'subject', 'sizes'], {
      before: {
        vendorCode: 'K-1',
        subject: { id: 1, name: 'Кружки' },
        characteristics: [{ id: 11, values: ['450'] }],
        sizes: [{ techSize: 'S', wbSize: '', skus: ['20000001'] }],
      },
      after: {
        vendorCode: 'N-1',
        subject: { id: 2, name: 'Вазы' },
        characteristics: [{ id: 11, values: [] }],
        sizes: [
          { techSize: 'S', wbSize: '', skus: ['20000001'] },
          { techSize: 'M', wbSize: '', skus: [] },
        ],
      },
      warnings: ['CHARACTERISTICS_LOST', 'BARCODE_SHARED', 'CHECK_DIGIT'],
    });
    expect(
      screen.getByRole('heading', {
        name: 'Из файла: характеристики, артикул продавца, предмет, размеры и баркоды',
      }),
    ).toBeVisible();
    const cells = within(shown).getAllByRole('cell');
    const insertions = within(shown)
      .getAllByRole('insertion')
      .map((one) => one.textContent);
    expect(insertions.join('|')).toContain('N-1');
    expect(insertions.join('|')).toContain('Вазы');
    expect(insertions.join('|')).toContain('M: нет баркода');
    expect(cells.some((cell) => cell.textContent.includes('Объем: '))).toBe(true);
    expect(shown).toHaveTextContent('не указано');
    for (const text of [
      'Характеристики прежнего предмета уйдут',
      'Новый баркод уже у другой карточки',
      'У нового баркода не сходится контрольная цифра',
    ]) {
      expect(within(shown).getByText(text)).toBeVisible();
    }
  });

  it('of vendor codes alone has nothing that shops could be sent: they keep theirs', async () => {
    const { user } = await open(['vendorCode'], {
      before: { vendorCode: 'K-1' },
      after: { vendorCode: 'N-1' },
    });
    await user.click(screen.getByRole('button', { name: /^Применить к 1/ }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Отправить в магазины' })).not.toBeInTheDocument();
  });
});

describe('an edit of a characteristic', () => {
  it('is found by name among those that the cards can have, and says its values before and after', async () => {
    const row = {
      before: { characteristics: [{ id: 11, values: ['синий'] }] },
      after: { characteristics: [{ id: 11, values: ['синий', 'белый'] }] },
      warnings: ['REQUIRED_EMPTY' as const],
    };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Характеристика');
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Выберите характеристику');
    const search = await dialog.findByLabelText('Найти характеристику');
    expect(dialog.getByRole('button', { name: `Объем, мл у 1${NBSP}карточки из 2` })).toBeVisible();
    await user.type(search, 'нетакой');
    expect(dialog.getByText('У выбранных карточек нет такой характеристики')).toBeVisible();
    await user.clear(search);
    await user.type(search, 'цв{Enter}');
    expect(next).toHaveAccessibleDescription('Укажите значение');
    await user.selectOptions(dialog.getByLabelText('Что сделать'), 'Добавить к тому, что есть');
    await user.type(dialog.getByLabelText('Значение'), 'белый; ');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: 'Цвет: добавить «белый»' })).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('Обязательная характеристика останется пустой');
    expect(within(shown).getByRole('insertion')).toHaveTextContent('синий; белый');
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog'));
    expect(await again.findByLabelText('Значение')).toHaveValue('белый');
    await user.selectOptions(again.getByLabelText('Что сделать'), 'Очистить');
    await user.click(again.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Цвет: очистить' })).toBeVisible();
  });
});

describe('an edit by a template', () => {
  it('shows what it comes to for one of the cards, and tells names that none of them has', async () => {
    const row = { before: { title: 'Кружка' }, after: { title: 'Кружка белый' } };
    const card = mockCard(1, { characteristics: [{ id: 11, values: ['белый'] }] });
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...cardHandlers([card]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Название или описание по шаблону');
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Напишите шаблон');
    const field = await dialog.findByLabelText<HTMLTextAreaElement>('Шаблон');
    await user.type(field, 'Кружка {{цвед}');
    expect(next).toHaveAccessibleDescription('У выбранных карточек нет характеристики «цвед»');
    await user.type(field, '{Backspace>5/}');
    expect(next).toHaveAccessibleDescription('У фигурной скобки нет пары');
    await user.type(field, '{Backspace} большая');
    field.setSelectionRange(7, 7);
    await user.selectOptions(dialog.getByLabelText('Вставить из карточки'), 'цвет');
    expect(field).toHaveValue('Кружка {цвет} большая');
    expect(field.selectionStart).toBe(13);
    expect(field).toHaveFocus();
    const example = within(await dialog.findByRole('region', { name: 'Пример' }));
    expect(await example.findByText('Кружка белый большая')).toBeVisible();
    expect(example.getByText('20 / 60')).toBeVisible();
    await user.type(field, ' {{объем}');
    expect(example.getByText(/^В ней не указано: объем/)).toBeVisible();
    await user.click(next);
    expect(
      await screen.findByRole('heading', { name: 'Название: Кружка {цвет} большая {объем}' }),
    ).toBeVisible();
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'Кружка белый',
    );
  });
});

describe('an edit of own prices', () => {
  it('is of named shops, and shows each with what it has of its own', async () => {
    const [first, second] = mockShops;
    const row = {
      before: {
        priceKopecks: 100_000,
        ownPrices: [
          { shopId: first!.id, priceKopecks: null, discount: 5 },
          { shopId: second!.id, priceKopecks: 200_000, discount: null },
        ],
      },
      after: { ownPrices: [{ shopId: first!.id, priceKopecks: 110_000 }] },
    };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...shopHandlers());
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Свои цены магазинов');
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Выберите магазин');
    await user.click(await dialog.findByRole('checkbox', { name: first!.name }));
    await user.click(dialog.getByRole('checkbox', { name: second!.name }));
    expect(next).toHaveAccessibleDescription('Укажите цену');
    await user.type(dialog.getByLabelText('Сколько'), '10');
    await user.selectOptions(dialog.getByLabelText('Своя скидка'), 'Как в карточке');
    await user.click(next);
    expect(
      await screen.findByRole('heading', {
        name: `Своя цена +10${NBSP}%, своя скидка как в карточке · ${first!.name}, ${second!.name}`,
      }),
    ).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('было как в карточке → станет 1 100 ₽5 %2 000 ₽как в карточке');
    expect(screen.getByRole('columnheader', { name: `${first!.name}: цена` })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText('Сколько')).toHaveValue('10');
    expect(again.getByLabelText('Своя скидка')).toHaveValue('CLEAR');
    expect(again.getByRole('checkbox', { name: second!.name })).toBeChecked();
  });
});

describe('own prices that are held by a floor', () => {
  it('are asked for as the common price is, and rows that were raised to it say so', async () => {
    const [shop] = mockShops;
    const row = {
      before: { discount: 20, ownPrices: [{ shopId: shop!.id, priceKopecks: null, discount: null }] },
      after: { ownPrices: [{ shopId: shop!.id, priceKopecks: 75_000 }] },
      isRaised: true,
    };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...shopHandlers());
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Свои цены магазинов');
    await user.click(await dialog.findByRole('checkbox', { name: shop!.name }));
    await user.selectOptions(dialog.getByLabelText('Своя цена до скидки'), 'Снизить на, %');
    await user.type(dialog.getByLabelText('Сколько'), '50');
    expect(dialog.queryByText(/себестоимости в этом магазине/)).not.toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Цена со скидкой не ниже'), 'Наценки к себестоимости');
    expect(dialog.getByText(/себестоимости в этом магазине/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    const heading = `Своя цена −50${NBSP}%, не ниже себестоимости · ${shop!.name}`;
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('Поднята до нижней границы');
    expect(shown).toHaveTextContent('было как в карточке → станет 750 ₽');
    await user.click(screen.getByRole('button', { name: 'Изменить условия' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText('Цена со скидкой не ниже')).toHaveValue('MARKUP');
  });
});

describe('an edit of a kind that this build does not know', () => {
  const edit = {
    id: 7,
    state: 'APPLIED',
    change: { kind: 'COLOUR', hue: 7 },
    card_total: 1,
    prepared_count: 1,
    counts: { ready: 0, left_out: 0, refused: 0, applied: 1, changed_since: 0, rolled_back: 0, kept: 0 },
    warned_count: 0,
    created_at: '2026-11-20T12:00:00Z',
    applied_at: '2026-11-20T12:05:00Z',
    user_name: 'Анна',
  };

  it('is in the history, can be opened and rolled back', async () => {
    mockServer.use(
      mock(listBulkEditsEndpoint, () =>
        HttpResponse.json({ count: 1, next: null, previous: null, results: [edit] }),
      ),
      mock(getBulkEditEndpoint, () => HttpResponse.json(edit)),
      ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })]),
      ...operationHandlers([]),
    );
    const { user } = renderApp('/home/cards/history');
    await user.click(await screen.findByRole('link', { name: /^Изменение, которое покажет новая версия/ }));
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Откатить' })[0]).toBeEnabled();
  });
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

  it('of a table are named as the table’s: nobody else knows what they were to have', async () => {
    const change = { kind: 'TABLE' as const, fields: ['priceKopecks' as const] };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, refused)], { change }));
    renderApp(PAGE);
    expect(await screen.findByText(/поправьте их строки и вставьте таблицу ещё раз/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Подготовить заново' })).not.toBeInTheDocument();
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
    expect(await screen.findByText('Остановлено: осталось 1 карточка')).toBeVisible();
    await user.click(screen.getByRole('button', { name: `Применить к 1${NBSP}карточке` }));
    expect(await screen.findByText(/^Применено 20 ноя/)).toBeVisible();
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
      id: 7,
      state: 'APPLIED',
      change: { kind: 'PRICES', price: { kind: 'PERCENT', basisPoints: 500 } },
      cardTotal: 2,
      preparedCount: 2,
      counts: { ready: 0, leftOut: 0, refused: 0, applied: 2, changedSince: 0, rolledBack: 0, kept: 0 },
      warnedCount: 0,
      createdAt: '2026-11-20T12:00:00Z',
      appliedAt: '2026-11-20T12:05:00Z',
      userName: 'Анна',
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

it('an address without a number leads to the list', async () => {
  renderApp('/home/cards/bulk-edit');
  expect(await screen.findByText('Выберите карточки, чтобы изменить их вместе')).toBeVisible();
});
