import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#api/session/session.ts';
import {
  countExportedCharacteristicsEndpoint,
  exportCardsEndpoint,
  exportColumns,
  usualExportColumns,
} from '#contract/card-export.ts';
import { connectivity } from '#offline/connection/connectivity.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { mock } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { ExportDialog } from './export-dialog.tsx';

const SELECTION = { id: 'frozen-1' };
const saved: string[] = [];
let asked: unknown[] = [];

beforeEach(() => {
  saved.length = 0;
  asked = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  mockServer.use(
    mock(exportCardsEndpoint, ({ body }) => {
      asked.push(body);
      return new HttpResponse('a;b', {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Карточки.csv')}`,
        },
      });
    }),
  );
});
afterEach(async () => {
  for (const { id } of downloads.getSnapshot()) downloads.cancel(id);
  await session.endSession('logout');
});

function open() {
  const onClose = vi.fn<() => void>();
  const { user } = renderPage(
    <ExportDialog
      selection={SELECTION}
      cardCount={12}
      listColumns={['state', 'price', 'orders']}
      onClose={onClose}
    />,
  );
  return { user, onClose };
}

const column = (name: string | RegExp) => screen.getByRole('checkbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

it('begins with the usual columns; a file has those that are ticked, in the order of the dialog', async () => {
  const { user, onClose } = open();
  expect(screen.getByRole('dialog', { name: /^Скачать 12\sкарточек$/ })).toBeVisible();
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(usualExportColumns.length);
  await user.click(button('Снять все'));
  const prices = within(screen.getByRole('group', { name: 'Цены' }));
  await user.click(prices.getByRole('checkbox', { name: 'Маржа до комиссии, %' }));
  await user.click(column('Наименование'));
  await user.click(screen.getByRole('radio', { name: 'Файл CSV' }));
  expect(screen.getByText('В файле столбцы стоят в том же порядке, что и здесь.')).toBeVisible();
  await user.click(button('Скачать'));
  await waitFor(() => expect(saved).toEqual(['Карточки.csv']));
  expect(asked).toEqual([
    { selection: SELECTION, format: 'csv', columns: ['vendorCode', 'title', 'margin'] },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('takes the columns of the list in its order, which is told', async () => {
  const { user } = open();
  await user.click(button('Как в списке'));
  expect(
    screen.getByText(
      'Порядок в файле: Артикул продавца → Наименование → Состояние → Цена со скидкой, ₽ → Цена, ₽ → Заказы, 7 дней.',
    ),
  ).toBeVisible();
  await user.click(button('Скачать'));
  await waitFor(() =>
    expect(asked).toMatchObject([
      {
        format: 'xlsx',
        columns: ['vendorCode', 'title', 'state', 'finalPriceKopecks', 'priceKopecks', 'orders'],
      },
    ]),
  );
});

it('is as it was left the next time', async () => {
  const { user } = open();
  await user.click(button('Снять все'));
  await user.click(column('Бренд'));
  await user.click(screen.getByRole('radio', { name: 'Файл CSV' }));
  await user.click(button('Скачать'));
  await waitFor(() => expect(asked).toHaveLength(1));
  cleanup();
  open();
  expect(screen.getAllByRole('checkbox', { checked: true })).toEqual([
    column(/^Артикул продавца/),
    column('Бренд'),
  ]);
  expect(screen.getByRole('radio', { name: 'Файл CSV' })).toBeChecked();
});

it('keeps the vendor code and says why; with nothing beside it there is no file', async () => {
  const { user, onClose } = open();
  const code = column(/^Артикул продавца.*без него файл не загрузить обратно$/);
  await user.click(code);
  expect(code).toBeChecked();
  await user.click(button('Снять все'));
  expect(code).toBeChecked();
  expect(button('Скачать')).toHaveAccessibleDescription(
    'Выберите хотя бы один столбец, кроме артикула продавца',
  );
  await user.click(button('Скачать'));
  expect(onClose).not.toHaveBeenCalled();
  expect(asked).toEqual([]);
});

it('counts the columns of characteristics once they are wanted, and says that not all go in', async () => {
  const counted: unknown[] = [];
  mockServer.use(
    mock(countExportedCharacteristicsEndpoint, ({ body }) => {
      counted.push(body);
      return { count: 84 };
    }),
  );
  const { user } = open();
  expect(screen.getByText('По столбцу на каждую, не больше 60')).toBeVisible();
  expect(counted).toEqual([]);
  await user.click(column(/^Характеристики/));
  expect(await screen.findByText('60 самых частых из 84: больше в файл не войдёт')).toBeVisible();
  expect(counted).toEqual([{ selection: SELECTION }]);
  await user.click(button('Все'));
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(exportColumns.length);
});

it('is worked by keys alone', async () => {
  const { user } = open();
  expect(screen.getByRole('radio', { name: 'Таблица XLSX' })).toHaveFocus();
  await user.tab();
  await user.tab();
  await user.tab();
  expect(button('Снять все')).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.tab();
  expect(column(/^Артикул продавца/)).toHaveFocus();
  await user.tab();
  await user.keyboard(' ');
  expect(column('Артикул WB')).toBeChecked();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(asked).toMatchObject([{ columns: ['vendorCode', 'nmId'] }]));
});

it('waits for the connection', () => {
  open();
  act(() => {
    connectivity.report({ kind: 'failed', method: 'GET', latencyMs: 0 });
    connectivity.report({ kind: 'portal', method: 'GET', latencyMs: 0 });
  });
  expect(button('Скачать')).toHaveAccessibleDescription('Скачать можно только при связи');
  act(() => connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 }));
  expect(button('Скачать')).not.toHaveAttribute('aria-disabled');
});
