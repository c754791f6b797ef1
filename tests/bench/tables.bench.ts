import { setTimeout as pause } from 'node:timers/promises';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import type { Backend } from '#tests/e2e/support/backend.ts';
import type { Figure } from './figures.ts';
import { type Call, signIn, type TimedAnswer, waitOf, warmUp } from './other-user.ts';
import { memoryMbOf } from './process-memory.ts';

const LOOK_MS = 100;
const CREATE_GOALS_PER_S = { embedded: 500, PostgreSQL: 2_000 };
/** 50 000 rows in ten seconds. */
const CHECK_GOAL_PER_S = 5_000;
/** Of a file that is streamed: what is on its way, whatever the number of rows. */
const EXPORT_GOAL_MB = 60;
const KNOWN_ROWS = 10_000;

type Busy = Awaited<ReturnType<typeof signIn>>;

/** Spreadsheets of a big account, out and in, and how long another user waits meanwhile. */
export async function benchTables(
  backend: Backend,
  kind: keyof typeof CREATE_GOALS_PER_S,
  cards: number,
): Promise<Figure[]> {
  const busy = await signIn(backend.url, 'big');
  const other = await signIn(backend.url, 'demo');
  await warmUp(other);
  const figures: Figure[] = [];
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const { seconds, figure } = await waitOf(
      `longest wait of another user, ${kind}, beside ${what}`,
      other,
      work,
    );
    figures.push(figure);
    return seconds;
  };
  const rate = (name: string, rows: number, seconds: number, goal: number) =>
    figures.push({
      name: `${name}, ${kind}`,
      value: rows / seconds,
      unit: 'rows/s',
      goal,
      better: 'larger',
    });

  const size = cards.toLocaleString('ru-RU');
  let exported = '';
  for (const format of ['xlsx', 'csv'] as const) {
    const before = memoryMbOf(backend.pid);
    let most = before;
    const chunks: Uint8Array[] = [];
    const watch = setInterval(() => (most = Math.max(most, memoryMbOf(backend.pid))), LOOK_MS);
    await timed(`an export of ${size} cards to ${format.toUpperCase()}`, async () => {
      const response = await busy.raw('/cards/export/', { selection: { filter: {} }, format });
      if (!response.ok) throw new Error(`The export answered ${response.status}`);
      // Put together afterwards: that would hold up the other user, who is in this process.
      for await (const chunk of response.body ?? []) if (format === 'csv') chunks.push(chunk);
    });
    clearInterval(watch);
    if (format === 'csv') exported = Buffer.concat(chunks).toString('utf8');
    figures.push({
      name: `memory for an export of ${size} cards to ${format.toUpperCase()}, ${kind}`,
      value: most - before,
      unit: 'MB',
      goal: EXPORT_GOAL_MB,
      better: 'smaller',
    });
  }

  const { body: list } = await busy('/cards/?limit=1');
  const rows = MAX_IMPORT_ROWS.toLocaleString('ru-RU');
  const fresh = newCards(list.results?.[0]?.subject_name ?? '', MAX_IMPORT_ROWS);
  const kept = await keepAndCheck(busy, timed, rate, `a file of ${rows} new cards`, fresh, MAX_IMPORT_ROWS);
  if (kept.counts?.fresh !== MAX_IMPORT_ROWS) throw new Error(`Not all are new: ${JSON.stringify(kept)}`);
  const creating = await timed(`the creation of ${rows} cards`, async () => {
    await answered(busy(`/cards/imports/${kept.id}/creating/`, { expected_count: MAX_IMPORT_ROWS }), 200);
    await untilState(busy, kept.id ?? 0, 'CREATED');
  });
  rate(`creation of ${rows} cards of a file`, MAX_IMPORT_ROWS, creating, CREATE_GOALS_PER_S[kind]);

  const known = withOtherPrices(exported, KNOWN_ROWS);
  const knownRows = known.length - 1;
  const looked = await keepAndCheck(
    busy,
    timed,
    rate,
    `a file of ${knownRows.toLocaleString('ru-RU')} known cards`,
    known.join('\n'),
    knownRows,
  );
  if (looked.counts?.changed !== knownRows)
    throw new Error(`Not all are changed: ${JSON.stringify(looked.counts)}`);
  return figures;
}

async function keepAndCheck(
  busy: Busy,
  timed: (what: string, work: () => Promise<unknown>) => Promise<number>,
  rate: (name: string, rows: number, seconds: number, goal: number) => void,
  what: string,
  text: string,
  rows: number,
): Promise<TimedAnswer> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'товары.csv');
  let kept: TimedAnswer = {};
  rate(
    `keeping ${what}`,
    rows,
    await timed(`keeping ${what}`, async () => (kept = await answered(busy('/cards/imports/', form), 201))),
    CHECK_GOAL_PER_S,
  );
  const checking = await timed(`a look at ${what}`, async () => {
    await answered(busy(`/cards/imports/${kept.id}/checking/`, { meanings: kept.meanings }), 200);
    kept = await untilState(busy, kept.id ?? 0, 'READY');
  });
  rate(`a look at ${what}`, rows, checking, CHECK_GOAL_PER_S);
  return kept;
}

async function untilState(call: Call, id: number, wanted: string): Promise<TimedAnswer> {
  for (;;) {
    const { status, body } = await call(`/cards/imports/${id}/`);
    if (status !== 200) throw new Error(`The import answered ${status}`);
    if (body.state === wanted) return body;
    if (body.state === 'STOPPED') throw new Error('The import stopped');
    await pause(LOOK_MS);
  }
}

async function answered(asked: ReturnType<Call>, wanted: number): Promise<TimedAnswer> {
  const { status, body } = await asked;
  if (status !== wanted) throw new Error(`Answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function newCards(subjectName: string, count: number): string {
  const head = 'Артикул продавца;Название;Предмет;Описание;Цена;Скидка;Себестоимость';
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `new-${index};Товар новый ${index};${subjectName};Товар из таблицы, строка ${index};${1000 + (index % 500)};10;300`,
  );
  return [head, ...rows].join('\n');
}

/**
 * The first cards of an exported table, each a rouble dearer, no more than it has: lines, the headings first. Its first columns hold no
 * delimiter.
 */
function withOtherPrices(exported: string, count: number): string[] {
  const [heading = '', ...lines] = exported.replace('\uFEFF', '').trimEnd().split('\r\n');
  const priceColumn = heading.split(';').indexOf('Цена, ₽');
  const rows = lines.slice(0, count).map((line) => {
    const cells = line.split(';');
    return `${cells[0]};${String(Number(cells[priceColumn]) + 1)}`;
  });
  return ['Артикул продавца;Цена', ...rows];
}
