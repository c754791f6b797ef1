import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf } = bulk;

const change = (action: string, tags: string[] = []) => ({ kind: 'TAGS', action, tags });

async function setTags(cardId: number, tags: readonly string[]): Promise<void> {
  await sql`UPDATE cards SET tags = ${JSON.stringify(tags)} WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

async function tagsOf(): Promise<string[][]> {
  const rows = await bulk.test.database.db
    .selectFrom('cards')
    .select('tags')
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.tags);
}

describe('tags of many cards', () => {
  it.each([
    ['ADD', ['Сезон', 'хит'], ['Хит', 'Новинка', 'Сезон']],
    ['REMOVE', ['хит'], ['Новинка']],
    ['SET', [' Сезон ', 'сезон'], ['Сезон']],
    ['CLEAR', [], []],
  ])('%s: are seen before, and are so after', async (action, tags, expected) => {
    const [first] = await addCards(1);
    await setTags(first!, ['Хит', 'Новинка']);
    const { body: edit } = await create(undefined, change(action, tags));
    expect(await rowsOf(edit.id)).toMatchObject([
      { before: { tags: ['Хит', 'Новинка'] }, after: { tags: expected }, warnings: [] },
    ]);
    await apply(edit.id, 1);
    expect(await tagsOf()).toEqual([expected]);
    await rollBack(edit.id);
    expect(await tagsOf()).toEqual([['Хит', 'Новинка']]);
  });

  it('a card that has them already has no row, and one that would have too many stays as it is', async () => {
    const [first, second] = await addCards(2);
    await setTags(first!, ['хит']);
    await setTags(
      second!,
      Array.from({ length: 15 }, (_, index) => `Ярлык ${index}`),
    );
    const { body: edit } = await create(undefined, change('ADD', ['Хит']));
    expect(edit.counts).toMatchObject({ ready: 0, refused: 1 });
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: second, refusal: 'Вышло бы 16 ярлыков, можно не больше 15' },
    ]);
  });

  it('are left alone where somebody has added one since, before and after', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create(undefined, change('ADD', ['Хит']));
    await setTags(first!, ['Сезон']);
    expect((await apply(edit.id, 2)).body.counts).toMatchObject({ applied: 1, changed_since: 1 });
    await setTags(second!, ['Хит', 'Сезон']);
    expect((await rollBack(edit.id)).body.counts).toMatchObject({ kept: 1, rolled_back: 0 });
    expect(await tagsOf()).toEqual([['Сезон'], ['Хит', 'Сезон']]);
  });

  it('that say nothing, too much or nothing to do are refused', async () => {
    await addCards(1);
    for (const wrong of [change('ADD'), change('CLEAR', ['Хит']), change('SET', ['х'.repeat(16)])]) {
      expect((await create(undefined, wrong)).status).toBe(400);
    }
  });

  it('applied and rolled back are what they were, but for what others changed in between', async () => {
    const ids = await addCards(3);
    const tag = fc.constantFrom('Хит', 'хит', 'Сезон', 'Новинка', 'На вывод', '  Подарки');
    const tags = fc.uniqueArray(fc.constantFrom('Хит', 'Сезон', 'Новинка', 'На вывод'));
    const action = fc.constantFrom('SET', 'ADD', 'REMOVE', 'CLEAR');
    await fc.assert(
      fc.asyncProperty(
        fc.array(tags, { minLength: 3, maxLength: 3 }),
        action,
        fc.array(tag, { minLength: 1, maxLength: 4 }),
        fc.array(fc.option(tags), { minLength: 3, maxLength: 3 }),
        async (before, wanted, asked, others) => {
          for (const [index, id] of ids.entries()) await setTags(id, before[index]!);
          const { body: edit } = await create(undefined, change(wanted, wanted === 'CLEAR' ? [] : asked));
          if (edit.counts.ready === 0) return;
          await apply(edit.id, edit.counts.ready);
          const changed = await tagsOf();
          for (const [index, id] of ids.entries()) {
            if (others[index] != null) await setTags(id, others[index]);
          }
          await rollBack(edit.id);
          expect(await tagsOf()).toEqual(
            before.map((old, index) => {
              const other = others[index];
              if (other == null) return old;
              const isAsSet = JSON.stringify(other) === JSON.stringify(changed[index]);
              const wasChanged = JSON.stringify(old) !== JSON.stringify(changed[index]);
              // Who sets the very tags that the edit has set has changed nothing.
              return isAsSet && wasChanged ? old : other;
            }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});
