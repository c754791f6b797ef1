import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { DRESSES } from '#tests/support/cards/fixtures.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf } = bulk;

const COLOUR = 14177449;
const template = (text: string, field = 'title') => ({ kind: 'TEMPLATE', field, template: text });

async function setColours(cardId: number, values: string[]): Promise<void> {
  await sql`UPDATE cards SET characteristics = ${JSON.stringify([{ id: COLOUR, values }])} WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

async function textsOf() {
  return await bulk.test.database.db
    .selectFrom('cards')
    .select(['title', 'description'])
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
}

describe('a text by a template', () => {
  it('is written with what each card says of itself; where it does not say, or says too much, the row says why', async () => {
    const ids = await addCards(4);
    await setColours(ids[0]!, ['белый']);
    await setColours(ids[1]!, ['очень белый, почти как первый снег на самой высокой горе']);
    await sql`UPDATE cards SET subject_id = ${DRESSES} WHERE id = ${ids[3]}`.execute(bulk.test.database.db);
    const { body: edit } = await create(undefined, template('{предмет} {цвет}  {артикул}'));
    expect(await rowsOf(edit.id)).toMatchObject([
      { before: { title: 'Кружка 1' }, after: { title: 'Кружки белый K-1' } },
      {
        state: 'REFUSED',
        refusal: expect.stringMatching(/^Наименование вышло бы в \d+ символов: можно 60$/),
      },
      { state: 'REFUSED', refusal: 'В карточке не указано: цвет' },
      { state: 'REFUSED', refusal: 'Характеристики предмета «Платья» ещё не прочитаны' },
    ]);
    await apply(edit.id, 1);
    expect((await textsOf()).map(({ title }) => title)).toEqual([
      'Кружки белый K-1',
      'Кружка 2',
      'Кружка 3',
      'Кружка 4',
    ]);
    const found = await bulk.test.call(bulk.owner, 'GET', '/cards/?search=белый');
    expect(found.body.count).toBe(1);
  });

  it('may be made of the text that it replaces, and goes back to it', async () => {
    await addCards(1);
    await sql`UPDATE cards SET description = 'Не бьётся.'`.execute(bulk.test.database.db);
    const { body: edit } = await create(undefined, template('{название}.\n{описание}', 'description'));
    await apply(edit.id, 1);
    expect(await textsOf()).toEqual([{ title: 'Кружка 1', description: 'Кружка 1.\nНе бьётся.' }]);
    await rollBack(edit.id);
    expect(await textsOf()).toEqual([{ title: 'Кружка 1', description: 'Не бьётся.' }]);
  });

  it('is what was seen, though what it was made of has changed since', async () => {
    const [first] = await addCards(1);
    await setColours(first!, ['белый']);
    const { body: edit } = await create(undefined, template('Кружка {цвет}'));
    await setColours(first!, ['синий']);
    await apply(edit.id, 1);
    expect((await textsOf())[0]!.title).toBe('Кружка белый');
  });

  it('with a name that no subject has is refused row by row', async () => {
    await addCards(1);
    const { body: edit } = await create(undefined, template('{цвед}'));
    expect(await rowsOf(edit.id)).toMatchObject([
      { refusal: 'У предмета «Кружки» нет характеристики «цвед»' },
    ]);
  });

  it.each([
    template(''),
    template('{цвет'),
    template('x', 'brand'),
    template('a'.repeat(5001)),
    template('\u0000'),
  ])('%o is refused', async (change) => {
    await addCards(1);
    expect((await create(undefined, change)).status).toBe(400);
  });
});
