import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import type { FileChange, FileField, TableField } from '#contract/bulk-changes.ts';
import {
  getBulkEditEndpoint,
  listBulkEditsEndpoint,
  listSelectedCharacteristicsEndpoint,
} from '#contract/bulk-edits.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { operationHandlers } from '#tests/mocks/operation-history.ts';
import { mockShops, shopHandlers } from '#tests/mocks/shops.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';
const NBSP = '\u00a0';

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

describe('an edit by a table', () => {
  it.each<[string, TableField[], boolean]>([
    ['of own tags', ['tags'], false],
    ['of cost prices and own tags', ['costPriceKopecks', 'tags'], false],
    ['of prices and own tags', ['priceKopecks', 'tags'], true],
  ])('%s: shops can be sent what they learn of', async (_what, fields, isSendable) => {
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, { state: 'APPLIED' })], {
        state: 'APPLIED',
        appliedAt: '2026-11-20T12:05:00Z',
        change: { kind: 'TABLE', fields },
      }),
    );
    renderApp(PAGE);
    expect(await screen.findByRole('button', { name: 'Откатить' })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Отправить в магазины' })).toHaveLength(
      isSendable ? 1 : 0,
    );
  });
});

describe('an edit from a file', () => {
  const open = async (
    fields: FileField[],
    row: Parameters<typeof mockBulkRow>[1],
    kind: FileChange['kind'] = 'CARD_FILE',
  ) => {
    const change = { kind, fields, characteristics: [{ id: 11, name: 'Объем' }] };
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

  it('says «Рос. размер» of each size before and after, and shops can be sent it', async () => {
    const sizes = [
      { techSize: 'S', wbSize: '42', skus: ['20000001'] },
      { techSize: 'M', wbSize: '', skus: [] },
    ];
    const { user, shown } = await open(
      ['wbSizes'],
      { before: { sizes }, after: { sizes: sizes.map((one) => ({ ...one, wbSize: '44' })) } },
      'CARD_FILE_WITH_WB_SIZES',
    );
    expect(screen.getByRole('heading', { name: 'Из файла: рос. размер' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Рос. размер' })).toBeVisible();
    expect(shown).toHaveTextContent('S: 42 · M: не указано');
    expect(shown).toHaveTextContent('S: 44 · M: 44');
    expect(shown).not.toHaveTextContent('20000001');
    await user.click(screen.getByRole('button', { name: /^Применить к 1/ }));
    expect(await screen.findByRole('button', { name: 'Отправить в магазины' })).toBeVisible();
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
    expect(await again.findByLabelText('Значение')).toHaveAccessibleDescription(/Выбрано: белый/);
    await user.selectOptions(again.getByLabelText('Что сделать'), 'Очистить');
    await user.click(again.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Цвет: очистить' })).toBeVisible();
  });
});

describe('values of a characteristic that the marketplace keeps a list of', () => {
  const openFields = async () => {
    const row = {
      before: { characteristics: [{ id: 14177449, values: [] }] },
      after: { characteristics: [{ id: 14177449, values: ['зелёновый'] }] },
      unlisted: ['зелёновый'],
    };
    const subjects = [
      { id: 1, maxCount: 3 },
      { id: 2, maxCount: 1 },
    ];
    const colour = {
      id: 14177449,
      name: 'Цвет',
      type: 'TEXT' as const,
      unit: '',
      directory: 'COLORS' as const,
    };
    const volume = { id: 12, name: 'Объем', type: 'NUMBER' as const, unit: 'мл', maxCount: 1, cardCount: 2 };
    mockServer.use(
      mock(listSelectedCharacteristicsEndpoint, () => ({
        cardTotal: 2,
        exampleCardId: 1,
        characteristics: [{ ...colour, maxCount: 1, cardCount: 2, subjects }, volume],
      })),
      ...bulkEditHandlers([mockBulkRow(1, row)]),
      ...cardHandlers([mockCard(1)]),
    );
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Характеристика');
    return { user, dialog };
  };

  it('are offered with search, and one that is not there is warned of here and in the preview', async () => {
    const { user, dialog } = await openFields();
    await user.type(await dialog.findByLabelText('Найти характеристику'), 'цв{Enter}');
    const field = dialog.getByLabelText('Значение');
    expect(dialog.getByText('В части предметов — не больше 1')).toBeVisible();
    expect(dialog.getByText('0 / 3')).toBeVisible();
    await user.type(field, 'ха');
    await user.click(await screen.findByRole('option', { name: /хаки/ }));
    expect(dialog.queryByText(/Нет в справочнике/)).not.toBeInTheDocument();
    await user.type(field, 'зелёновый');
    await user.tab();
    expect(dialog.getByText(/^Нет в справочнике Wildberries/)).toHaveTextContent(
      'Нет в справочнике Wildberries: «зелёновый». Карточки могут не принять',
    );
    await user.selectOptions(dialog.getByLabelText('Что сделать'), 'Убрать из того, что есть');
    expect(dialog.queryByText(/Нет в справочнике/)).not.toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Что сделать'), 'Сделать');
    await user.click(dialog.getByRole('button', { name: 'Посмотреть изменения' }));
    expect(await screen.findByRole('heading', { name: 'Цвет: «хаки; зелёновый»' })).toBeVisible();
    expect(await screen.findByRole('row', { name: /Кружка керамическая 1/ })).toHaveTextContent(
      'Нет в справочнике Wildberries: «зелёновый»',
    );
  });

  it('do not go on to another characteristic; a number has its unit', async () => {
    const { user, dialog } = await openFields();
    await user.type(await dialog.findByLabelText('Найти характеристику'), 'цв{Enter}');
    await user.type(dialog.getByLabelText('Значение'), 'белый');
    await user.click(dialog.getByRole('button', { name: 'Другая характеристика' }));
    await user.type(dialog.getByLabelText('Найти характеристику'), 'объ{Enter}');
    expect(dialog.getByText('мл')).toBeVisible();
    const next = dialog.getByRole('button', { name: 'Посмотреть изменения' });
    expect(next).toHaveAccessibleDescription('Укажите значение');
    await user.type(dialog.getByLabelText('Значение'), '0,35');
    await user.click(next);
    expect(await screen.findByRole('heading', { name: 'Объем: «0,35»' })).toBeVisible();
  });
});

describe('an edit by a template', () => {
  it('shows what it comes to for one of the cards, and tells names that none of them has', async () => {
    const row = {
      before: { title: 'Кружка' },
      after: { title: 'Кружка белый' },
      ownTexts: ['title' as const],
    };
    const card = mockCard(1, { characteristics: [{ id: 11, values: ['белый'] }] });
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)]), ...cardHandlers([card]));
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Изменить условия' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Изменить 1/ }));
    await user.selectOptions(dialog.getByLabelText('Что изменить'), 'Наименование или описание по шаблону');
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
      await screen.findByRole('heading', { name: 'Наименование: Кружка {цвет} большая {объем}' }),
    ).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('Кружка белый');
    expect(shown).toHaveTextContent('Есть своё наименование в магазине');
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

describe('an edit by the table that empties values', () => {
  it('says of each what it was, and that it is to be none', async () => {
    const row = {
      before: {
        costPriceKopecks: 40_000,
        description: 'Для чая',
        brand: 'Керамия',
        lengthCm: 13,
        tags: ['Хит'],
      },
      after: { costPriceKopecks: null, description: '', brand: '', lengthCm: 0, tags: [] },
    };
    const fields = ['costPriceKopecks', 'description', 'brand', 'lengthCm', 'tags'] as const;
    mockServer.use(
      ...bulkEditHandlers([mockBulkRow(1, row)], { change: { kind: 'TABLE', fields: [...fields] } }),
    );
    renderApp(PAGE);
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    const textsOf = (role: 'deletion' | 'insertion') =>
      within(shown)
        .getAllByRole(role)
        .map((one) => one.textContent);
    expect(textsOf('deletion')).toEqual([
      `было 400${NBSP}₽`,
      'Для чая',
      'Керамия',
      `было 13${NBSP}см`,
      'Хит',
    ]);
    expect(textsOf('insertion')).toEqual([
      'станет не указано',
      'не указано',
      'не указано',
      'станет не указано',
      'нет',
    ]);
  });
});

describe('an edit by the table with discounts of shops', () => {
  it('names the shops of each, and shows old → new in columns of their own', async () => {
    const [first, second] = mockShops;
    const row = {
      before: {
        ownPrices: [
          { shopId: first!.id, priceKopecks: 200_000, discount: 40 },
          { shopId: second!.id, discount: null },
        ],
      },
      after: {
        ownPrices: [
          { shopId: first!.id, priceKopecks: 300_000, discount: null },
          { shopId: second!.id, discount: 0 },
        ],
      },
    };
    const change = {
      kind: 'GRID_WITH_DISCOUNTS' as const,
      fields: ['ownPrices' as const, 'ownDiscounts' as const],
      characteristics: [],
      shopIds: [first!.id],
      discountShopIds: [first!.id, second!.id],
    };
    mockServer.use(...bulkEditHandlers([mockBulkRow(1, row)], { change }), ...shopHandlers());
    renderApp(PAGE);
    const heading = `По таблице: своя цена («${first!.name}»), своя скидка («${first!.name}», «${second!.name}»)`;
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    const shown = await screen.findByRole('row', { name: /Кружка керамическая 1/ });
    expect(shown).toHaveTextContent('было 2 000 ₽ → станет 3 000 ₽');
    expect(shown).toHaveTextContent('было 40 % → станет как в карточке');
    expect(shown).toHaveTextContent('было как в карточке → станет 0 %');
    expect(screen.getByRole('columnheader', { name: `${second!.name}: скидка` })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: `${second!.name}: цена` })).not.toBeInTheDocument();
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
