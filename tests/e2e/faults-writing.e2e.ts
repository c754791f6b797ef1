import type { Page } from '@playwright/test';
import { deviceDump, linesWith } from './support/device-dump.ts';
import {
  API,
  expect,
  firstCard,
  NETWORK_NOISE,
  NO_NETWORK,
  openCardList,
  openFirstCard,
  OtherDevice,
  passTime,
  REFRESH,
  saveButton,
  test,
  titleField,
} from './support/fault-test.ts';
import { connection, DEMO, DEMO2 } from './support/test.ts';

const CARD = /^\/api\/v1\/cards\/\d+\/$/;
const WAITING = 'Сохранено на устройстве, ждёт отправки';
const unique = (text: string) => `${text} ${Date.now() % 1e6}`;

test.beforeEach(({ noise }) => noise.allow(NETWORK_NOISE));

async function save(page: Page, title: string) {
  await titleField(page).fill(title);
  await saveButton(page).click();
}

/** The renderer ends at once: no unload, no goodbye. */
async function killTab(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined);
  await page.waitForEvent('crash');
  await page.close();
}

const STEPS = [
  ['E-01: before the request has left', { method: 'PATCH', fault: { kind: 'refuse' } }],
  ['E-01: while the request is on its way', { method: 'PATCH', fault: { kind: 'black-hole' } }],
  [
    'E-02: after the server has done it, before the answer',
    { method: 'PATCH', fault: { kind: 'drop-response' } },
  ],
] as const;
for (const [step, rule] of STEPS) {
  test(`${step} the tab is killed; the next start sends the edit, and it has one effect`, async ({
    page,
    context,
    network,
    backend,
  }) => {
    await openCardList(page);
    const device = await OtherDevice.signIn(backend.url);
    const id = await openFirstCard(page);
    const { version } = await device.card(id);
    network.setRules(rule);
    const title = unique('Вкладка убита');
    await save(page, title);
    await expect.poll(() => network.count('PATCH', CARD)).toBeGreaterThan(0);
    await killTab(page);

    network.setRules();
    const next = await context.newPage();
    await next.goto(`/home/cards/edit?id=${id}`);
    await expect(titleField(next)).toHaveValue(title);
    await expect.poll(async () => (await device.card(id)).title).toBe(title);
    await expect(next.getByText(WAITING)).toHaveCount(0);
    expect((await device.card(id)).version).toBe(version + 1);
    const patches = network.seen.filter(({ method }) => method === 'PATCH');
    expect(new Set(patches.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });
}

for (const kind of ['drop-response', 'duplicate'] as const) {
  test(`E-03: a save under «${kind}» is one write, and is said to be saved`, async ({
    page,
    network,
    backend,
  }) => {
    await openCardList(page);
    const device = await OtherDevice.signIn(backend.url);
    const id = await openFirstCard(page);
    const { version } = await device.card(id);
    network.setRules({ method: 'PATCH', fault: { kind }, times: 1 });
    const title = unique('Один раз');
    await save(page, title);
    await expect
      .poll(async () => linesWith(await deviceDump(page), /^database .*outbox.*"record|"patch"/).length)
      .toBe(0);
    await expect(page.getByText(WAITING)).toHaveCount(0);
    expect(await device.card(id)).toMatchObject({ title, version: version + 1 });
  });
}

test('E-06: two devices that change different fields of a card both keep theirs', async ({
  page,
  backend,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const brand = unique('Бренд').slice(0, 20);
  const title = unique('Поля не спорят');
  await titleField(page).fill(title);
  await device.changeCard(id, { brand });
  await saveButton(page).click();
  await expect(page.getByText(/правки объединены|Сохранено$/).first()).toBeVisible();
  await expect(page.getByLabel('Бренд')).toHaveValue(brand);
  expect(await device.card(id)).toMatchObject({ title, brand });
});

test('E-07: the same field changed on another device is asked about before anything is overwritten', async ({
  page,
  backend,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const theirs = unique('Их название');
  await titleField(page).fill('Моё название');
  await device.changeCard(id, { title: theirs });
  await saveButton(page).click();
  const dialog = page.getByRole('dialog', { name: /Карточку изменили/ });
  await expect(dialog.getByText(theirs)).toBeVisible();
  await expect(dialog.getByText('Моё название')).toBeVisible();
  expect((await device.card(id)).title).toBe(theirs);
});

test('E-16: without a connection what acts on the marketplace is refused with a reason', async ({
  page,
  network,
}) => {
  await openCardList(page);
  network.setRules(NO_NETWORK);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(connection(page, 'Нет сети')).toBeVisible();
  await page.locator('tbody tr[aria-rowindex]').first().getByRole('checkbox').check();
  const send = page.getByRole('button', { name: 'Отправить в магазины' });
  await expect(send).toHaveAccessibleDescription(/только при связи/);
  await send.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(network.count('POST', /send/)).toBe(0);
});

test('E-17: pressing «Сохранить» twice, and Enter, is one write', async ({ page, network, backend }) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const { version } = await device.card(id);
  network.setRules({ method: 'PATCH', fault: { kind: 'latency', ms: 800 } });
  await titleField(page).fill(unique('Дважды'));
  await saveButton(page).dblclick();
  await titleField(page).press('Enter');
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  expect((await device.card(id)).version).toBe(version + 1);
  expect(network.count('PATCH', CARD)).toBe(1);
});

test('E-18 E-19: what was typed and not saved survives the death of the tab, and is offered with its time', async ({
  page,
  context,
}) => {
  await openCardList(page);
  const id = await openFirstCard(page);
  const text = unique('Не сохранено');
  await titleField(page).fill(text);
  await expect.poll(async () => linesWith(await deviceDump(page), /^database .*draft/).length).toBe(2);
  await killTab(page);
  const next = await context.newPage();
  await next.goto(`/home/cards/edit?id=${id}`);
  await expect(next.getByText(/Черновик от/)).toBeVisible();
  await next.getByRole('button', { name: 'Восстановить' }).click();
  await expect(titleField(next)).toHaveValue(text);
});

test('E-08: a card that is gone when the edit arrives is told, and the text can become a new card', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await openFirstCard(page);
  network.setRules(NO_NETWORK);
  const title = unique('Правка исчезнувшей');
  await save(page, title);
  await expect(page.getByText(WAITING)).toBeVisible();
  network.setRules({
    method: 'PATCH',
    fault: { kind: 'status', status: 404, body: '{"detail":["Карточки больше нет"]}' },
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: /требует решения/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Карточки больше нет: её удалили в другом месте')).toBeVisible();
  await dialog.getByRole('button', { name: 'Создать заново' }).click();
  await expect(page).toHaveURL(/\/home\/cards\/create/);
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(titleField(page)).toHaveValue(title);
});

test('E-20: a save that the server refuses is shown at the field, and nothing pretends to be saved', async ({
  page,
  network,
}) => {
  await openCardList(page);
  await openFirstCard(page);
  const body = JSON.stringify({
    detail: ['Так называть нельзя'],
    code: 'validation',
    errors: [{ field: 'title', detail: 'Слово под запретом' }],
  });
  network.setRules({ method: 'PATCH', fault: { kind: 'status', status: 400, body } });
  await save(page, unique('Запретное'));
  await expect(page.getByText('Слово под запретом')).toBeVisible();
  await expect(page.getByText('Сохранено', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/ждёт отправки/)).toHaveCount(0);
  await expect(firstCard(page)).toHaveCount(0);
});

test('E-13: signing out with something unsent asks with its number; «Отправить и выйти» sends it first', async ({
  page,
  network,
  backend,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  network.setRules({ method: 'PATCH', fault: { kind: 'refuse' } });
  const title = unique('Перед выходом');
  await save(page, title);
  await expect(page.getByText(WAITING)).toBeVisible();
  const question = page.getByRole('dialog', { name: /Не отправлено 1\sизменение/ });
  await page.getByRole('button', { name: 'Выйти' }).click();
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(page.getByText(WAITING)).toBeVisible();
  expect((await device.card(id)).title).not.toBe(title);

  network.setRules();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await question.getByRole('button', { name: 'Отправить и выйти' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect((await device.card(id)).title).toBe(title);
  expect(linesWith(await deviceDump(page), title)).toEqual([]);
});

test('E-15: what waits when the session ends goes on after the same user’s login, and not under another one', async ({
  page,
  network,
  backend,
  tokens,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const ended = { kind: 'status', status: 401, body: '{"detail":["Сеанс завершён"]}' } as const;
  network.setRules({ method: 'PATCH', fault: { kind: 'refuse' } });
  const title = unique('Ждёт своего');
  await save(page, title);
  await expect(page.getByText(WAITING)).toBeVisible();
  network.setRules(
    { path: API, authorization: `Bearer ${tokens?.access}`, fault: ended },
    { path: REFRESH, fault: ended },
  );
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login/);

  network.setRules();
  await signInHere(page, DEMO2);
  // Not the first user's card, where signing in leads back to.
  await page.goto('/home/cards');
  await expect(firstCard(page)).toBeVisible();
  // A connection that comes back makes everything that waits be sent at once.
  const sentBefore = network.count('PATCH', CARD);
  network.setRules(NO_NETWORK);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(connection(page, 'Нет сети')).toBeVisible();
  network.setRules();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(connection(page, 'В сети')).toBeVisible();
  await page.waitForTimeout(2_000);
  await expect(page.getByText(/ждёт отправки|требует решения/)).toHaveCount(0);
  expect(network.count('PATCH', CARD)).toBe(sentBefore);
  expect((await device.card(id)).title).not.toBe(title);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);

  await signInHere(page, DEMO);
  await expect.poll(async () => (await device.card(id)).title).toBe(title);
});

async function signInHere(page: Page, who: { login: string; password: string }) {
  await page.goto('/auth/login');
  await page.getByLabel('Логин').fill(who.login);
  await page.getByLabel('Пароль', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/home\/cards/);
}

test('E-21: a clock that goes back three days between two edits does not change their order', async ({
  page,
  network,
  backend,
}) => {
  await openCardList(page);
  const device = await OtherDevice.signIn(backend.url);
  const id = await openFirstCard(page);
  const { version } = await device.card(id);
  // The first may have reached the server: from then on it is an edit of its own.
  network.setRules({ method: 'PATCH', fault: { kind: 'refuse' } });
  await save(page, unique('Первая правка'));
  await expect(page.getByText(WAITING)).toBeVisible();
  await passTime(page, -3 * 24 * 3600 * 1000);
  await page.reload();
  const last = unique('Вторая правка');
  await save(page, last);
  await expect.poll(async () => linesWith(await deviceDump(page), last).length).toBeGreaterThan(0);
  network.setRules();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(WAITING)).toHaveCount(0);
  await expect.poll(async () => (await device.card(id)).title).toBe(last);
  expect((await device.card(id)).version).toBe(version + 2);
});
