import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { CharacteristicValue } from '#contract/cards.ts';
import { keepDirectoryValues } from '#server/directory/marketplace-directories.ts';
import { testBulkEdits } from '#tests/support/cards/bulk-edits.ts';
import { CUPS, DRESSES } from '#tests/support/cards/fixtures.ts';

const bulk = testBulkEdits();
const { addCards, create, apply, rollBack, rowsOf } = bulk;

const COLOUR = 14177449;
const VOLUME = 900001;
const OTHER = 77;

const colour = (action: string, values: string[]) => ({
  kind: 'CHARACTERISTIC',
  id: COLOUR,
  name: 'Цвет',
  action,
  values,
});

async function setCharacteristics(cardId: number, characteristics: CharacteristicValue[]): Promise<void> {
  await sql`UPDATE cards SET characteristics = ${JSON.stringify(characteristics)} WHERE id = ${cardId}`.execute(
    bulk.test.database.db,
  );
}

async function characteristicsOf(): Promise<CharacteristicValue[][]> {
  const rows = await bulk.test.database.db
    .selectFrom('cards')
    .select('characteristics')
    .where('account_id', '=', bulk.owner.accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.characteristics);
}

/** Their order says nothing. */
const byId = (all: CharacteristicValue[]) =>
  Object.fromEntries(all.filter(({ values }) => values.length > 0).map(({ id, values }) => [id, values]));

describe('a characteristic of many cards', () => {
  it('is changed where it may be; where not, the row says why', async () => {
    const ids = await addCards(4);
    await setCharacteristics(ids[0]!, [{ id: VOLUME, values: ['450'] }]);
    await setCharacteristics(ids[1]!, [{ id: COLOUR, values: ['белый', 'синий'] }]);
    await setCharacteristics(ids[2]!, [{ id: COLOUR, values: ['красный'] }]);
    await sql`UPDATE cards SET subject_id = ${DRESSES} WHERE id = ${ids[3]}`.execute(bulk.test.database.db);
    const { body: edit } = await create(undefined, colour('ADD', ['красный']));
    expect(edit.counts).toMatchObject({ ready: 1, refused: 2 });
    expect(await rowsOf(edit.id)).toMatchObject([
      {
        before: { characteristics: [{ id: COLOUR, values: [] }] },
        after: { characteristics: [{ id: COLOUR, values: ['красный'] }] },
      },
      { state: 'REFUSED', refusal: '«Цвет»: вышло бы 3 значения, можно не больше 2' },
      { state: 'REFUSED', refusal: 'Характеристики предмета «Платья» ещё не прочитаны' },
    ]);
    await apply(edit.id, 1);
    expect((await characteristicsOf())[0]).toEqual([
      { id: VOLUME, values: ['450'] },
      { id: COLOUR, values: ['красный'] },
    ]);
  });

  it('that the marketplace requires is warned of when it would be empty', async () => {
    const ids = await addCards(1);
    await setCharacteristics(ids[0]!, [{ id: VOLUME, values: ['450'] }]);
    const { body: edit } = await create(undefined, { ...colour('CLEAR', []), id: VOLUME });
    expect(edit.warned_count).toBe(1);
    expect(await rowsOf(edit.id)).toMatchObject([{ warnings: ['REQUIRED_EMPTY'] }]);
  });

  it('is left alone where somebody has changed it since; another one is no conflict', async () => {
    const [first, second] = await addCards(2);
    const { body: edit } = await create(undefined, colour('SET', ['синий']));
    await setCharacteristics(first!, [{ id: COLOUR, values: ['белый'] }]);
    await setCharacteristics(second!, [{ id: VOLUME, values: ['450'] }]);
    expect((await apply(edit.id, 2)).body.counts).toMatchObject({ applied: 1, changed_since: 1 });
    expect((await characteristicsOf()).map(byId)).toEqual([
      { [COLOUR]: ['белый'] },
      { [COLOUR]: ['синий'], [VOLUME]: ['450'] },
    ]);
  });

  it.each([
    colour('CLEAR', ['синий']),
    colour('SET', []),
    colour('SET', [' ']),
    colour('PAINT', ['синий']),
    { ...colour('SET', ['синий']), id: 0 },
    colour('SET', ['a'.repeat(501)]),
    colour('SET', ['\u0000']),
  ])('%o is refused', async (change) => {
    await addCards(1);
    expect((await create(undefined, change)).status).toBe(400);
  });

  it('applied and rolled back is what it was, whatever others did to the other characteristics', async () => {
    const ids = await addCards(3);
    const word = fc.constantFrom<string>('белый', 'Белый', 'синий', 'красный');
    const few = fc.uniqueArray(word, { maxLength: 2 });
    const own = fc
      .record({ colour: few, volume: fc.constantFrom<string[]>([], ['450']), order: fc.boolean() })
      .map(({ colour: values, volume, order }) => {
        const all = [
          { id: COLOUR, values },
          { id: VOLUME, values: volume },
        ].filter((one) => one.values.length > 0);
        return order ? all : all.toReversed();
      });
    await fc.assert(
      fc.asyncProperty(
        fc.array(own, { minLength: 3, maxLength: 3 }),
        fc.constantFrom('SET', 'ADD', 'REMOVE', 'CLEAR'),
        fc.uniqueArray(word, { minLength: 1, maxLength: 2 }),
        fc.array(fc.option(few), { minLength: 3, maxLength: 3 }),
        async (before, action, asked, others) => {
          for (const [index, id] of ids.entries()) await setCharacteristics(id, before[index]!);
          const { body: edit } = await create(undefined, colour(action, action === 'CLEAR' ? [] : asked));
          if (edit.counts.ready === 0) return;
          await apply(edit.id, edit.counts.ready);
          const applied = await characteristicsOf();
          for (const [index, id] of ids.entries()) {
            const values = others[index];
            if (values != null) await setCharacteristics(id, [...applied[index]!, { id: OTHER, values }]);
          }
          expect((await rollBack(edit.id)).body.counts).toMatchObject({ applied: 0, kept: 0 });
          expect((await characteristicsOf()).map(byId)).toEqual(
            before.map((all, index) => byId([...all, { id: OTHER, values: others[index] ?? [] }])),
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('values that the marketplace’s list does not have', () => {
  const listColours = (...names: string[]) =>
    keepDirectoryValues(
      bulk.test.database.db,
      'COLORS',
      names.map((name) => ({ name, parentName: '' })),
    );
  afterEach(() => bulk.test.database.db.deleteFrom('directories').execute());

  it('are warned of by name and taken all the same; what a card had is not asked about', async () => {
    await listColours('зелёный', 'синий');
    const [had] = await addCards(2);
    await setCharacteristics(had!, [{ id: COLOUR, values: ['зелёновый'] }]);
    const { body: edit } = await create(undefined, colour('SET', ['Зеленый', 'зелёновый']));
    expect(edit).toMatchObject({ counts: { ready: 2, refused: 0 }, warned_count: 1 });
    const [known, warned] = await rowsOf(edit.id);
    expect(known).toMatchObject({ card_id: had, warnings: [] });
    expect(known).not.toHaveProperty('unlisted');
    // The warning stands beside those of before: installed builds refuse a row with one that they do not know.
    expect(warned).toMatchObject({ warnings: [], unlisted: ['зелёновый'] });
    expect(await rowsOf(edit.id, '?warned=true')).toHaveLength(1);
    await apply(edit.id, 2);
    expect((await characteristicsOf())[1]).toEqual([{ id: COLOUR, values: ['Зеленый', 'зелёновый'] }]);
  });

  it('are codes of «ТНВЭД» that the subject’s own list does not have', async () => {
    const { db } = bulk.test.database;
    const code = { id: 15_000_001, name: 'ТНВЭД' };
    await db
      .insertInto('subject_characteristics')
      .values({ subject_id: CUPS, ...code, is_required: false, type: 'TEXT', max_count: 1 })
      .execute();
    const listed = (name: string) => [{ name, parentName: '' }];
    await keepDirectoryValues(db, `TNVED ${CUPS}`, listed('6912002500'));
    await keepDirectoryValues(db, `TNVED ${DRESSES}`, listed('6204430000'));
    await addCards(1);
    const unlistedOf = async (value: string) => {
      const change = { kind: 'CHARACTERISTIC', ...code, action: 'SET', values: [value] };
      const { body: edit } = await create(undefined, change);
      return (await rowsOf(edit.id))[0].unlisted;
    };
    expect(await unlistedOf('6912002500')).toBeUndefined();
    expect(await unlistedOf('6204430000')).toEqual(['6204430000']);
    await db.deleteFrom('subject_characteristics').where('id', '=', code.id).execute();
  });

  it('are told in the file of the edit', async () => {
    await listColours('зелёный');
    await addCards(1);
    const { body: edit } = await create(undefined, colour('ADD', ['зелёновый']));
    const file = await bulk.test.app.inject({
      url: `/api/v1/cards/bulk-edits/${edit.id}/export/?format=csv`,
      headers: bulk.owner.headers,
    });
    expect(file.body).toContain('Нет в справочнике Wildberries: «зелёновый»');
  });

  it('cannot be told while the list has not been read, and what goes needs none', async () => {
    const [first] = await addCards(1);
    const unread = await create(undefined, colour('SET', ['зелёновый']));
    expect(unread.body).toMatchObject({ counts: { ready: 1 }, warned_count: 0 });
    await listColours('зелёный');
    await setCharacteristics(first!, [{ id: COLOUR, values: ['зелёновый', 'малахит'] }]);
    const { body: edit } = await create(undefined, colour('REMOVE', ['зелёновый']));
    expect(edit).toMatchObject({ counts: { ready: 1 }, warned_count: 0 });
  });
});

describe('the characteristics of chosen cards', () => {
  const ask = (selection: object) =>
    bulk.test.call(bulk.owner, 'POST', '/cards/bulk-edits/characteristics/', { body: { selection } });

  it('are those of their subjects, with how many cards have them', async () => {
    const [first, second] = await addCards(3);
    await sql`UPDATE cards SET subject_id = ${DRESSES} WHERE id = ${second}`.execute(bulk.test.database.db);
    const { body } = await ask({ filter: { subject: [CUPS, DRESSES] } });
    expect(body).toEqual({
      card_total: 3,
      example_card_id: first,
      characteristics: [
        {
          id: VOLUME,
          name: 'Объем',
          type: 'NUMBER',
          unit: 'мл',
          max_count: 1,
          card_count: 2,
          is_required: true,
          subjects: [{ id: CUPS, max_count: 1 }],
        },
        {
          id: COLOUR,
          name: 'Цвет',
          type: 'TEXT',
          unit: '',
          max_count: 2,
          card_count: 2,
          is_required: false,
          directory: 'COLORS',
          subjects: [{ id: CUPS, max_count: 2 }],
        },
      ],
    });
  });

  it('of no cards are none', async () => {
    expect((await ask({ filter: {} })).body).toEqual({
      card_total: 0,
      example_card_id: null,
      characteristics: [],
    });
  });
});
