import { readFile } from 'node:fs/promises';
import { readApi } from './support/read-api.ts';
import { DEMO, expect, signIn, test } from './support/test.ts';
import { violations } from './support/violations.ts';

// Axe is put into the page, and contrast is measured on what stands.
test.use({ reducedMotion: 'reduce', bypassCSP: true });

test('prices of all found cards are looked at, changed, seen in the list, and rolled back', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?q=Кружка');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await rows.first().getByRole('checkbox').check();
  const all = page.getByRole('button', { name: /^Выбрать все/ });
  const count = Number((await all.textContent())?.replace(/\D/g, ''));
  await all.click();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('SET');
  await dialog.getByLabel('Сколько').fill('7777');
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();

  await expect(page.getByRole('heading', { level: 1, name: /^Цена 7\s777/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /станет 7\s777/ }).first()).toBeVisible();
  const applyTo = (cards: number) =>
    page.getByRole('button', { name: new RegExp(`^Применить к ${cards}\\s`) });
  // All that are looked at go out at once and come back, and then one by itself goes.
  await page.getByRole('button', { name: `Убрать все ${count}` }).click();
  await expect(applyTo(0)).toBeVisible();
  await page
    .getByRole('region', { name: 'Уведомления' })
    .getByRole('button', { name: 'Вернуть', exact: true })
    .click();
  await expect(applyTo(count)).toBeVisible();
  const table = page.getByRole('table', { name: 'Карточки' });
  const article =
    (await table.locator('tbody tr').first().locator('span.text-muted').first().textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Поиск в изменении' }).fill(article);
  await expect(table.locator('tbody tr')).toHaveCount(1);
  expect(await violations(page, 'search')).toEqual([]);
  await page.getByRole('button', { name: 'Убрать найденные 1' }).click();
  await page.getByRole('button', { name: 'Сбросить поиск' }).click();
  expect(await violations(page, 'edit')).toEqual([]);
  await applyTo(count - 1).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();

  await page.goto('/home/cards?q=Кружка');
  const changed = page.locator('tbody').getByText(/^7\s777\s₽$/);
  await expect(changed.first()).toBeVisible();

  await page.getByRole('link', { name: 'История' }).click();
  await page.getByRole('link', { name: /^Цена 7\s777/ }).click();
  for (const index of [0, 1]) await table.locator('tbody').getByRole('checkbox').nth(index).check();
  await page.getByRole('button', { name: 'Откатить выбранные' }).click();
  expect(await violations(page, 'rollback of some')).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByRole('link', { name: /^Откачено\s*2$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await page.goto('/home/cards?q=Кружка');
  await expect(rows.first().getByRole('link')).toBeVisible();
  await expect(changed).toHaveCount(0);
});

test('a move to the archive is in the history when its notification is gone, and is taken back there', async ({
  page,
  request,
}) => {
  await signIn(page);
  const read = await readApi(request);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const { ARCHIVED: before } = await read('/cards/counters/');
  for (const index of [0, 1, 2]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'В архив' }).click();
  await expect(page.getByText(/^В архиве: 3\sкарточки$/).first()).toBeVisible();
  expect((await read('/cards/counters/')).ARCHIVED).toBe(before + 3);

  await page.goto('/home/cards/history');
  const line = page.getByRole('listitem').filter({ hasText: /^В архив: 3\sкарточки/ });
  await expect(line).toBeVisible();
  await expect(line).toContainText('перенесено');
  expect(await violations(page, 'history')).toEqual([]);
  await line.getByRole('button', { name: /^Вернуть/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть карточки из архива?' });
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Вернуть' }).click();
  await expect(line).toContainText('возвращено 3');
  await expect(line.getByRole('button')).toHaveCount(0);
  expect((await read('/cards/counters/')).ARCHIVED).toBe(before);
});

test('copies that were made together are in the history, lead to the cards, and go to the archive', async ({
  page,
  request,
}) => {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: DEMO })).json();
  const read = await readApi(request);
  const { results: cards } = await read('/cards/?limit=1');
  const made = await request.post(`/api/v1/cards/${cards[0].id}/duplicate/`, {
    data: { copies: 2 },
    headers: { authorization: `Bearer ${access}`, 'idempotency-key': crypto.randomUUID() },
  });
  expect(made.status(), await made.text()).toBe(201);
  const [copy] = (await made.json()).cards;

  await signIn(page);
  await page.goto('/home/cards/history');
  const what = /^Скопировано: 2\sкарточки$/;
  const line = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: what }) });
  await expect(line).toContainText('черновики 2');
  await line.getByRole('button', { name: what }).click();
  const copies = page.getByRole('dialog', { name: what });
  await expect(copies.getByRole('link', { name: copy.title, exact: true })).toHaveAttribute(
    'href',
    `/home/cards/edit?id=${copy.id}`,
  );
  expect(await violations(page, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: /^В архив: Скопировано/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Убрать в архив 2\sкопии\?$/ });
  await dialog.getByRole('button', { name: 'Убрать в архив' }).click();
  await expect(line).toContainText('в архиве 2');
  await expect(line.getByRole('button')).toHaveCount(1);
  expect((await read(`/cards/${copy.id}/`)).state).toBe('ARCHIVED');
});

test('cost prices of chosen cards are set at once, are in the card, and go back', async ({ page }) => {
  await signIn(page);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const card = await rows.first().getByRole('link').getAttribute('href');
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('COST_PRICE');
  await dialog.getByLabel('Сколько').fill('123,45');
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('cell', { name: /станет 123,45/ })).toHaveCount(2);
  expect(await violations(page, 'edit')).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать' }).click();
  await page.getByRole('menuitem', { name: 'Файл CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Изменение \d+\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(3);
  for (const row of lines.slice(1)) expect(row).toMatch(/;Себестоимость, ₽;.*;123,45;Не применено;/);
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Отправить в магазины' })).toHaveCount(0);
  const edit = page.url();

  await page.goto(`${card ?? ''}&tab=PRICE_AND_DISCOUNT`);
  const cost = page.getByRole('textbox', { name: 'Себестоимость' });
  await expect(cost).toHaveValue('123,45');
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await page.goto(`${card ?? ''}&tab=PRICE_AND_DISCOUNT`);
  await expect(cost).toBeVisible();
  await expect(cost).not.toHaveValue('123,45');
});

test('what cards say of a thing is changed in every way, seen in a card, and rolled back', async ({
  page,
}) => {
  await signIn(page);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const card = await rows.first().getByRole('link').getAttribute('href');
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const kind = dialog.getByLabel('Что изменить');
  const look = async (heading: RegExp) => {
    expect(await violations(page, String(heading))).toEqual([]);
    await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(await violations(page, String(heading))).toEqual([]);
  };
  const other = () => page.getByRole('button', { name: 'Изменить условия' }).click();

  await kind.selectOption('OWN_PRICES');
  await dialog.getByRole('checkbox').first().check();
  await dialog.getByLabel('Сколько').fill('10');
  await look(/^Своя цена \+10\s%/);
  await other();
  await kind.selectOption('DIMENSIONS');
  await dialog.getByLabel('Длина').fill('77');
  await look(/^Длина 77\sсм$/);
  await other();
  await kind.selectOption('TEMPLATE');
  await dialog.getByLabel('Шаблон').fill('{предмет} {артикул}');
  await expect(dialog.getByRole('region', { name: 'Пример' })).toContainText('/ 60');
  await look(/^Наименование: \{предмет\}/);
  await other();
  await kind.selectOption('CHARACTERISTIC');
  await dialog.getByLabel('Найти характеристику').fill('цвет');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Значение').fill('малахитовый');
  // The suggestions close when the field is left.
  await page.keyboard.press('Tab');
  await expect(dialog.getByText(/^Нет в справочнике Wildberries: «малахитовый»\. /)).toBeVisible();
  await look(/^Цвет: «малахитовый»$/);
  await expect(page.getByText('Нет в справочнике Wildberries: «малахитовый»').first()).toBeVisible();
  await other();
  await kind.selectOption('TAGS');
  await dialog.getByRole('combobox', { name: /^Ярлыки/ }).fill('Малахит');
  await page.keyboard.press('Tab');
  await look(/^Добавить ярлыки: «Малахит»$/);
  await other();
  await kind.selectOption('BRAND');
  await dialog.getByLabel('Какой').fill('Ясень и ко');
  await look(/^Бренд «Ясень и ко»$/);

  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const edit = page.url();
  const brand = page.getByRole('combobox', { name: 'Бренд' });
  await page.goto(card ?? '');
  await expect(brand).toHaveValue('Ясень и ко');
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await page.goto(card ?? '');
  await expect(brand).toBeVisible();
  await expect(brand).not.toHaveValue('Ясень и ко');
});

test('words are found in titles with every hit marked, put in place of, seen in a card, and go back', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?q=Кружка');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const card = (await rows.first().getByRole('link').getAttribute('href')) ?? '';
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Что изменить').selectOption('REPLACE');
  await dialog.getByLabel('Найти').fill('кружка');
  await dialog.getByLabel('Заменить на').fill('чашка');
  await dialog.getByRole('checkbox', { name: 'Слово целиком' }).check();
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '«кружка» → «чашка»' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Карточки' });
  // Of the old text and of the new one, and nothing else of them.
  await expect(table.locator('del mark')).toHaveText(['Кружка', 'Кружка']);
  await expect(table.locator('ins mark')).toHaveText(['Чашка', 'Чашка']);
  expect(await violations(page, 'edit')).toEqual([]);
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  const edit = page.url();
  const title = page.getByRole('textbox', { name: /^Наименование/ });
  await page.goto(card);
  await expect(title).toHaveValue(/^Чашка /);
  await page.goto(edit);
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
  await page.goto(card);
  await expect(title).toHaveValue(/^Кружка /);
});

test('a cost price from a day and a lowest price over it are set at once, are in the card, and go back', async ({
  page,
}) => {
  await signIn(page);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const card = (await rows.first().getByRole('link').getAttribute('href')) ?? '';
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  const dialog = page.getByRole('dialog');
  const apply = async (heading: RegExp) => {
    expect(await violations(page, `dialog ${String(heading)}`)).toEqual([]);
    await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(await violations(page, String(heading))).toEqual([]);
    await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
    await expect(page.getByText(/^Применено \d/)).toBeVisible();
    return page.url();
  };
  const open = () => page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const rollBack = async (edit: string) => {
    await page.goto(edit);
    await page.getByRole('button', { name: 'Откатить' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
    await expect(page.getByText(/потом откачено$/)).toBeVisible();
  };

  await open();
  await dialog.getByLabel('Что изменить').selectOption('COST_PRICE');
  await dialog.getByLabel('Сколько').fill('210,5');
  await dialog.getByRole('radio', { name: /^Новая, с даты/ }).check();
  const dated = await apply(/^Себестоимость 210,50.₽ с /);

  await page.goto('/home/cards');
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await open();
  await dialog.getByLabel('Что изменить').selectOption('PRICE_FLOOR');
  await dialog.getByLabel('Не ниже себестоимости и ещё').fill('35');
  const floored = await apply(/^Минимальная цена: себестоимость \+ 35.%/);

  await page.goto(`${card}&tab=PRICE_AND_DISCOUNT`);
  const costs = page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: 'История себестоимости' }) });
  await expect(costs.getByText(/210,50/).first()).toBeVisible();
  const floor = page.getByLabel('Не ниже себестоимости и ещё');
  await expect(floor).toHaveValue('35');
  await rollBack(floored);
  await rollBack(dated);
  await page.goto(`${card}&tab=PRICE_AND_DISCOUNT`);
  await expect(floor).toBeVisible();
  await expect(floor).not.toHaveValue('35');
  await expect(page.getByText(/210,50/)).toHaveCount(0);
});

test('rows that are refused by a margin lead to what is to be mended, and are looked at again', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/home/cards?quality=no_cost_price');
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('UP_PERCENT');
  await dialog.getByLabel('Сколько', { exact: true }).first().fill('5');
  await dialog.getByLabel('Цена со скидкой не ниже').selectOption('MARGIN');
  await dialog.getByLabel('Не ниже: сколько').fill('40');
  expect(await violations(page, 'dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /маржа до комиссии не ниже 40.%$/ }),
  ).toBeVisible();
  const mend = page.getByRole('link', { name: 'Исправить' });
  await expect(mend).toHaveCount(2);
  await expect(page.getByText('Не указана себестоимость: нижнюю границу не посчитать')).toHaveCount(2);
  expect(await violations(page, 'refused')).toEqual([]);
  const edit = page.url();

  await mend.first().click();
  const cost = page.getByRole('textbox', { name: 'Себестоимость' });
  await expect(cost).toBeFocused();
  await cost.fill('100');
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText(/Сохранено/).first()).toBeVisible();

  await page.goto(edit);
  await page.getByRole('button', { name: 'Подготовить заново' }).click();
  await expect(page.getByRole('link', { name: /^Не изменить\s*1$/ })).toBeVisible();
  await expect(page).not.toHaveURL(edit);
  await page.getByRole('button', { name: /^Применить к 1\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
});

test('a table of prices is taken from a file, looked at, applied and rolled back; the export put back changes nothing', async ({
  page,
  request,
}) => {
  await signIn(page);
  const read = await readApi(request);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await expect(rows.first().getByRole('link')).toBeVisible();
  const shown = await rows
    .locator('a[href*="cards/edit?id="]')
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).searchParams.get('id')),
    );
  for (const index of [0, 1]) await rows.nth(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Скачать' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /CSV/ }).click();
  const exported = await readFile(await (await coming).path(), 'utf8');
  await page.getByRole('button', { name: 'По таблице' }).click();
  expect(await violations(page, 'source')).toEqual([]);
  await page.getByLabel('Файл таблицы').setInputFiles(csv(exported));
  await expect(page.getByRole('dialog').getByText(/^Прочитано: 2\sстроки/)).toBeVisible();
  expect(await violations(page, 'columns')).toEqual([]);
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByText('У всех карточек таблицы уже такие значения.')).toBeVisible();

  await page.goto('/home/cards');
  await page.getByRole('button', { name: 'По таблице' }).click();
  const [first, second] = [await read(`/cards/${shown[0]}/`), await read(`/cards/${shown[1]}/`)];
  const table = `Артикул;Цена;Скидка\n${first.vendor_code};6543;\n${second.vendor_code};7654;11\nНЕТ-ТАКОГО;1;1`;
  await page.getByLabel('Файл таблицы').setInputFiles(csv(table));
  await page.getByRole('button', { name: 'Посмотреть изменения' }).click();
  await expect(page.getByRole('dialog').getByText('строка 4 · нет такой карточки')).toBeVisible();
  expect(await violations(page, 'unmatched')).toEqual([]);
  await page.getByRole('button', { name: /^Посмотреть 2\s/ }).click();
  await expect(page.getByRole('cell', { name: /станет 6\s543/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /станет 11\s%/ })).toBeVisible();
  expect(await violations(page, 'edit')).toEqual([]);
  await page.getByRole('button', { name: /^Применить к 2\s/ }).click();
  await expect(page.getByText(/^Применено \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Откатить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Откатить' }).click();
  await expect(page.getByText(/потом откачено$/)).toBeVisible();
});

function csv(text: string) {
  return { name: 'цены.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

test('on a phone the profit of a row comes without moving the rows below', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let letCome = () => {};
  const isWanted = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(/\/profits\//, async (route) => {
    await isWanted;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/home/cards?state=PUBLISHED&ordering=-price');
  const cards = page.getByRole('checkbox', { name: /^Выбрать «/ });
  await expect(cards.first()).toBeVisible();
  for (const index of [0, 1, 2]) await cards.nth(index).check();
  await page.getByRole('button', { name: 'Изменить', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена до скидки').selectOption('DOWN_PERCENT');
  await dialog.getByLabel('Сколько').fill('70');
  await dialog.getByRole('button', { name: 'Посмотреть изменения' }).click();
  const names = page.locator('main li').getByRole('term').filter({ hasText: 'Прибыль' });
  await expect(names).toHaveCount(3);
  const tops = () => names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await tops();
  letCome();
  await expect(
    page
      .locator('main li')
      .getByText(/\(.*%\)/)
      .first(),
  ).toBeVisible();
  expect(await tops()).toEqual(before);
});
