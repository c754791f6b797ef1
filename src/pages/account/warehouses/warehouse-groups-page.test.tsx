import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  cleanGroupStocksEndpoint,
  createWarehouseGroupEndpoint,
  listWarehouseGroupsEndpoint,
  previewGroupCleaningEndpoint,
  readGroupStocksEndpoint,
} from '#contract/warehouses.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { deleteDatabase, userDatabaseNames } from '#offline/device/user-database.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/account/warehouses';

/** The panel of one group. */
async function group(name: string) {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('section') ?? document.body);
}

describe('warehouse groups', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('show their kind in words and their warehouses by shop', async () => {
    renderApp(PAGE);
    const main = await group('Основные склады');
    expect(main.getByText('Остатки продавца')).toBeInTheDocument();
    expect(main.getByText('Склад на Южной, Склад в Химках')).toBeInTheDocument();
    expect(main.queryByRole('button', { name: 'Обнулить остатки' })).not.toBeInTheDocument();
    const sale = await group('Распродажа');
    expect(sale.getByText('Обнуление')).toBeInTheDocument();
    expect(sale.getByRole('button', { name: 'Обнулить остатки' })).toBeInTheDocument();
  });

  it('without groups say what they are for', async () => {
    mockServer.use(mock(listWarehouseGroupsEndpoint, () => []));
    renderApp(PAGE);
    expect(await screen.findByText('Групп складов пока нет')).toBeInTheDocument();
  });

  it('of an account without shops lead to adding one: there is nothing to make a group of', async () => {
    mockServer.use(
      mock(listWarehouseGroupsEndpoint, () => []),
      mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })),
    );
    renderApp(PAGE);
    const way = await screen.findByRole('link', { name: 'Добавить магазин' });
    expect(way).toHaveAttribute('href', '/home/account/shops');
    expect(screen.getByText('Магазинов пока нет')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Создать группу' })).not.toBeInTheDocument();
  });

  it('a group of warehouses of several shops is created', async () => {
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Создать группу' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа складов' }));
    await user.click(dialog.getByRole('button', { name: 'Создать группу' }));
    expect(dialog.getByText('Укажите название')).toBeInTheDocument();
    expect(dialog.getByText('Выберите хотя бы один склад')).toBeInTheDocument();

    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'Отпуск');
    await user.click(dialog.getByRole('radio', { name: /Обнуление/ }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Московский' }));
    await user.click(dialog.getByRole('checkbox', { name: /Новосибирск/ }));
    expect(dialog.getByText(/Выбрано: 3.склада/)).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Создать группу' }));

    const created = await group('Отпуск');
    expect(created.getByText('Обнуление')).toBeInTheDocument();
    expect(created.getByText('Склад на Южной, Склад в Химках')).toBeInTheDocument();
    expect(created.getByText('Новосибирск, Станционная')).toBeInTheDocument();
  });

  it('two presses create one group', async () => {
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(createWarehouseGroupEndpoint, async ({ request, body }) => {
        keys.push(request.headers.get('idempotency-key'));
        await new Promise((resolve) => setTimeout(resolve, 50));
        return {
          id: 9,
          name: body.name,
          kind: body.kind,
          warehouses: [],
          version: 1,
          updatedAt: '2026-11-20T10:00:00Z',
        };
      }),
    );
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Создать группу' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа складов' }));
    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'Отпуск');
    await user.click(await dialog.findByRole('checkbox', { name: 'Московский' }));
    await user.dblClick(dialog.getByRole('button', { name: 'Создать группу' }));
    // The notification moves from the closing dialog to the page.
    await waitFor(() => expect(screen.getByText('Группа создана')).toBeInTheDocument());
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('without a connection a group is kept on this device', async () => {
    vi.spyOn(connectivity, 'getState').mockReturnValue('offline');
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Создать группу' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Новая группа складов' }));
    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'Отпуск');
    await user.click(await dialog.findByRole('checkbox', { name: 'Сибирь' }));
    await user.click(dialog.getByRole('button', { name: 'Создать группу' }));
    const created = await group('Отпуск');
    expect(created.getByText('Новосибирск, Станционная')).toBeInTheDocument();
    expect(created.getByText('Сохранено на устройстве, ждёт отправки')).toBeInTheDocument();
  });

  it('a group is changed', async () => {
    const { user } = renderApp(PAGE);
    await user.click((await group('Основные склады')).getByRole('button', { name: 'Изменить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Группа «Основные склады»' }));
    await user.click(await dialog.findByRole('checkbox', { name: /Химках/ }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
    const changed = await group('Основные склады');
    await waitFor(() => expect(changed.getByText('Склад на Южной')).toBeInTheDocument());
  });

  it('a group is deleted after a question', async () => {
    const { user } = renderApp(PAGE);
    await group('Распродажа');
    await user.click(screen.getByRole('button', { name: 'Удалить группу «Распродажа»' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Удалить группу «Распродажа»?' }));
    await user.click(dialog.getByRole('button', { name: 'Удалить группу' }));
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Распродажа' })).not.toBeInTheDocument(),
    );
  });
});

describe('«Обнулить остатки»', () => {
  async function open() {
    const { user } = renderApp(PAGE);
    await user.click((await group('Распродажа')).getByRole('button', { name: 'Обнулить остатки' }));
    return {
      user,
      dialog: within(await screen.findByRole('dialog', { name: 'Обнулить остатки: «Распродажа»' })),
    };
  }

  it('says in numbers what will happen, does it, and says what came of it', async () => {
    const { user, dialog } = await open();
    expect(
      await dialog.findByText(/31.строка — 12.карточек на 1.складе, всего 1.204.шт\./),
    ).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: /Обнулить 31.строку/ }));
    expect(
      await dialog.findByText(/Обнулено: 31.строка, 1.204.шт\. На складах группы остатков не осталось\./),
    ).toBeInTheDocument();
    await user.click(dialog.getAllByRole('button', { name: 'Закрыть' }).at(-1)!);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows what the marketplace refused', async () => {
    mockServer.use(
      mock(cleanGroupStocksEndpoint, () => ({
        sent: 30,
        failed: 1,
        errors: [{ warehouseName: 'Станционная', vendorCode: 'MUG-450', detail: 'Склад обрабатывается' }],
      })),
    );
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: /Обнулить 31/ }));
    expect(await dialog.findByText('MUG-450, Станционная: Склад обрабатывается')).toBeInTheDocument();
  });

  it('reads the warehouses first, and says meanwhile how old the numbers are', async () => {
    let respond: () => void = () => undefined;
    const read = new Promise<void>((resolve) => (respond = resolve));
    mockServer.use(
      mock(previewGroupCleaningEndpoint, () => ({
        warehouses: 1,
        cards: 1,
        rows: 1,
        units: 7,
        readAt: '2025-11-20T14:05:00+03:00',
      })),
      mock(readGroupStocksEndpoint, async () => {
        await read;
        return { warehouses: 1, cards: 1, rows: 5, units: 250, unread: [] };
      }),
    );
    const { dialog } = await open();
    expect(
      await dialog.findByText(/^По данным на 20.ноября.2025, 14:05: 1.строка, 7.шт\.$/),
    ).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: /^Обнулить/ })).toHaveAttribute('aria-disabled', 'true');
    respond();
    expect(await dialog.findByRole('button', { name: /Обнулить 5.строк/ })).toBeEnabled();
    expect(dialog.getByText(/всего 250.шт\./)).toBeInTheDocument();
  });

  it('says what is left, and what could not be read', async () => {
    mockServer.use(
      mock(cleanGroupStocksEndpoint, ({ body }) => {
        expect(body).toEqual({ expected: { rows: 31, units: 1204 } });
        return {
          sent: 30,
          failed: 1,
          errors: [{ warehouseName: 'Станционная', vendorCode: 'MUG-450', detail: 'Склад обрабатывается' }],
          units: 1190,
          left: { rows: 1, units: 14 },
          unread: [{ shopName: 'Сибирь', warehouseName: null, detail: 'Нет токена' }],
        };
      }),
    );
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: /Обнулить 31/ }));
    expect(await dialog.findByText(/На складах осталось: 1.строка, 14.шт\./)).toBeInTheDocument();
    expect(dialog.getByText('Сибирь, новые карточки: Нет токена')).toBeInTheDocument();
    expect(dialog.queryByText(/остатков не осталось/)).not.toBeInTheDocument();
  });

  it('asks again with new numbers when the warehouses hold more than was said', async () => {
    let readings = 0;
    const keys: (string | null)[] = [];
    mockServer.use(
      mock(readGroupStocksEndpoint, () => {
        readings += 1;
        return { warehouses: 1, cards: 1, rows: readings === 1 ? 5 : 6, units: 50 };
      }),
      mock(cleanGroupStocksEndpoint, ({ body, request }) => {
        keys.push(request.headers.get('idempotency-key'));
        if (body?.expected.rows === 6) return { sent: 6, failed: 0, errors: [] };
        return mockError(409, { code: 'forbidden_transition', detail: ['Остатки на складах изменились'] });
      }),
    );
    const { user, dialog } = await open();
    await user.click(await dialog.findByRole('button', { name: /Обнулить 5/ }));
    await user.click(await dialog.findByRole('button', { name: /Обнулить 6/ }));
    expect(await dialog.findByText(/Обнулено: 6.строк/)).toBeInTheDocument();
    expect(new Set(keys).size).toBe(2);
  });

  it('has nothing to do where there are no stocks', async () => {
    mockServer.use(mock(readGroupStocksEndpoint, () => ({ warehouses: 1, cards: 0, rows: 0, units: 0 })));
    const { dialog } = await open();
    expect(await dialog.findByText('На складах группы и так нет остатков.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: /^Обнулить/ })).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a group that was typed and not saved', () => {
  const openNew = async () => {
    const { user } = renderApp(PAGE);
    await user.click(await screen.findByRole('button', { name: 'Создать группу' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Новая группа складов' })) };
  };
  afterEach(async () => {
    cleanup();
    await Promise.all(userDatabaseNames(mockProfile.id).map((name) => deleteDatabase(name)));
  });

  it('is asked about when the dialog is closed, and offered with its time when it is opened again', async () => {
    const { user, dialog } = await openNew();
    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'Отпуск');
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    const question = within(await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' }));
    await user.click(question.getByRole('button', { name: 'Не сохранять' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    cleanup();

    const again = await openNew();
    expect(await again.dialog.findByText(/^Черновик от \d\d:\d\d$/)).toBeVisible();
    await again.user.click(again.dialog.getByRole('button', { name: 'Восстановить' }));
    expect(again.dialog.getByRole('textbox', { name: /Название/ })).toHaveValue('Отпуск');
  });

  it('leaves no draft once it is saved', async () => {
    const { user, dialog } = await openNew();
    await user.type(dialog.getByRole('textbox', { name: /Название/ }), 'Отпуск');
    await user.click(await dialog.findByRole('checkbox', { name: 'Московский' }));
    window.dispatchEvent(new Event('pagehide'));
    await user.click(dialog.getByRole('button', { name: 'Создать группу' }));
    await group('Отпуск');
    // The list shows what waits; the form is done with its draft when it closes.
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    cleanup();
    const again = await openNew();
    await new Promise((done) => setTimeout(done, 50));
    expect(again.dialog.queryByText(/Черновик от/)).not.toBeInTheDocument();
    expect(again.dialog.getByRole('textbox', { name: /Название/ })).toHaveValue('');
  });
});
