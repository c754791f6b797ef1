import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userQueries } from '#api/users.ts';
import {
  listTaxpayersEndpoint,
  listVatThresholdsEndpoint,
  updateTaxpayerEndpoint,
} from '#contract/taxpayers.ts';
import { getProfileEndpoint, type Settings } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import { listWarehouseGroupsEndpoint } from '#contract/warehouses.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { deleteDatabase, userDatabaseNames } from '#offline/device/user-database.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockTaxpayer, mockThreshold } from '#tests/mocks/taxpayers.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { liveMenu } from '#tests/setup/live-menu.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/account/settings';

/** What the page sends; the mocked server keeps it, and answers after `delayMs`. */
function hearChanges(delayMs = 0): Partial<Settings>[] {
  const heard: Partial<Settings>[] = [];
  let { settings } = mockProfile;
  mockServer.use(
    mock(changeSettingsEndpoint, async ({ body }) => {
      // The contract has just checked it: a part of the settings.
      const changes = body as Partial<Settings>;
      heard.push(changes);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      settings = { ...settings, ...changes };
      return { settings, settingsVersion: 2 };
    }),
    mock(getProfileEndpoint, () => ({ ...mockProfile, settings })),
  );
  return heard;
}

async function panel(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') ?? document.body);
}

describe('settings', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('a switch saves its field alone, and is seen at once', async () => {
    const heard = hearChanges(100);
    const { user, queryClient } = renderApp(PAGE);
    const finished = await screen.findByRole('switch', { name: /Завершённые отправки/ });
    expect(finished).not.toBeChecked();
    await user.click(finished);
    expect(finished).toBeChecked();
    await waitFor(() => expect(heard).toEqual([{ notifyShipmentFinished: true }]));
    await waitFor(() =>
      expect(queryClient.getQueryData(userQueries.me().queryKey)?.settings.notifyShipmentFinished).toBe(true),
    );
    expect(finished).toBeChecked();
  });

  it('that the server refuses say «Ошибка изменения настроек» and fall back', async () => {
    mockServer.use(mock(changeSettingsEndpoint, () => mockError(400, {})));
    const { user } = renderApp(PAGE);
    const finished = await screen.findByRole('switch', { name: /Завершённые отправки/ });
    await user.click(finished);
    expect(await screen.findByText('Ошибка изменения настроек')).toBeInTheDocument();
    await waitFor(() => expect(finished).not.toBeChecked());
  });

  it('that meet a broken server wait on this device and go when it answers', async () => {
    mockServer.use(mock(changeSettingsEndpoint, () => mockError(500, {})));
    const { user } = renderApp(PAGE);
    const finished = await screen.findByRole('switch', { name: /Завершённые отправки/ });
    await user.click(finished);
    expect(
      await screen.findByText('Сохранено на устройстве: отправится, когда ответит сервер'),
    ).toBeInTheDocument();
    expect(finished).toBeChecked();
    const heard = hearChanges();
    await act(() => outbox.retry(outbox.getContent().records[0]!.id));
    expect(heard).toEqual([{ notifyShipmentFinished: true }]);
    expect(outbox.getContent().records).toEqual([]);
    expect(finished).toBeChecked();
  });

  it('without a connection are kept on this device, and told so', async () => {
    const heard = hearChanges();
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    const { user } = renderApp(PAGE);
    const finished = await screen.findByRole('switch', { name: /Завершённые отправки/ });
    await user.click(finished);
    expect(finished).toBeChecked();
    expect(await screen.findByText('Сохранено на устройстве, ждёт отправки')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /1.изменение ждёт отправки/ })).toBeInTheDocument();
    expect(heard).toEqual([]);
  });

  it('the theme changes at once', async () => {
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('radio', { name: 'Тёмная' }));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
    await user.click(screen.getByRole('radio', { name: 'Как в системе' }));
    await waitFor(() => expect(document.documentElement.dataset['theme']).toBeUndefined());
  });

  it('the default discount is saved when its field is left, and only when it is possible', async () => {
    const heard = hearChanges();
    const { user } = renderApp(PAGE);
    const discount = await screen.findByRole('textbox', { name: 'Скидка' });
    await user.clear(discount);
    await user.type(discount, '120');
    await user.tab();
    expect(screen.getByText('Скидка — от 0 до 99 %')).toBeInTheDocument();
    await user.clear(discount);
    await user.type(discount, '45{Enter}');
    await waitFor(() => expect(heard).toEqual([{ defaultDiscount: 45 }]));
  });

  it('the default group is one that amounts are sent to', async () => {
    const heard = hearChanges();
    const { user } = renderApp(PAGE);
    const choice = await screen.findByRole('combobox', { name: 'Группа складов' });
    await within(choice).findByRole('option', { name: 'Основные склады' });
    expect(within(choice).queryByRole('option', { name: 'Распродажа' })).not.toBeInTheDocument();
    await user.selectOptions(choice, 'Основные склады');
    await waitFor(() => expect(heard).toEqual([{ defaultWarehouseGroupId: 1 }]));
  });

  it('the default group whose name the device does not have is not called by a number that nobody knows', async () => {
    mockServer.use(
      mock(getProfileEndpoint, () => ({
        ...mockProfile,
        settings: { ...mockProfile.settings, defaultWarehouseGroupId: 1 },
      })),
      mock(listWarehouseGroupsEndpoint, () => mockError(503, { detail: ['Обновляемся'] })),
    );
    renderApp(PAGE);
    const choice = await screen.findByRole('combobox', { name: 'Группа складов' });
    expect(choice).toHaveDisplayValue('Выбранная группа');
  });
});

/** What is sent of a taxpayer; the mocked server keeps it. */
function hearTaxes(): { body: unknown; version: string | null }[] {
  const heard: { body: unknown; version: string | null }[] = [];
  let taxpayer = mockTaxpayer;
  mockServer.use(
    mock(updateTaxpayerEndpoint, ({ body, request }) => {
      heard.push({ body, version: request.headers.get('if-match') });
      taxpayer = { ...taxpayer, taxRates: body.taxRates ?? taxpayer.taxRates, version: taxpayer.version + 1 };
      return taxpayer;
    }),
    mock(listTaxpayersEndpoint, () => [taxpayer]),
  );
  return heard;
}

/** The panel, once its rates are there. */
async function taxPanel() {
  const tax = await panel('Налог');
  await tax.findAllByLabelText('Действует с');
  return tax;
}

describe('tax', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('a new rate applies from its day, sent with the version it was made from', async () => {
    const heard = hearTaxes();
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    await user.click(tax.getByRole('button', { name: 'Добавить ставку' }));
    const [, added] = tax.getAllByRole('group');
    const row = within(added!);
    fireEvent.change(row.getByLabelText('Действует с'), { target: { value: '2026-07-01' } });
    await user.selectOptions(row.getByRole('combobox', { name: 'Налог' }), 'Доходы − расходы');
    await user.selectOptions(row.getByRole('combobox', { name: 'НДС' }), '10');
    await user.click(tax.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Налог сохранён. Прибыль пересчитается')).toBeInTheDocument();
    expect(heard).toEqual([
      {
        version: '"v1"',
        body: {
          taxRates: [
            { from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 },
            { from: '2026-07-01', basis: 'INCOME_MINUS_EXPENSES', ratePercent: 15, vatPercent: 10 },
          ],
        },
      },
    ]);
  });

  it('two rates of one day cannot be saved', async () => {
    const heard = hearTaxes();
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    await user.click(tax.getByRole('button', { name: 'Добавить ставку' }));
    const [, added] = tax.getAllByRole('group');
    fireEvent.change(within(added!).getByLabelText('Действует с'), { target: { value: '2024-01-01' } });
    expect(tax.getAllByText('Этот день уже есть')).toHaveLength(2);
    await user.click(tax.getByRole('button', { name: 'Сохранить' }));
    expect(heard).toEqual([]);
  });

  it('a rate that is taken away leaves the keyboard at the one beside it', async () => {
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    await user.click(tax.getByRole('button', { name: 'Добавить ставку' }));
    const rows = tax.getAllByRole('group', { name: /^Налог/ });
    await user.click(within(rows[0] ?? document.body).getByRole('button', { name: /^Убрать налог/ }));
    expect(tax.getByRole('group', { name: /^Налог/ }).contains(document.activeElement)).toBe(true);
  });

  it('shows how far the income of the year is from VAT', async () => {
    renderApp(PAGE);
    const tax = await taxPanel();
    expect(await tax.findByRole('progressbar', { name: /Доход с\s1\sянваря 2026/ })).toHaveAttribute(
      'aria-valuenow',
      '5200000',
    );
    expect(tax.getByText(/До порога НДС — 14,8.млн.₽\. Только продажи на Wildberries\./)).toBeVisible();
  });

  it('says from when VAT is due, and asks for its rate', async () => {
    mockServer.use(
      mock(listVatThresholdsEndpoint, () => [
        { ...mockThreshold, incomeKopecks: 20_100_000_00, crossedOn: '2026-10-14', vatFrom: '2026-11-01' },
      ]),
    );
    renderApp(PAGE);
    expect(
      await screen.findByText(/Порог пройден 14.октября: НДС — с 1.ноября. Укажите ставку/),
    ).toBeVisible();
  });

  it('a taxpayer is added with its shops, and deleted after a question', async () => {
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    await user.click(tax.getByRole('button', { name: 'Добавить налогоплательщика' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новый налогоплательщик' }));
    await user.click(dialog.getByRole('button', { name: 'Добавить' }));
    expect(dialog.getByText('Укажите название')).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'ООО «Сибиряк»');
    await user.click(dialog.getByRole('checkbox', { name: 'Сибирь' }));
    await user.click(dialog.getByRole('button', { name: 'Добавить' }));
    const added = within(await screen.findByRole('region', { name: 'ООО «Сибиряк»' }));
    expect(added.getByRole('checkbox', { name: 'Сибирь' })).toBeChecked();
    expect(within(screen.getByRole('region', { name: 'Основной' })).getByText(/Московский/)).toBeVisible();
    await user.click(added.getByRole('button', { name: 'Удалить' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Удалить налогоплательщика «ООО „Сибиряк“»?' }),
    );
    expect(question.getByText(/Магазин «Сибирь» перейдёт к «Основной»/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Удалить налогоплательщика' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'ООО «Сибиряк»' })).not.toBeInTheDocument(),
    );
  });

  it('without a connection a change waits on this device; nobody is added', async () => {
    const heard = hearTaxes();
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    const rate = tax.getByRole('textbox', { name: 'Ставка' });
    await user.clear(rate);
    await user.type(rate, '4');
    await user.click(tax.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText(/Сохранено на устройстве/)).toBeVisible();
    expect(heard).toEqual([]);
    expect(tax.getByRole('textbox', { name: 'Ставка' })).toHaveValue('4');
    expect(tax.getByRole('button', { name: 'Добавить налогоплательщика' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('that cannot be loaded can be asked for again', async () => {
    mockServer.use(mock(listTaxpayersEndpoint, () => mockError(500, {})));
    const { user } = renderApp(PAGE);
    const tax = await panel('Налог');
    const again = await tax.findByRole('button', { name: 'Повторить' });
    mockServer.use(mock(listTaxpayersEndpoint, () => [mockTaxpayer]));
    await user.click(again);
    expect(await tax.findByLabelText('Действует с')).toBeVisible();
  });
});

describe('a tax rate that was typed and not saved', () => {
  afterEach(async () => {
    cleanup();
    await Promise.all(userDatabaseNames(mockProfile.id).map((name) => deleteDatabase(name)));
  });

  async function addRate(day: string) {
    const { user } = renderApp(PAGE);
    const tax = await taxPanel();
    await user.click(tax.getByRole('button', { name: 'Добавить ставку' }));
    const [, added] = tax.getAllByRole('group');
    fireEvent.change(within(added!).getByLabelText('Действует с'), { target: { value: day } });
    return { user, tax };
  }

  it('is offered after a reload with its time, and comes back when asked for', async () => {
    await addRate('2026-07-01');
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    const { user } = renderApp(PAGE);
    expect(await screen.findByText(/^Черновик от \d\d:\d\d$/)).toBeVisible();
    const tax = await taxPanel();
    expect(tax.getAllByRole('group')).toHaveLength(1);
    await user.click(tax.getByRole('button', { name: 'Восстановить' }));
    expect(tax.getAllByLabelText('Действует с').map((field) => (field as HTMLInputElement).value)).toEqual([
      '2024-01-01',
      '2026-07-01',
    ]);
  });

  it('is asked about before the page is left; once it is saved nothing is offered', async () => {
    const heard = hearTaxes();
    const { user, tax } = await addRate('2026-07-01');
    await user.click((await liveMenu()).getByRole('link', { name: /Отправки/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти без сохранения?' }));
    expect(question.getByText(/останутся черновиком/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Остаться' }));
    window.dispatchEvent(new Event('pagehide'));
    await user.click(tax.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(await screen.findByText(/Налог сохранён/)).toBeVisible();
    cleanup();
    renderApp(PAGE);
    await taxPanel();
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByText(/Черновик от/)).not.toBeInTheDocument();
  });
});

describe('sessions', () => {
  it('another one can be ended, this one cannot', async () => {
    const { user } = renderApp(PAGE);
    const sessions = await panel('Вход и сеансы');
    expect(await sessions.findByText('этот сеанс')).toBeInTheDocument();
    expect(sessions.getAllByRole('button')).toHaveLength(1);
    await user.click(sessions.getByRole('button', { name: 'Завершить сеанс: Safari на iPad' }));
    await waitFor(() => expect(sessions.queryByText('Safari на iPad')).not.toBeInTheDocument());
    expect(sessions.getByRole('link', { name: 'Сменить пароль' })).toHaveFocus();
    expect(sessions.getByRole('link', { name: 'Сменить пароль' })).toHaveAttribute(
      'href',
      '/auth/password/change',
    );
  });
});

describe('data on this device', () => {
  afterEach(() => void Reflect.deleteProperty(navigator, 'storage'));

  it('has a size and can be cleared after a question', async () => {
    Object.defineProperty(navigator, 'storage', {
      configurable: true,
      value: { estimate: async () => ({ usage: 8_388_608 }), persisted: async () => true },
    });
    const { user } = renderApp(PAGE);
    const data = await panel('Данные на этом устройстве');
    expect(await data.findByText(/^8.МБ$/)).toBeInTheDocument();
    expect(data.getByText('да')).toBeInTheDocument();
    // There is no worker here: what it would do is not promised.
    expect(data.getByText('Открывается без связи').nextSibling).toHaveTextContent('нет');
    expect(data.queryByText(/видны без связи/)).not.toBeInTheDocument();
    await user.click(data.getByRole('button', { name: 'Очистить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Очистить данные на этом устройстве?' }));
    expect(dialog.getByText(/Черновики и неотправленные изменения останутся/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Очистить' }));
    expect(await screen.findByText('Данные на этом устройстве удалены')).toBeInTheDocument();
  });
});

describe('the app', () => {
  it('shows its diagnostics to whoever presses the version five times', async () => {
    const { user } = renderApp(PAGE);
    const version = await screen.findByRole('button', { name: /^Версия/ });
    for (let press = 0; press < 5; press += 1) await user.click(version);
    expect(await screen.findByRole('heading', { name: 'Диагностика' })).toBeInTheDocument();
    expect(await screen.findByText('Все изменения на сервере')).toBeInTheDocument();
  });
});
