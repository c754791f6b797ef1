import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts';
import { writeOutPages, type Ask } from './write-out-pages.ts';

let database: EmbeddedDatabase;
beforeAll(async () => (database = await openEmbeddedDatabase()));
afterAll(() => database.close());

it('writes each changed page to its file once, a few at a time, and what stands in them stays', async () => {
  await database.pool.query('CREATE TABLE notes (id integer)');
  await database.pool.query('INSERT INTO notes SELECT generate_series(1, 300000)');
  const questions: { text: string; numbers: unknown }[] = [];
  const ask: Ask = (text, values) => {
    questions.push({ text, numbers: values?.[0] });
    return database.pool.query(text, values);
  };
  const pages = await writeOutPages(ask);
  expect(pages).toBeGreaterThan(1000);
  const written = questions.flatMap(({ numbers }) => (Array.isArray(numbers) ? [numbers] : []));
  expect(Math.max(...written.map((numbers) => numbers.length))).toBe(512);
  expect(written.flat()).toHaveLength(pages);

  // Made once: each making is a change of the catalogue.
  const makings = () => questions.filter(({ text }) => text.includes('CREATE FUNCTION')).length;
  expect(makings()).toBe(1);
  // A page or two of the engine's own are changed by the look itself.
  expect(await writeOutPages(ask)).toBeLessThan(20);
  expect(makings()).toBe(1);
  expect((await database.pool.query('SELECT sum(id)::text AS sum FROM notes')).rows).toEqual([
    { sum: '45000150000' },
  ]);
});
