import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportBulkEditEndpoint } from '#contract/bulk-edit-export.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { bulkEditHandlers, mockBulkRow } from '#tests/mocks/bulk-edits.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderApp } from '#tests/setup/render-app.tsx';

const PAGE = '/home/cards/bulk-edit?id=7';

const saved: string[] = [];

beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  for (const { id } of downloads.getSnapshot()) downloads.cancel(id);
});

const file = () =>
  new HttpResponse('a;b', {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Изменение 7.csv')}`,
    },
  });

it('the rows of an edit come as a file, and with a search those that it finds', async () => {
  const asked: unknown[] = [];
  mockServer.use(
    ...bulkEditHandlers([mockBulkRow(1), mockBulkRow(2, { title: 'Тарелка' })]),
    mock(exportBulkEditEndpoint, ({ params, query }) => {
      asked.push({ ...params, ...query });
      return file();
    }),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Скачать' }));
  await user.click(screen.getByRole('menuitem', { name: 'Файл CSV' }));
  await waitFor(() => expect(saved).toEqual(['Изменение 7.csv']));
  await user.type(screen.getByRole('searchbox', { name: 'Поиск в изменении' }), 'тарелка');
  await user.click(await screen.findByRole('button', { name: 'Скачать найденные' }));
  await user.click(screen.getByRole('menuitem', { name: 'Таблица XLSX' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(asked).toEqual([
    { id: 7, format: 'csv' },
    { id: 7, format: 'xlsx', search: 'тарелка' },
  ]);
});

it('a file that could not be made says why, and is asked for again', async () => {
  let isRefused = true;
  mockServer.use(
    ...bulkEditHandlers([mockBulkRow(1)]),
    mock(exportBulkEditEndpoint, () =>
      isRefused ? mockError(404, { detail: ['Изменение не найдено'] }) : file(),
    ),
  );
  const { user } = renderApp(PAGE);
  await user.click(await screen.findByRole('button', { name: 'Скачать' }));
  await user.click(screen.getByRole('menuitem', { name: 'Файл CSV' }));
  expect(await screen.findByText('Изменение не найдено')).toBeVisible();
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(saved).toEqual(['Изменение 7.csv']));
});
