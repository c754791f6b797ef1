import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from './import-graph.ts';
import { tablesOfMigrations, tablesWrittenIn, UNNAMED } from './table-writes.ts';

/** Fills the demonstration and removes it, all tables of it: it is asked about those alone that nobody else writes. */
const DEMO = 'server/demo';
/** Files that put the name of the table into the statement, and the tables that they mean. */
const NAMED_ELSEWHERE: Record<string, string[]> = {
  'server/analytics/store-sales.ts': ['orders', 'report_rows', 'sales'],
  // By triggers of the table that it writes.
  'server/cards/card-summary.ts': ['card_search'],
  'server/cards/change-many.ts': ['card_tags'],
  // The queue's own table.
  'server/jobs/guard-keys.ts': [],
};

const tables = tablesOfMigrations();

/** `table → rooms that write it`, as the glossary says: the owner, and whoever does so beside it today. */
const promised = new Map(
  [
    ...(
      /## Таблицы и их комнаты\n([\s\S]*?)\n## /.exec(readFileSync('docs/glossary.md', 'utf8'))?.[1] ?? ''
    ).matchAll(/^\| (`.*?`) \| (`.*?`) \|(.*)\|$/gm),
  ].flatMap(([, names, owner, others]) =>
    quoted(names).map((name) => [name, [...quoted(owner), ...quoted(others)].sort()] as const),
  ),
);

function quoted(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => String(word));
}

function roomsByTable(): Map<string, string[]> {
  const rooms = new Map(tables.map((table) => [table, new Set<string>()]));
  for (const file of sourcesOf('server')) {
    const written = tablesWrittenIn(file, readFileSync(file, 'utf8'), new Set(tables));
    for (const table of [...written, ...(NAMED_ELSEWHERE[file] ?? [])]) {
      rooms.get(table)?.add(dirname(file));
    }
  }
  return new Map(
    [...rooms].map(([table, found]) => {
      const others = [...found].filter((room) => room !== DEMO).sort();
      return [table, others.length > 0 ? others : [...found]];
    }),
  );
}

describe('a table', () => {
  it('is written by the rooms alone that the glossary names', () => {
    expect(tables.length).toBeGreaterThan(30);
    expect(Object.fromEntries(roomsByTable())).toEqual(Object.fromEntries(promised));
  });

  it('is named where it is written to, so that its writers can be found', () => {
    const unnamed = sourcesOf('server').filter(
      (file) =>
        dirname(file) !== DEMO &&
        NAMED_ELSEWHERE[file] === undefined &&
        tablesWrittenIn(file, readFileSync(file, 'utf8'), new Set(tables)).includes(UNNAMED),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('a write', () => {
  const known = new Set(['cards', 'shops', 'stocks']);
  const written = (source: string) => tablesWrittenIn('example.ts', source, known);

  it('is found in calls of the query builder and in SQL', () => {
    expect(written("trx.updateTable('cards as card').set({})")).toEqual(['cards']);
    expect(written("db\n  .deleteFrom('shops')")).toEqual(['shops']);
    expect(written('sql`WITH a AS (UPDATE stocks SET amount = ${1}) insert into cards select`')).toEqual([
      'cards',
      'stocks',
    ]);
    expect(written("pool.query('DELETE FROM shops')")).toEqual(['shops']);
    expect(written('db.insertInto(table)')).toEqual([UNNAMED]);
    expect(written('sql`insert into ${sql.table(name)} (id)`')).toEqual([UNNAMED]);
  });

  it('is no read, no lock, no comment and no other table', () => {
    expect(written("// update cards\ndb.selectFrom('cards').forUpdate()")).toEqual([]);
    expect(written('sql`select from cards for update of cards; on conflict do update set x = 1`')).toEqual(
      [],
    );
    expect(written('sql`update job set x = 1`')).toEqual([]);
  });
});
