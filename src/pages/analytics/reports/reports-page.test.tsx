import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import {
  getWeeklyReportEndpoint,
  listReportRowsEndpoint,
  listWeeklyReportsEndpoint,
  type WeeklyReport,
  type WeeklyReports,
} from '#contract/weekly-reports.ts';
import { addDays, moscowDay } from '#lib/dates.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockProfile } from '#tests/mocks/users.ts';
import { mockReportDetail } from '#tests/mocks/weekly-reports.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { pressSave, saveTable } from '#tests/support/exports/save-table.ts';
import { ReportsPage } from './reports-page.tsx';

/** Thousands are joined by non-breaking spaces on the screen. */
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/[\u00a0\u202f]/g, ' ');
const address = '/home/analytics/reports';

async function openReports(search = '') {
  const app = renderPage(<ReportsPage />, address + search);
  const table = await screen.findByRole('table', { name: 'Отчёты Wildberries' });
  return { ...app, table };
}

function rowOf(table: HTMLElement, number: number): HTMLElement {
  const row = within(table).getByText(`№ ${number}`).closest('tr');
  if (!row) throw new Error('The number stands in no row');
  return row;
}

const nothing: WeeklyReports = {
  count: 0,
  next: null,
  previous: null,
  results: [],
  totals: { reportedKopecks: 0, reckonedKopecks: 0, differenceKopecks: 0, different: 0, withoutRows: 0 },
  problems: [],
  syncedAt: '2026-11-20T13:30:00+03:00',
};

function watchList(response: Partial<WeeklyReports> = {}) {
  const asked: EndpointQuery<typeof listWeeklyReportsEndpoint>[] = [];
  mockServer.use(
    mock(listWeeklyReportsEndpoint, ({ query }) => {
      asked.push(query);
      return { ...nothing, ...response };
    }),
  );
  return asked;
}

describe('the reconciliation of reports', () => {
  it('shows what each report says beside what its rows give, and the difference', async () => {
    const { table } = await openReports();
    const different = plain(rowOf(table, 307_401_555).textContent);
    expect(different).toContain('99 880 ₽');
    expect(different).toContain('100 000 ₽');
    expect(different).toContain('−120 ₽');
    expect(different).toContain('по выкупам');
    expect(plain(rowOf(table, 307_401_554).textContent)).toContain('50 000,50 ₽50 000,50 ₽0 ₽Оплачен');
    expect(screen.getByText(/не сходится 1.отчёт/)).toBeInTheDocument();
  });

  it('claims no difference of a report whose rows were not read', async () => {
    const { table } = await openReports();
    expect(plain(rowOf(table, 307_401_556).textContent)).toContain('80 000 ₽строк нет—');
    expect(screen.getByText(/без 1.отчёта, строки которых не прочитаны/)).toBeInTheDocument();
  });

  it('does not say that everything adds up where the rows of no report were read', async () => {
    const report: WeeklyReports['results'][number] = {
      id: 3,
      shopId: 1,
      shopName: 'Московский',
      reportId: 307_401_556,
      type: 1,
      from: '2026-11-09',
      to: '2026-11-15',
      createdOn: '2026-11-16',
      reportedKopecks: 80_000_00,
      reckonedKopecks: 0,
      differenceKopecks: 80_000_00,
      rowCount: 0,
      mark: 'UNPAID',
      note: '',
      markedAt: null,
    };
    watchList({ count: 1, results: [report], totals: { ...nothing.totals, withoutRows: 1 } });
    await openReports();
    expect(screen.getAllByText('строки отчётов ещё не прочитаны')).toHaveLength(3);
    expect(screen.queryByText('всё сходится')).not.toBeInTheDocument();
  });

  it('opens the difference into kinds, the kinds into rows, and names the likely cause', async () => {
    const { user, table, address: shown } = await openReports();
    await user.click(within(rowOf(table, 307_401_555)).getByRole('button', { name: '№ 307401555' }));
    const kinds = await screen.findByRole('table', { name: 'Отчёт № 307401555 по видам' });
    expect(shown()).toBe(`${address}?report=2`);
    expect(
      plain(within(kinds).getByRole('rowheader', { name: 'Логистика' }).parentElement?.textContent),
    ).toMatch(/Логистика.30 120 ₽.30 000 ₽.120 ₽/);
    expect(
      screen.getByText(/строка «Логистика» равна разнице — в итоге отчёта она учтена дважды/),
    ).toBeInTheDocument();
    await user.click(within(kinds).getByRole('button', { name: /^Логистика · 120.строк$/ }));
    const rows = await screen.findByRole('list', { name: 'Строки: Логистика' });
    expect(within(rows).getByRole('link', { name: 'Кружка керамическая с крышкой 450 мл' })).toHaveAttribute(
      'href',
      '/home/cards/edit?id=1&tab=STATISTICS',
    );
    expect(within(rows).getByText('srid srid-9001')).toBeInTheDocument();
    expect(within(rows).getByRole('button', { name: 'Скопировать srid' })).toBeInTheDocument();
  });

  it('keeps the seller’s mark with a note', async () => {
    const { user, table } = await openReports();
    const mark = (number: number) =>
      within(rowOf(table, number)).getByRole('button', { name: /^Пометка отчёта/ });
    await user.click(mark(307_401_555));
    const dialog = await screen.findByRole('dialog', { name: 'Отчёт № 307401555' });
    await user.click(within(dialog).getByRole('radio', { name: 'Спорный' }));
    await user.type(within(dialog).getByRole('textbox', { name: /^Заметка/ }), 'Обращение 17');
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await waitFor(() =>
      expect(mark(307_401_555)).toHaveAccessibleName('Пометка отчёта № 307401555: Спорный'),
    );
    expect(mark(307_401_555)).toHaveAttribute('title', 'Обращение 17');
  });

  it('asks for the last ninety days, and for what is chosen', async () => {
    const yesterday = addDays(moscowDay(Date.now()), -1);
    const asked = watchList();
    const { user, address: shown } = renderPage(<ReportsPage />, `${address}?shop=2`);
    await user.click(await screen.findByRole('radio', { name: 'Спорный' }));
    await user.click(screen.getByRole('checkbox', { name: 'Только с разницей' }));
    await waitFor(() => expect(shown()).toBe(`${address}?shop=2&mark=DISPUTED&different=true`));
    expect(asked[0]).toMatchObject({ from: addDays(yesterday, -89), to: yesterday, shop: [2] });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ mark: ['DISPUTED'], isDifferent: true }));
    await user.click(await screen.findByRole('button', { name: 'Показать все' }));
    await waitFor(() => expect(shown()).toBe(`${address}?shop=2`));
  });

  it('says why there is nothing: never read, or not in this period', async () => {
    watchList({ syncedAt: null, problems: [{ shopId: 1, shopName: 'Московский', detail: 'Нет токена' }] });
    renderPage(<ReportsPage />, address);
    expect(await screen.findByText('За этот период отчётов нет')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Скачать/ })).toBeNull();
    expect(screen.getByText(/базовому Wildberries список отчётов не отдаёт/)).toBeInTheDocument();
    const shop = screen.getByRole('link', { name: 'Московский' });
    expect(shop.parentElement).toHaveTextContent('Московский: Нет токена');
    expect(shop).toHaveAttribute('href', hrefTo.shopTokens(1));
  });

  it('leads an account without shops to adding one, and one without the token to its shops', async () => {
    watchList({ syncedAt: null, problems: [], results: [] });
    renderPage(<ReportsPage />, address);
    expect(await screen.findByRole('link', { name: 'К магазинам' })).toHaveAttribute('href', paths.shops);
    cleanup();
    mockServer.use(mock(getProfileEndpoint, () => ({ ...mockProfile, shops: [] })));
    renderPage(<ReportsPage />, address);
    expect(await screen.findByText('Магазинов пока нет')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Добавить магазин' })).toHaveAttribute('href', paths.shops);
  });

  it('says what it does not know of a report: rows without a number, another sum of its own', async () => {
    mockServer.use(
      mock(getWeeklyReportEndpoint, () =>
        mockReportDetail(unlike, {
          findings: [],
          unnumberedRowCount: 2,
          ownDifferenceKopecks: 60_00,
          otherSignOf: 'CORRECTION',
        }),
      ),
    );
    await openReports('?report=2');
    expect(await screen.findByText(/Номер отчёта неизвестен: 2.строки этих дней/)).toBeInTheDocument();
    expect(screen.getByText(/«Корректировка вознаграждения» с обратным знаком/)).toBeInTheDocument();
  });

  it('saves every report in both formats', async () => {
    const { user } = await openReports();
    const { csv, xlsx } = await saveTable(user, 'Сверка отчётов');
    expect(csv).toHaveLength(4);
    expect(xlsx).toHaveLength(4);
    expect(csv[2]?.slice(0, 7)).toEqual([
      '307401555',
      '02.11.2026',
      '08.11.2026',
      'Московский',
      '99880,00',
      '100000,00',
      '-120,00',
    ]);
  });

  it('saves the kinds of a report with their operations, and every row of an operation', async () => {
    const { user } = await openReports('?report=2');
    const { csv: kinds, xlsx } = await saveTable(user, 'Отчёт по видам');
    expect(kinds.slice(1)).toEqual([
      ['К перечислению за товар', '', '', '130000,00', '130000,00', '0,00'],
      ['К перечислению за товар', 'Продажа', '120', '', '130000,00', ''],
      ['Логистика', '', '', '-30120,00', '-30000,00', '-120,00'],
      ['Логистика', 'Логистика', '120', '', '-30000,00', ''],
      ['Итого к оплате', '', '', '99880,00', '100000,00', '-120,00'],
    ]);
    expect(xlsx).toHaveLength(kinds.length);

    await user.click(screen.getByRole('button', { name: /^Логистика · 120.строк$/ }));
    await screen.findByRole('list', { name: 'Строки: Логистика' });
    const { csv, names } = await saveTable(user, 'Логистика');
    expect(csv).toHaveLength(2);
    expect(csv[1]).toEqual(expect.arrayContaining(['03.11.2026', 'srid-9001', '9001']));
    expect(names[1]).toBe('Отчёт № 307401555, Логистика.csv');
  });

  it('saves no rows of an operation when some are missing', async () => {
    mockServer.use(
      mock(listReportRowsEndpoint, () => ({ count: 2, next: null, previous: null, results: [] })),
    );
    const { user } = await openReports('?report=2');
    await user.click(await screen.findByRole('button', { name: /^Логистика · 120.строк$/ }));
    await pressSave(user, 'Логистика', 'xlsx');
    expect(plain((await screen.findByText(/Файл не сохранён/)).textContent)).toContain('пришло 0 из 2 строк');
  });

  it('saves no file that lacks reports, and says how many came', async () => {
    watchList({ count: 3, results: [unlike] });
    const { user } = await openReports();
    await pressSave(user, 'Сверка отчётов', 'csv');
    const toast = await screen.findByText(/Файл не сохранён/);
    expect(plain(toast.textContent)).toContain('пришло 1 из 3 строк');
  });

  it('says when the list cannot be read', async () => {
    mockServer.use(mock(listWeeklyReportsEndpoint, () => mockError(500, { detail: ['Отчёты не читаются'] })));
    renderPage(<ReportsPage />, address);
    expect(await screen.findByText('Отчёты не читаются')).toBeInTheDocument();
  });
});

const unlike: WeeklyReport = {
  id: 2,
  shopId: 1,
  shopName: 'Московский',
  reportId: 307_401_555,
  type: 1,
  from: '2026-11-02',
  to: '2026-11-08',
  createdOn: null,
  reportedKopecks: 60_00,
  reckonedKopecks: 0,
  differenceKopecks: 60_00,
  rowCount: 3,
  mark: 'UNPAID',
  note: '',
  markedAt: null,
};
