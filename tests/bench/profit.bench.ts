import { sql } from 'kysely';
import { profitGroups } from '#contract/analytics.ts';
import { keepDayLines } from '#server/analytics/keep-day-lines.ts';
import { keepCards } from '#server/analytics/kept-cards.ts';
import { addDays, moscowDay } from '#server/analytics/moscow-days.ts';
import { readProfit } from '#server/analytics/read-profit.ts';
import { readProfitCards } from '#server/analytics/read-profit-cards.ts';
import { readProfitParts } from '#server/analytics/read-profit-parts.ts';
import { readProfitRows } from '#server/analytics/read-profit-rows.ts';
import { readProfitShops } from '#server/analytics/read-profit-shops.ts';
import { reckonAhead } from '#server/analytics/reckon-ahead.ts';
import { requestedShops } from '#server/analytics/requested-shops.ts';
import { type Database, type Db, openDatabase, type Trx } from '#server/db/database.ts';
import { insertAccount, insertCard } from '#tests/support/analytics/fixtures.ts';
import { type Figure, median, percentile } from './figures.ts';

const SHOPS = 5;
const ORDERS_PER_CARD = 3;
const DAYS = 365;
const LOOKS = 40;
const FIRST_LOOKS = 12;
/** What is ordered and sold changes for two weeks, what is reported for six; the third is a correction. */
const CHANGED_DAYS_AGO = [3, 30, 200];
const ORDERINGS = ['-orders', 'margin', '-revenue', 'profit'] as const;
const PAGE_GOAL_MS = 300;
const OPENED = 5;
/** What has a moment of its own, and shows that it is coming. */
const OPEN_GOAL_MS = 1_000;

/** A year of «Заказы и продажи» beside the year before it, from the sums of days; and how long those take to be made. */
export async function benchProfit(databaseUrl: string, cards: number): Promise<Figure[]> {
  const database = await openDatabase({ databaseUrl });
  try {
    const accountId = await database.transaction((trx) => fill(trx, cards));
    const startedAt = performance.now();
    await keepDayLines(database, accountId);
    const keptMs = performance.now() - startedAt;
    // As autovacuum leaves it, which would begin beside the first figures.
    await sql`VACUUM (ANALYZE)`.execute(database.db);
    const to = moscowDay(new Date());
    const query = { from: addDays(to, 1 - DAYS), to, basis: 'OWN' as const };
    const { db } = database;
    const reader = { accountId, userId: 0 };
    const size = cards.toLocaleString('ru-RU');
    // What the page of a year asks for at once.
    const parts: [what: string, look: () => Promise<unknown>][] = [
      ['sums and days', () => readProfit(db, reader, query)],
      ['days × shops', () => readProfitShops(db, reader, query)],
    ];
    const figures: Figure[] = [];
    for (const [what, look] of parts) {
      const looks: number[] = [];
      for (let turn = 0; turn < LOOKS; turn += 1) {
        const askedAt = performance.now();
        await look();
        looks.push(performance.now() - askedAt);
      }
      figures.push({
        name: `profit of a year, ${size} cards in ${SHOPS} shops, PostgreSQL: ${what}, p95`,
        value: percentile(looks, 0.95),
        unit: 'ms',
        goal: PAGE_GOAL_MS,
        better: 'smaller',
        note: `median ${Math.round(median(looks))} ms; all days summed in ${Math.round(keptMs / 1000)} s`,
      });
    }
    figures.push(...(await cardFigures(database, accountId, { ...query, cards })));
    const opened = await openFigures(db, accountId, { ...query, cards });
    return [...figures, ...opened];
  } finally {
    await database.close();
  }
}

/** The first cards with their groups and their curve: where something has changed since the last look, and where nothing has. */
async function cardFigures(
  database: Database,
  accountId: number,
  { cards, ...period }: { from: string; to: string; basis: 'OWN'; cards: number },
): Promise<Figure[]> {
  const { db } = database;
  const ahead = reckonAhead(database, keepCards(database));
  const query = { ...period, limit: 50, offset: 0, ordering: '-profit' as const, shopRows: true };
  const look = async (part: Partial<Parameters<typeof readProfitCards>[2]>, { reckonCards } = ahead) => {
    const askedAt = performance.now();
    await readProfitCards(db, { accountId }, { ...query, ...part }, reckonCards);
    return performance.now() - askedAt;
  };
  const name = `profit of a year, ${cards.toLocaleString('ru-RU')} cards in ${SHOPS} shops, PostgreSQL: first cards, groups and their curve`;
  const figures: Figure[] = [];
  const dayBefore = { from: addDays(period.from, -1), to: addDays(period.to, -1) };
  for (const [when, days] of [
    ['of a process', dayBefore],
    ['of a day', {}],
  ] as const)
    figures.push({
      name: `${name}, for the first time ${when}`,
      value: await look(days),
      unit: 'ms',
      goal: OPEN_GOAL_MS,
      better: 'smaller',
    });
  const changes = [
    ...CHANGED_DAYS_AGO.map((daysAgo) => ({ daysAgo, isLater: false })),
    { daysAgo: 30, isLater: true },
  ];
  for (const { daysAgo, isLater } of changes) {
    const times: number[] = [];
    for (let turn = 0; turn < FIRST_LOOKS; turn += 1) {
      const { numAffectedRows } = await sql`UPDATE orders SET price_with_disc_kopecks = ${200_000 + turn}
        WHERE account_id = ${accountId} AND srid = any(array(
          SELECT srid FROM orders WHERE account_id = ${accountId} AND day = moscow_today() - ${daysAgo}::int LIMIT 20))`.execute(
        db,
      );
      if (!numAffectedRows) throw new Error(`Nothing was ordered ${daysAgo} days ago`);
      await keepDayLines(database, accountId);
      if (isLater) await ahead.catchUp();
      times.push(await look({}));
    }
    figures.push({
      name: `${name}, after orders of ${daysAgo} days ago changed${isLater ? ', half a minute later' : ''}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      goal: PAGE_GOAL_MS,
      better: 'smaller',
      note: `median ${Math.round(median(times))} ms`,
    });
  }
  const nexts: number[] = [];
  for (let turn = 0; turn < LOOKS; turn += 1) {
    nexts.push(await look({ offset: 50 * turn }));
    nexts.push(await look({ ordering: ORDERINGS[turn % ORDERINGS.length] ?? 'profit' }));
    nexts.push(await look({ group: profitGroups[turn % profitGroups.length] }));
    nexts.push(await look({ search: `кружка ${turn}` }));
  }
  const next = reckonAhead(database, keepCards(database));
  await next.takeOver();
  const tookOverAt = performance.now();
  await next.catchUp();
  const aheadMs = performance.now() - tookOverAt;
  return [
    ...figures,
    {
      name: `${name}, for the first time of a process that has taken over`,
      value: await look({}, next),
      unit: 'ms',
      goal: PAGE_GOAL_MS,
      better: 'smaller',
      note: `reckoned ahead in ${Math.round(aheadMs)} ms`,
    },
    {
      name: `${name}, next page, order, group, search, p95`,
      value: percentile(nexts, 0.95),
      unit: 'ms',
      goal: PAGE_GOAL_MS,
      better: 'smaller',
      note: `median ${Math.round(median(nexts))} ms, longest ${Math.round(Math.max(...nexts))} ms`,
    },
  ];
}

/** What a person waits for who opens a figure of the year. */
async function openFigures(
  db: Db,
  accountId: number,
  { cards, ...query }: { from: string; to: string; basis: 'OWN'; cards: number },
): Promise<Figure[]> {
  const [shop] = (await requestedShops(db, accountId, undefined)).map(({ shopId }) => shopId);
  if (shop === undefined) throw new Error('No shop');
  const rows = { line: 'LOGISTICS', source: 'report_rows', operation: 'Продажа', isReturn: 'false' } as const;
  const ofCard = { shop: [shop], nmId: SHOPS };
  const looks: [what: string, look: () => Promise<unknown>][] = [
    ['operations of «Логистика»', () => readProfitParts(db, accountId, { ...query, line: 'LOGISTICS' })],
    ['operations of «Себестоимость»', () => readProfitParts(db, accountId, { ...query, line: 'COGS' })],
    ['its rows', () => readProfitRows(db, accountId, { ...query, ...rows, limit: 50, offset: 0 })],
    ['the tax', () => readProfitParts(db, accountId, { ...query, line: 'TAX' })],
    [
      '«Логистика» of one card',
      () => readProfitParts(db, accountId, { ...query, ...ofCard, line: 'LOGISTICS' }),
    ],
  ];
  const figures: Figure[] = [];
  for (const [what, look] of looks) {
    const times: number[] = [];
    for (let turn = 0; turn < OPENED; turn += 1) {
      const askedAt = performance.now();
      await look();
      times.push(performance.now() - askedAt);
    }
    figures.push({
      name: `a figure of a year opens, ${cards.toLocaleString('ru-RU')} cards, PostgreSQL: ${what}`,
      value: median(times),
      unit: 'ms',
      goal: OPEN_GOAL_MS,
      better: 'smaller',
    });
  }
  return figures;
}

/** Two years of reports and orders, and ninety days of sales. */
async function fill(db: Trx, cards: number): Promise<number> {
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  const { accountId, shopIds } = await insertAccount(db, { shops: SHOPS });
  // One card as every card is made, the others after its image.
  await insertCard(db, accountId, { nmIds: {} });
  await sql`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, cost_price_kopecks, nm_id, search_text)
    SELECT ${accountId}, 'C-' || n, 'Кружка ' || n, 812, 20000 + n % 900, n, 'кружка ' || n
    FROM generate_series(1, ${cards}::int) n`.execute(db);
  await sql`
    INSERT INTO shop_cards (account_id, card_id, shop_id, vendor_code, nm_id)
    SELECT card.account_id, card.id, (${shopIds}::bigint[])[1 + (card.nm_id - 1) % ${SHOPS}::int], card.vendor_code, card.nm_id
    FROM cards card WHERE card.account_id = ${accountId} AND card.nm_id IS NOT NULL`.execute(db);
  const perYear = cards * ORDERS_PER_CARD;
  const rows = sql`
    SELECT n, (${shopIds}::bigint[])[1 + n % ${SHOPS}::int] AS shop_id, 1 + n % ${cards}::int AS nm_id,
      moscow_today() - ((n::bigint * 7919) % ${2 * DAYS}::int)::int AS day
    FROM generate_series(1, ${2 * perYear}::int) n`;
  await sql`
    INSERT INTO orders (shop_id, srid, account_id, day, nm_id, vendor_code, price_with_disc_kopecks, is_cancel, changed_at)
    SELECT shop_id, 'u' || n, ${accountId}, day, nm_id, 'C-' || nm_id, 100000, n % 9 = 0, now() FROM (${rows}) row`.execute(
    db,
  );
  await sql`
    INSERT INTO sales (shop_id, sale_id, account_id, day, nm_id, vendor_code, is_return, price_with_disc_kopecks,
      finished_price_kopecks, for_pay_kopecks, srid, changed_at)
    SELECT shop_id, 'S' || n, ${accountId}, day, nm_id, 'C-' || nm_id, false, 100000, 90000, 70000, 'u' || n, now()
    FROM (${rows}) row WHERE day > moscow_today() - 90`.execute(db);
  await sql`
    INSERT INTO report_rows (shop_id, rrd_id, account_id, day, nm_id, vendor_code, doc_type_name, operation, quantity,
      retail_price_with_disc_kopecks, retail_amount_kopecks, for_pay_kopecks, delivery_kopecks, rebill_logistic_kopecks,
      storage_kopecks, acceptance_kopecks, penalty_kopecks, deduction_kopecks, loyalty_kopecks, correction_kopecks, srid)
    SELECT shop_id, n, ${accountId}, day, nm_id, 'C-' || nm_id, 'Продажа', 'Продажа', 1, 100000, 90000, 70000, 5000, 0,
      0, 0, 0, 0, 0, 0, 'u' || n
    FROM (${rows}) row WHERE day < moscow_today() - 5`.execute(db);
  // What is no goods': each week each shop is charged for its storage and withheld for its advertising.
  await sql`
    INSERT INTO report_rows (shop_id, rrd_id, account_id, day, nm_id, vendor_code, doc_type_name, operation, operation_note, quantity,
      retail_price_with_disc_kopecks, retail_amount_kopecks, for_pay_kopecks, delivery_kopecks, rebill_logistic_kopecks,
      storage_kopecks, acceptance_kopecks, penalty_kopecks, deduction_kopecks, loyalty_kopecks, correction_kopecks, srid)
    SELECT shop_id, -n, ${accountId}, moscow_today() - 6 - 7 * n, 0, '', '', 'Хранение', 'Оказание услуг «WB Продвижение»', 0,
      0, 0, 0, 0, 0, 1234567, 0, 700, 7654321, 0, 0, ''
    FROM unnest(${shopIds}::bigint[]) shop_id, generate_series(1, 103) n`.execute(db);
  await sql`ANALYZE`.execute(db);
  return accountId;
}
