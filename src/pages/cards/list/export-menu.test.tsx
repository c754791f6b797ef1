import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportCardsEndpoint } from '#contract/card-export.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { cardHandlers, mockCard } from '#tests/mocks/cards.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { liveMenu } from '#tests/setup/live-menu.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  mockServer.use(...cardHandlers([1, 2, 3].map((id) => mockCard(id))));
});
afterEach(() => {
  for (const { id } of downloads.getSnapshot()) downloads.cancel(id);
});

async function chooseAllAndDownload(item: string) {
  const { user } = renderApp('/home/cards');
  await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Кружка керамическая 1»' }));
  const bar = within(await screen.findByRole('region', { name: 'Действия с выбранным' }));
  await user.click(bar.getByRole('button', { name: 'Выбрать все 3' }));
  await user.click(bar.getByRole('button', { name: 'Скачать' }));
  await user.click(screen.getByRole('menuitem', { name: item }));
  return { user, bar };
}

it('the chosen cards come as a table, and stay chosen', async () => {
  const asked: unknown[] = [];
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
  const { bar } = await chooseAllAndDownload('Файл CSV');
  await waitFor(() => expect(saved).toEqual(['Карточки.csv']));
  expect(asked).toEqual([{ selection: { id: 'frozen-1' }, format: 'csv' }]);
  expect(await screen.findByText('Файл «Карточки.csv» скачан')).toBeVisible();
  expect(bar.getByText('Выбрано 3')).toBeVisible();
});

it('columns are chosen for the same cards, from those of the list', async () => {
  const asked: unknown[] = [];
  mockServer.use(
    mock(exportCardsEndpoint, ({ body }) => {
      asked.push(body);
      return mockError(409, { detail: ['Позже'] });
    }),
  );
  const { user } = await chooseAllAndDownload('Выбрать столбцы…');
  const dialog = within(await screen.findByRole('dialog', { name: /^Скачать 3\sкарточки$/ }));
  await user.click(dialog.getByRole('button', { name: 'Как в списке' }));
  await user.click(dialog.getByRole('button', { name: 'Скачать' }));
  await waitFor(() =>
    expect(asked).toEqual([
      {
        selection: { id: 'frozen-1' },
        format: 'xlsx',
        columns: [
          'vendorCode',
          'title',
          'subject',
          'brand',
          'finalPriceKopecks',
          'priceKopecks',
          'discount',
          'stock',
          'shops',
          'state',
          'updatedAt',
        ],
      },
    ]),
  );
});

it('a refusal is said in the corner of whatever page is open', async () => {
  mockServer.use(
    mock(exportCardsEndpoint, () =>
      mockError(409, { code: 'selection_changed', detail: ['Карточек стало 4, было выбрано 3'] }),
    ),
  );
  const { user } = await chooseAllAndDownload('Таблица XLSX');
  const tray = within(await screen.findByRole('region', { name: 'Загрузки' }));
  expect(await tray.findByText('Карточек стало 4, было выбрано 3')).toBeVisible();
  await user.click((await liveMenu()).getByRole('link', { name: /Отправки/ }));
  expect(await screen.findByRole('heading', { name: 'Отправки' })).toBeVisible();
  expect(tray.getByText('Карточек стало 4, было выбрано 3')).toBeVisible();
});
