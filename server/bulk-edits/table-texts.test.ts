import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';

const bulk = testBulkEdits();
const { addCards, rowsOf, apply, rollBack } = bulk;

interface Texts {
  title: string;
  description: string;
}

const create = (rows: Record<string, unknown>[]) =>
  bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/table/', {
    body: { key: 'CARD_ID', rows: rows.map((row, index) => ({ line: index + 1, ...row })) },
  });

async function setTexts(cardId: number, { title, description }: Texts): Promise<void> {
  await sql`UPDATE cards SET title = ${title}, description = ${description} WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

async function textsOf(): Promise<Texts[]> {
  return await bulk.test.database.db
    .selectFrom('cards')
    .select(['title', 'description'])
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
}

describe('titles and descriptions of a table', () => {
  it('are written as a card stores them, found by their new words, and go back', async () => {
    const [id] = await addCards(1);
    const { body } = await create([
      {
        key: String(id),
        title: 'Чайник  дорожный ',
        description: 'Первая строка\r\n\r\n\r\nвторая',
        seen: { title: 'Кружка 1', description: '' },
      },
    ]);
    expect(body.edit.change).toEqual({ kind: 'TABLE', fields: ['title', 'description'] });
    expect(await rowsOf(body.edit.id)).toMatchObject([
      {
        before: { title: 'Кружка 1', description: '' },
        after: { title: 'Чайник дорожный', description: 'Первая строка\n\nвторая' },
      },
    ]);
    await apply(body.edit.id, 1);
    expect(await textsOf()).toEqual([{ title: 'Чайник дорожный', description: 'Первая строка\n\nвторая' }]);
    const { body: found } = await bulk.test.call(bulk.owner, 'GET', '/cards/?search=чайник');
    expect(found.count).toBe(1);
    await rollBack(body.edit.id);
    expect(await textsOf()).toEqual([{ title: 'Кружка 1', description: '' }]);
  });

  it('are refused where somebody has written others since, and where none could be stored', async () => {
    const ids = await addCards(4);
    await setTexts(ids[0]!, { title: 'Чужое', description: '' });
    await setTexts(ids[1]!, { title: 'Кружка 2', description: 'Чужое' });
    const { body } = await create([
      { key: String(ids[0]), title: 'Моё', seen: { title: 'Кружка 1' } },
      { key: String(ids[1]), description: 'Моё', seen: { description: '' } },
      // A description does not wait for a title.
      { key: String(ids[2]), title: 'Хит 🔥', seen: { title: 'Кружка 3' } },
      { key: String(ids[3]), title: ' ', seen: { title: 'Кружка 4' } },
    ]);
    const refusals = (await rowsOf(body.edit.id)).map((row: { refusal: string | null }) => row.refusal);
    expect(refusals).toEqual([
      'Изменилась с тех пор, как вы на неё смотрели: наименование «Кружка 1» → «Чужое»',
      'Изменилась с тех пор, как вы на неё смотрели: описание',
      'В наименовании вышли бы запрещённые символы: 🔥',
      'Наименование вышло бы пустым',
    ]);
  });

  it('longer than the marketplace takes, or with what no database holds, are none', async () => {
    const [id] = await addCards(1);
    const key = String(id);
    for (const wrong of [
      { title: 'х'.repeat(61) },
      { description: 'х'.repeat(5001) },
      { description: 'а\0б' },
      { title: 'Моё', seen: { title: '\ud83d' } },
    ]) {
      expect((await create([{ key, ...wrong }])).status).toBe(400);
    }
    expect((await create([{ key, title: 'х'.repeat(60), description: 'х'.repeat(5000) }])).status).toBe(201);
  });

  it('applied and rolled back are what they were, but for what others wrote in between', async () => {
    const ids = await addCards(3);
    const title = fc.constantFrom('Кружка', 'Кружка синяя', 'Чайник', 'Ваза {цвет}');
    const description = fc.constantFrom('', 'Строка', 'Строка\nи ещё', '"В кавычках"');
    const texts = fc.record({ title, description });
    const wanted = fc
      .record({ title, description }, { requiredKeys: [] })
      .filter((one) => Object.keys(one).length > 0);
    const three = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        three(texts),
        three(wanted),
        three(fc.option(description)),
        async (before, asked, others) => {
          for (const [index, id] of ids.entries()) await setTexts(id, before[index]!);
          const { body } = await create(
            asked.map((row, index) => ({ key: String(ids[index]), ...row, seen: before[index] })),
          );
          const ready = body.edit.counts.ready;
          if (ready === 0) return;
          await apply(body.edit.id, ready);
          const changed = await textsOf();
          expect(changed).toEqual(before.map((old, index) => ({ ...old, ...asked[index] })));
          for (const [index, id] of ids.entries()) {
            const other = others[index];
            if (other != null) await setTexts(id, { ...changed[index]!, description: other });
          }
          await rollBack(body.edit.id);
          expect(await textsOf()).toEqual(
            before.map((old, index) => {
              const other = others[index];
              if (other == null || other === changed[index]!.description) return old;
              return { ...old, description: other };
            }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });
});
