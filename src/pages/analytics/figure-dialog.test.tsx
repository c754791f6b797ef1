import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getProfitEndpoint } from '#contract/analytics.ts';
import type { EndpointQuery } from '#contract/endpoint.ts';
import { listProfitPartsEndpoint, listProfitRowsEndpoint, type ProfitPart } from '#contract/profit-parts.ts';
import { mockSide, mockTotals } from '#tests/mocks/analytics.ts';
import { mock, mockError } from '#tests/mocks/mock-endpoint.ts';
import { mockServer } from '#tests/setup/mock-server.ts';
import { renderPage } from '#tests/setup/render-page.tsx';
import { saveTable } from '#tests/support/exports/save-table.ts';
import { ProfitPage } from './profit-page.tsx';

const address = '/home/analytics/profit?from=2026-11-10&to=2026-11-13&shop=1';
const plainText = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');
const plain = (element: HTMLElement) => plainText(element.textContent);
const findDialog = (name: RegExp) => screen.findByRole('dialog', { name });
const linesOf = (dialog: HTMLElement) =>
  within(within(dialog).getByRole('list', { name: 'Из чего сложилось' }))
    .getAllByRole('button')
    .map(plain);

const PARTS: ProfitPart[] = [
  {
    kind: 'ROWS',
    source: 'report_rows',
    operation: 'Логистика',
    isReturn: false,
    count: 2,
    amount: 199_000_00,
  },
  { kind: 'ROWS', source: 'sales', operation: '', isReturn: true, count: 1, amount: 1_000_00 },
];

describe('own costs that are a share of revenue', () => {
  it('open with their name, percentage and amount, below zero where returns outweigh sales', async () => {
    const said = {
      id: 3,
      kind: 'SALARY' as const,
      name: 'Менеджер',
      from: '2026-11-01',
      shopId: null,
      isTaxDeductible: true,
      version: 1,
      updatedAt: '2026-11-20T14:05:00+03:00',
    };
    const cost = { ...said, amountKopecks: 1, to: '2026-11-13', nmId: null };
    mockServer.use(
      mock(listProfitPartsEndpoint, () => ({
        total: -15_00,
        parts: [
          {
            kind: 'OWN_COST' as const,
            cost,
            rate: { ...said, rateHundredths: 3_00, to: null },
            amount: -15_00,
          },
          // Of an older server: a cost of the same number, and no rate.
          { kind: 'OWN_COST' as const, cost: { ...cost, name: 'Пакеты' }, amount: 0 },
        ],
      })),
    );
    renderPage(<ProfitPage />, `${address}&of=OWN_COSTS`);
    const list = await within(await findDialog(/^Прочие расходы/)).findByRole('list', {
      name: 'Из чего сложилось',
    });
    expect(within(list).getAllByRole('listitem').map(plain)).toEqual([
      expect.stringMatching(
        /^Менеджер · 3 % от выручки · с 1 ноября( 2026)?, без срока · все магазины · учитывается в налоге−15 ₽$/,
      ),
      expect.stringMatching(/^Пакеты · 1 – 13 ноября( 2026)? · все магазины · учитывается в налоге0 ₽$/),
    ]);
  });
});

describe('a figure of the profit page', () => {
  it('opens from its tile down to srid, line by line, with its period, shops and basis', async () => {
    const asked: EndpointQuery<typeof listProfitPartsEndpoint>[] = [];
    mockServer.use(
      mock(listProfitPartsEndpoint, ({ query }) => {
        asked.push(query);
        return { total: 200_000_00, parts: PARTS };
      }),
    );
    const { user, router } = renderPage(<ProfitPage />, address);
    const tiles = within(await screen.findByRole('region', { name: 'Итоги периода' }));
    await user.click(await tiles.findByRole('button', { name: /^Прибыль: ≈.*из чего сложилось$/ }));
    let dialog = await findDialog(/^Прибыль: ≈.412.640.₽$/);
    expect(linesOf(dialog)).toEqual([
      'К перечислению≈ 1 500 000 ₽',
      'Себестоимость≈ −985 360 ₽',
      'Прочие расходы0 ₽',
      'НДС≈ 0 ₽',
      'Налог≈ −102 000 ₽',
    ]);
    await user.click(within(dialog).getByRole('button', { name: /^К перечислению/ }));
    dialog = await findDialog(/^К перечислению: /);
    await user.click(within(dialog).getByRole('button', { name: /^Логистика/ }));
    dialog = await findDialog(/^Логистика: ≈.−200.000.₽$/);
    await within(dialog).findByRole('list', { name: 'Из чего сложилось' });
    expect(linesOf(dialog)).toEqual([
      'Логистика · 2 строки · отчёт−199 000 ₽',
      'Возвраты, которых ещё нет в отчёте · 1 строка · лента продаж, предварительно−1 000 ₽',
    ]);
    expect(asked).toEqual([
      { from: '2026-11-10', to: '2026-11-13', shop: [1], basis: 'OWN', line: 'LOGISTICS' },
    ]);
    await user.click(within(dialog).getByRole('button', { name: /^Логистика ·/ }));
    const rows = await within(dialog).findByRole('list', { name: 'Строки: Логистика' });
    expect(within(rows).getAllByRole('listitem').map(plain)).toEqual([
      expect.stringContaining('srid srid-11'),
      expect.stringContaining('srid srid-12'),
    ]);
    expect(plain(rows)).toContain('отчёт № 700');
    await user.click(within(dialog).getByRole('button', { name: 'К перечислению' }));
    await findDialog(/^К перечислению: /);
    await router.navigate(-1);
    await findDialog(/^Логистика: /);
    // It is in the address; back goes up again.
    expect(router.state.location.search).toContain('of=-LOGISTICS');
    await router.navigate(-1);
    await findDialog(/^К перечислению: /);
    await user.click(within(screen.getByRole('dialog')).getByText('Закрыть'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.search).not.toContain('of=');
  });

  it('FO-09: says in its window what was pressed, in its sign: tiles, the way to the profit, cells of a card', async () => {
    const totals = mockTotals({
      correctionKopecks: -861_00,
      loyaltyKopecks: 7_00,
      acceptanceKopecks: 3_00,
      ownCostsKopecks: 11_00,
      vatKopecks: 13_00,
      deductionKopecks: 31_000_00,
    });
    const { from, to } = { from: '2026-11-10', to: '2026-11-13' };
    mockServer.use(
      mock(getProfitEndpoint, ({ query }) => ({
        basis: query.basis,
        SELECTED: mockSide(from, to, totals, 0),
        PREVIOUS: mockSide('2026-11-06', '2026-11-09', totals, 0),
        cardsWithoutCostPrice: 0,
        reportedUntil: to,
        syncedAt: null,
      })),
      mock(listProfitPartsEndpoint, () => ({ total: 0, parts: [] })),
    );
    const { user } = renderPage(<ProfitPage />, address);
    await screen.findByText('MUG-450-GR');
    const panelOf = (name: string) => screen.getByRole('heading', { name }).closest('section');
    const others = [panelOf('Показатели'), panelOf('Порог НДС')];
    const pressed = screen
      .getAllByRole('button', { name: /, из чего сложилось$/ })
      .filter((button) => !others.some((panel) => panel?.contains(button)));
    const way = screen.getByRole('table', { name: 'От выручки до прибыли' });
    expect(plain(way)).toContain('Прочее корректировки и компенсации861 ₽');
    expect(within(way).getAllByRole('button')).toHaveLength(17);
    const table = screen.getByRole('table', { name: 'Прибыль по карточкам' });
    const rowOfCard = within(table).getByText('MUG-450-GR').closest('tr');
    for (const button of pressed) {
      if (table.contains(button) && !rowOfCard?.contains(button)) continue;
      const [, value = ''] = /: (.*),/.exec(plainText(button.getAttribute('aria-label'))) ?? [];
      await user.click(button);
      const dialog = await screen.findByRole('dialog', { name: /: / });
      expect(plainText(within(dialog).getByRole('heading', { level: 2 }).textContent)).toMatch(
        new RegExp(`: ${value}$`),
      );
      await user.click(within(dialog).getByText('Закрыть'));
    }
  }, 120_000);

  it('is «≈» in its window where its days are preliminary; orders and own costs wait for no report', async () => {
    const { router } = renderPage(<ProfitPage />, `${address}&of=PROFIT`);
    await findDialog(/^Прибыль: ≈.412.640.₽$/);
    await router.navigate(`${address}&of=ORDERS`);
    await findDialog(/^Заказы: 1.284$/);
    await router.navigate(`${address}&of=OWN_COSTS`);
    await findDialog(/^Прочие расходы: 0.₽$/);
  });

  it('of a commission opens to incomes, which are taken off and keep their sign', async () => {
    renderPage(<ProfitPage />, `${address}&of=-COMMISSION`);
    const dialog = await findDialog(/^Комиссия: ≈.−250.000.₽$/);
    expect(linesOf(dialog)).toEqual(['− Выручка≈ 2 000 000 ₽', 'К перечислению за товар≈ 1 750 000 ₽']);
    expect(dialog).toHaveTextContent('Здесь — со знаком, с которым входит в прибыль.');
  });

  it('says of a row that a daily report has it', async () => {
    const row = { shopId: 1, day: '2026-11-12', nmId: 0 as const, cardId: null, vendorCode: '', title: '' };
    mockServer.use(
      mock(listProfitRowsEndpoint, () => ({
        count: 1,
        next: null,
        previous: null,
        results: [{ ...row, key: '9', srid: '', quantity: 0, reportId: null, isDaily: true, amount: 100 }],
      })),
    );
    const { user } = renderPage(<ProfitPage />, `${address}&of=LOGISTICS`);
    const dialog = await findDialog(/^Логистика: /);
    await user.click(await within(dialog).findByRole('button', { name: /^Логистика ·/ }));
    expect(plain(await screen.findByRole('list', { name: 'Строки: Логистика' }))).toContain(
      'ежедневный отчёт',
    );
  });

  it('says how it was counted, and of the sources of its line alone when they were read', async () => {
    const { user } = renderPage(<ProfitPage />, `${address}&of=LOGISTICS`);
    const dialog = await findDialog(/^Логистика: /);
    expect(within(dialog).getByText('Как посчитано').nextSibling).toHaveTextContent(/^Доставка/);
    const sources = () => within(dialog).getAllByRole('term').map(plain);
    expect(sources()).toEqual(['Отчёты Wildberries']);
    expect(plain(within(dialog).getByRole('definition'))).toMatch(/ноября.*, прочитано 20 ноября/);
    // The mocked second shop is not asked for.
    expect(within(dialog).queryByText(/Сибирь/)).not.toBeInTheDocument();
    await user.click(within(dialog).getByText('Закрыть'));
    await user.click(screen.getByRole('button', { name: 'Данные' }));
    const data = screen.getByRole('dialog', { name: 'Данные' });
    expect(within(data).getAllByRole('term').map(plain)).toEqual([
      'Лента заказов',
      'Лента продаж',
      'Отчёты Wildberries',
    ]);
    expect(plain(data)).toContain('Сибирь: данных ещё нет, ещё не прочитано');
    expect(plain(data)).toMatch(/Сибирь: [^:]*ноября[^:]*, чтение ещё не закончено$/);
  });

  it('opens from an address, says when there is nothing in it and when its sum is another by now', async () => {
    mockServer.use(mock(listProfitPartsEndpoint, () => ({ total: 0, parts: [] })));
    renderPage(<ProfitPage />, `${address}&of=PENALTY`);
    const dialog = await findDialog(/^Штрафы: ≈.5.130.₽$/);
    expect(await within(dialog).findByText('За эти дни здесь ничего нет.')).toBeVisible();
    expect(within(dialog).getByText(/теперь сумма — 0/)).toBeVisible();
  });

  it('of one card opens from its cell, with its share of what is no card’s; the whole opens from there', async () => {
    const asked: EndpointQuery<typeof listProfitPartsEndpoint>[] = [];
    mockServer.use(
      mock(listProfitPartsEndpoint, ({ query }) => {
        asked.push(query);
        const parts: ProfitPart[] = [...PARTS, { kind: 'SHARE', of: 90_000_00, amount: -500_00 }];
        return { total: 199_500_00, parts };
      }),
    );
    const { user, router } = renderPage(<ProfitPage />, address);
    const table = await screen.findByRole('table', { name: 'Прибыль по карточкам' });
    const [cell] = await within(table).findAllByRole('button', {
      name: new RegExp(`^Логистика: .*из чего сложилось$`),
    });
    // The first row is that of all cards.
    expect(cell?.closest('tr')).toHaveTextContent('Всего за период');
    const row = (await within(table).findByText('MUG-450-GR')).closest('tr');
    if (!row) throw new Error('No row of the card');
    await user.click(within(row).getByRole('button', { name: /^Логистика: / }));
    const dialog = await findDialog(/^Логистика: /);
    expect(plain(dialog)).toContain('Кружка');
    const share = (await within(dialog).findByText(/Доля того, что не относится к одной карточке/)).closest(
      'li',
    );
    expect(plain(share ?? dialog)).toMatch(/Московский: 90 000 ₽−500 ₽$/);
    expect(asked.at(-1)).toMatchObject({ line: 'LOGISTICS', shop: [1] });
    expect(asked.at(-1)?.nmId).toBeGreaterThan(0);
    const state = router.state.location.search;
    expect(state).toMatch(/of=LOGISTICS&card=1-\d+$/);
    await user.click(within(dialog).getByRole('link', { name: /90.000/ }));
    await findDialog(/^Логистика: ≈.200.000.₽$/);
    expect(router.state.location.search).not.toContain('card=');
  });

  it('of a card that was not sold on these days says so', async () => {
    renderPage(<ProfitPage />, `${address}&of=PROFIT&card=1-999`);
    const dialog = await findDialog(/^Прибыль$/);
    expect(await within(dialog).findByText(/у карточки нет ни заказов, ни продаж/)).toBeVisible();
  });

  it('of a tax says its income, its rate, the least of the year and what was owed before', async () => {
    const owed = (taxKopecks: number) => ({ vatKopecks: 0, taxKopecks });
    mockServer.use(
      mock(listProfitPartsEndpoint, () => ({
        total: 102_000_00,
        parts: [{ kind: 'SHOP' as const, shopId: 1, amount: 102_000_00 }],
        years: [
          {
            taxpayerId: 1,
            name: 'ИП Соколова',
            shopCount: 2,
            year: 2026,
            until: '2026-11-13',
            rates: [
              {
                basis: 'INCOME_MINUS_EXPENSES' as const,
                ratePercent: 7.5,
                vatPercent: 0,
                incomeKopecks: 20_000_000_00,
                expensesKopecks: 19_000_000_00,
                ...owed(75_000_00),
              },
            ],
            minimumKopecks: 200_000_00,
            before: owed(98_000_00),
            owed: owed(200_000_00),
          },
        ],
      })),
    );
    const { user } = renderPage(<ProfitPage />, `${address}&of=TAX`);
    const year = await screen.findByRole('region', { name: 'ИП Соколова, 2026' });
    expect(plain(year)).toBe(
      'ИП Соколова · 2026 · 2 магазинаДоходы − расходы, 7,5 % · с 20 000 000 ₽ − 19 000 000 ₽75 000 ₽' +
        'Минимальный налог, 1 % дохода · платят его, когда он больше200 000 ₽' +
        'Налог за 1 января – 13 ноября 200 000 ₽Было до 10 ноября · 1 января – 9 ноября−98 000 ₽' +
        'Выросло за эти дни 102 000 ₽',
    );
    const { csv, xlsx, names } = await saveTable(user, 'Как посчитан налог');
    expect(names[0]).toBe('Как посчитан налог 2026-11-10 — 2026-11-13.xlsx');
    expect(csv[0]).toEqual([
      'Налогоплательщик',
      'Год',
      'Магазинов',
      'Что',
      'Доходы, ₽',
      'Расходы, ₽',
      'Налог, ₽',
    ]);
    expect(csv.slice(1).map((row) => row.slice(4))).toEqual([
      ['20000000,00', '19000000,00', '75000,00'],
      ['', '', '200000,00'],
      ['', '', '200000,00'],
      ['', '', '-98000,00'],
      ['', '', '102000,00'],
    ]);
    expect(xlsx[5]?.slice(0, 4)).toEqual(['ИП Соколова', 2026, 2, 'Выросло за эти дни']);
    const shops = await saveTable(user, 'Слагаемые');
    expect(shops.csv.slice(1)).toEqual([['Московский', '', '', '', '102000,00']]);
  });

  it('that could not be opened is asked for again by hand', async () => {
    mockServer.use(mock(listProfitPartsEndpoint, () => mockError(500)));
    const { user } = renderPage(<ProfitPage />, `${address}&of=LOGISTICS`);
    const again = await screen.findByRole('button', { name: /Повторить|Попробовать/ }, { timeout: 10_000 });
    mockServer.use(mock(listProfitPartsEndpoint, () => ({ total: 200_000_00, parts: [] })));
    await user.click(again);
    expect(await screen.findByText('За эти дни здесь ничего нет.')).toBeVisible();
  });

  it('is saved by its parts, which add up to it', async () => {
    const parts: ProfitPart[] = [
      ...PARTS,
      {
        kind: 'ROWS',
        source: 'report_rows',
        operation: '=Возмещение',
        isReturn: false,
        count: 2,
        amount: 199_000_00,
      },
      { kind: 'SHARE', of: 90_000_05, amount: -500_05 },
    ];
    mockServer.use(mock(listProfitPartsEndpoint, () => ({ total: 398_499_95, parts })));
    const { user } = renderPage(<ProfitPage />, `${address}&of=LOGISTICS`);
    const { csv, xlsx, names } = await saveTable(user, 'Слагаемые');
    expect(names).toEqual([
      'Логистика, слагаемые 2026-11-10 — 2026-11-13.xlsx',
      'Логистика, слагаемые 2026-11-10 — 2026-11-13.csv',
    ]);
    expect(csv).toEqual([
      ['Что', 'Откуда', 'Строк', 'Доля от, ₽', 'Логистика, ₽'],
      ['Логистика', 'отчёт', '2', '', '199000,00'],
      ['Возвраты, которых ещё нет в отчёте', 'лента продаж, предварительно', '1', '', '1000,00'],
      ["'=Возмещение", 'отчёт', '2', '', '199000,00'],
      ['Доля того, что не относится к одной карточке', '', '', '90000,05', '-500,05'],
    ]);
    expect(xlsx[4]?.slice(3)).toEqual([{ kopecks: 90_000_05 }, { kopecks: -500_05 }]);
  });

  it('is saved row by row, all of them', async () => {
    mockServer.use(
      mock(listProfitRowsEndpoint, ({ query: { offset } }) => ({
        count: 2,
        next: offset === 0 ? '/next' : null,
        previous: null,
        results: [
          {
            key: String(offset),
            shopId: 1,
            day: '2026-11-10',
            nmId: 0,
            cardId: null,
            vendorCode: '',
            title: '=1+1',
            srid: '',
            note: 'К клиенту',
            quantity: 1,
            reportId: null,
            amount: 150,
          },
        ],
      })),
    );
    const { user } = renderPage(<ProfitPage />, `${address}&of=-LOGISTICS`);
    const dialog = await findDialog(/^Логистика/);
    await user.click(await within(dialog).findByRole('button', { name: /^Логистика ·/ }));
    await within(dialog).findByRole('list', { name: 'Строки: Логистика' });
    const { csv, xlsx } = await saveTable(user, 'Логистика');
    expect(csv).toHaveLength(3);
    expect(csv[1]).toEqual([
      '10.11.2026',
      'Московский',
      'Логистика',
      'К клиенту',
      '',
      '',
      "'=1+1",
      '',
      '0',
      '',
      '1',
      '-1,50',
    ]);
    expect(xlsx).toHaveLength(3);
    expect(xlsx[1]?.at(-1)).toEqual({ kopecks: -150 });
  });
});
