import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();
const { addCards, rowsOf, apply, rollBack } = bulk;

interface Details {
  brand: string;
  length_cm: number;
  weight_kg: number;
  tags: string[];
}

const PLAIN: Details = { brand: 'Юг', length_cm: 10, weight_kg: 0.4, tags: ['Хит'] };

const create = (rows: Record<string, unknown>[]) =>
  bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
    body: { key: 'CARD_ID', rows: rows.map((row, index) => ({ line: index + 1, ...row })) },
  });

async function setDetails(cardId: number, details: Details): Promise<void> {
  const { brand, length_cm: lengthCm, weight_kg: weightKg, tags } = details;
  const dimensions = { lengthCm, widthCm: 5, heightCm: 5, weightKg };
  await sql`UPDATE cards SET brand = ${brand}, dimensions = ${JSON.stringify(dimensions)}::jsonb,
    tags = ${JSON.stringify(tags)}::jsonb WHERE id = ${cardId}`.execute(bulk.test.database.db);
}

async function detailsOf(): Promise<Details[]> {
  const rows = await bulk.test.database.db
    .selectFrom('cards')
    .select(['brand', 'dimensions', 'tags'])
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ brand, tags, dimensions }) => ({
    brand,
    tags,
    length_cm: dimensions.lengthCm,
    weight_kg: dimensions.weightKg,
  }));
}

describe('brand, package and tags of a table', () => {
  it('are looked at, applied, and go back', async () => {
    const ids = await addCards(2);
    for (const id of ids) await setDetails(id, PLAIN);
    const { body } = await create([
      {
        key: String(ids[0]),
        brand: ' Новый  бренд ',
        weight_kg: 0.5004,
        seen: { brand: 'Юг', weight_kg: 0.4 },
      },
      { key: String(ids[1]), length_cm: 0, tags: ['Лето', 'лето'], seen: { length_cm: 10, tags: ['Хит'] } },
    ]);
    expect(body.edit).toMatchObject({
      change: { kind: 'TABLE', fields: ['brand', 'lengthCm', 'weightKg', 'tags'] },
      counts: { ready: 2, refused: 0 },
    });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      { before: { brand: 'Юг', weight_kg: 0.4 }, after: { brand: 'Новый бренд', weight_kg: 0.5 } },
      { after: { length_cm: 0, tags: ['Лето'] }, warnings: ['NO_DIMENSIONS'] },
    ]);
    await apply(body.edit.id, 2);
    expect(await detailsOf()).toEqual([
      { ...PLAIN, brand: 'Новый бренд', weight_kg: 0.5 },
      { ...PLAIN, length_cm: 0, tags: ['Лето'] },
    ]);
    await rollBack(body.edit.id);
    expect(await detailsOf()).toEqual([PLAIN, PLAIN]);
  });

  it('are emptied, with the description, where they may be; the title may not', async () => {
    const ids = await addCards(2);
    for (const id of ids) await setDetails(id, PLAIN);
    const { accountId } = bulk.owner;
    const describe = (text: string) =>
      sql`UPDATE cards SET description = ${text} WHERE account_id = ${accountId}`.execute(
        bulk.test.database.db,
      );
    await describe('Для чая');
    const emptied = { brand: '', description: '', length_cm: 0, tags: [] };
    const seen = { brand: 'Юг', description: 'Для чая', length_cm: 10, tags: ['Хит'] };
    const { body } = await create([
      { key: String(ids[0]), ...emptied, seen },
      { key: String(ids[1]), title: '', seen: { title: 'Кружка 2' } },
    ]);
    expect(await rowsOf(body.edit.id)).toMatchObject([
      { before: seen, after: emptied, warnings: ['NO_DIMENSIONS'] },
      { state: 'REFUSED', refusal: 'Наименование вышло бы пустым' },
    ]);
    await apply(body.edit.id, 1);
    expect(await detailsOf()).toEqual([{ ...PLAIN, brand: '', length_cm: 0, tags: [] }, PLAIN]);
    await rollBack(body.edit.id);
    expect(await detailsOf()).toEqual([PLAIN, PLAIN]);
    const { description } = await bulk.test.database.db
      .selectFrom('cards')
      .select('description')
      .where('account_id', '=', accountId)
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow();
    expect(description).toBe('Для чая');
  });

  it('are refused where somebody has changed that very value since', async () => {
    const ids = await addCards(4);
    for (const id of ids) await setDetails(id, PLAIN);
    await setDetails(ids[0]!, { ...PLAIN, brand: '' });
    await setDetails(ids[1]!, { ...PLAIN, weight_kg: 0.75 });
    await setDetails(ids[2]!, { ...PLAIN, tags: ['Хит', 'Сезон'] });
    // A length does not wait for a weight.
    await setDetails(ids[3]!, { ...PLAIN, weight_kg: 0.75 });
    const { body } = await create([
      { key: String(ids[0]), brand: 'Моё', seen: { brand: 'Юг' } },
      { key: String(ids[1]), weight_kg: 0.5, seen: { weight_kg: 0.4 } },
      { key: String(ids[2]), tags: ['Лето'], seen: { tags: ['Хит'] } },
      { key: String(ids[3]), length_cm: 11, seen: { length_cm: 10 } },
    ]);
    const refusals = (await rowsOf(body.edit.id)).map((row: { refusal: string | null }) => row.refusal);
    const since = 'Изменилась с тех пор, как вы на неё смотрели: ';
    expect(refusals).toEqual([
      `${since}бренд «Юг» → не указан`,
      `${since}вес 0,4 кг → 0,75 кг`,
      `${since}ярлыки «Хит» → «Хит, Сезон»`,
      null,
    ]);
  });

  it('and texts that a row has seen and does not change are compared with what the card has', async () => {
    const ids = await addCards(2);
    for (const id of ids) await setDetails(id, PLAIN);
    await sql`UPDATE cards SET description = 'Для чая' WHERE account_id = ${bulk.owner.accountId}`.execute(
      bulk.test.database.db,
    );
    const { body } = await create([
      { key: String(ids[0]), length_cm: 11, seen: { tags: ['Хит'], description: 'Для чая' } },
      { key: String(ids[1]), length_cm: 11, seen: { tags: [], description: '' } },
    ]);
    expect((await rowsOf(body.edit.id)).map((row: { refusal: string | null }) => row.refusal)).toEqual([
      null,
      'Изменилась с тех пор, как вы на неё смотрели: описание, ярлыки нет → «Хит»',
    ]);
  });

  it('applied and rolled back are what they were, but for what others changed in between', async () => {
    const ids = await addCards(2);
    const details = fc.record({
      brand: fc.constantFrom('', 'Юг', 'Север'),
      length_cm: fc.nat(3),
      weight_kg: fc.constantFrom(0, 0.4, 1.234),
      tags: fc.subarray(['Хит', 'Лето', 'Сезон']),
    });
    const wanted = fc
      .record(
        {
          brand: fc.constantFrom('', 'Юг', 'Север'),
          length_cm: fc.nat(3),
          weight_kg: fc.constantFrom(0, 0.4, 1.234),
          tags: fc.subarray(['Хит', 'Лето', 'Сезон']),
        },
        { requiredKeys: [] },
      )
      .filter((one) => Object.keys(one).length > 0);
    const two = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 2, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(
        two(details),
        two(wanted),
        two(fc.option(fc.nat(3))),
        async (before, asked, others) => {
          for (const [index, id] of ids.entries()) await setDetails(id, before[index]!);
          const { body } = await create(
            asked.map((row, index) => ({ key: String(ids[index]), ...row, seen: before[index] })),
          );
          const ready = body.edit.counts.ready;
          if (ready === 0) return;
          await apply(body.edit.id, ready);
          const changed = await detailsOf();
          expect(changed).toEqual(before.map((old, index) => ({ ...old, ...asked[index] })));
          for (const [index, id] of ids.entries()) {
            const other = others[index];
            if (other != null) await setDetails(id, { ...changed[index]!, length_cm: other });
          }
          await rollBack(body.edit.id);
          expect(await detailsOf()).toEqual(
            before.map((old, index) => {
              const other = others[index];
              // Who sets the very value that the edit has set has changed nothing.
              if (other == null || other === changed[index]!.length_cm) return old;
              return { ...old, length_cm: other };
            }),
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});
