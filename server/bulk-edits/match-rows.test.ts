import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TableKey } from '#contract/bulk-table-rows.ts';
import { openShopTest, type ShopTest } from '#tests/setup/shop-test.ts';
import type { SignedIn } from '#tests/setup/test-app.ts';
import { addTestShop, addTestSubjects, CUPS, putIntoShop } from '#tests/support/cards/fixtures.ts';
import { matchRows } from './match-rows.ts';

let test: ShopTest;
let owner: SignedIn;
let stranger: SignedIn;
let people = 0;

beforeAll(async () => {
  test = await openShopTest();
  await addTestSubjects(test.database.db);
});
// Each test starts with two empty accounts.
beforeEach(async () => {
  people += 1;
  owner = await test.signIn(`matcher-${people}`);
  stranger = await test.signIn(`match-stranger-${people}`);
});
afterAll(() => test.close());

async function addCard(
  vendorCode: string,
  { barcodes = [] as string[], person = owner, state = 'DRAFT' } = {},
) {
  const sizes = JSON.stringify([{ techSize: '', wbSize: '', skus: barcodes }]);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO cards (account_id, vendor_code, title, subject_id, sizes, state)
    VALUES (${person.accountId}, ${vendorCode}, 'Кружка', ${CUPS}, ${sizes}::jsonb, ${state}) RETURNING id`.execute(
    test.database.db,
  );
  return rows[0]!.id;
}

async function sell(cardId: number, nmId: number, person = owner): Promise<void> {
  const { accountId } = person;
  const shopId = await addTestShop(test.database.db, accountId);
  await putIntoShop(test.database, { accountId, shopId, cardId }, { nmId });
}

/** By key: the card, or why there is none. */
async function match(key: TableKey, keys: string[]) {
  const rows = keys.map((said, index) => ({ line: index + 2, key: said, discount: index }));
  const { matched, unmatched } = await matchRows(test.database.db, owner.accountId, key, rows);
  return {
    cards: matched.map(({ row, cardId }) => [row.line, cardId]),
    unmatched: unmatched.map(({ line, reason }) => [line, reason]),
  };
}

describe('a vendor code', () => {
  it('names the card that has it, whatever nobody sees is in it: as it is written first', async () => {
    const plain = await addCard('КР 01');
    const odd = await addCard('КР  02');
    const { cards, unmatched } = await match('VENDOR_CODE', ['КР\u00a001', '\u200eкр 01\u00ad', 'КР  02']);
    expect(unmatched).toEqual([
      [2, 'REPEATED'],
      [3, 'REPEATED'],
    ]);
    expect(cards).toEqual([[4, odd]]);
    expect((await match('VENDOR_CODE', ['кр\u202f01'])).cards).toEqual([[2, plain]]);
  });

  it('names the card that has it, without spaces around it', async () => {
    const first = await addCard('K-1');
    const second = await addCard('K-2');
    expect(await match('VENDOR_CODE', ['K-2', ' K-1 '])).toEqual({
      cards: [
        [2, second],
        [3, first],
      ],
      unmatched: [],
    });
  });

  it('is looked for without regard to case where no card has it so', async () => {
    const lower = await addCard('кружка-ё');
    const exact = await addCard('Mug');
    const other = await addCard('MUG');
    expect(await match('VENDOR_CODE', ['КРУЖКА-Ё', 'Mug', 'MUG', 'mug'])).toEqual({
      cards: [
        [2, lower],
        [3, exact],
        [4, other],
      ],
      unmatched: [[5, 'AMBIGUOUS']],
    });
  });

  it('of nobody, or of another account, names no card', async () => {
    await addCard('Чужая', { person: stranger });
    expect(await match('VENDOR_CODE', ['Чужая', 'чужая', 'K-%', ''])).toEqual({
      cards: [],
      unmatched: [2, 3, 4, 5].map((line) => [line, 'NOT_FOUND']),
    });
  });

  it('finds a card in the archive, as its id would', async () => {
    const archived = await addCard('K-1', { state: 'ARCHIVED' });
    expect((await match('VENDOR_CODE', ['K-1'])).cards).toEqual([[2, archived]]);
  });
});

describe('a number of the marketplace', () => {
  it('names the card of any shop that has it', async () => {
    const card = await addCard('K-1');
    const other = await addCard('K-2');
    await sell(card, 111);
    await sell(card, 222);
    await sell(other, 333);
    expect(await match('NM_ID', ['222', '333'])).toEqual({
      cards: [
        [2, card],
        [3, other],
      ],
      unmatched: [],
    });
  });

  it('that is no number, of nobody or of another account names no card', async () => {
    await sell(await addCard('K-1'), 12);
    await sell(await addCard('K-1', { person: stranger }), 444, stranger);
    const keys = ['444', '555', '12.0', '1e1', '-12', '12 ', '9'.repeat(30), 'двенадцать'];
    expect(await match('NM_ID', keys)).toMatchObject({
      cards: [[7, expect.any(Number)]],
      unmatched: [2, 3, 4, 5, 6, 8, 9].map((line) => [line, 'NOT_FOUND']),
    });
  });

  it('that two cards have names neither', async () => {
    await sell(await addCard('K-1'), 777);
    await sell(await addCard('K-2'), 777);
    expect(await match('NM_ID', ['777'])).toEqual({ cards: [], unmatched: [[2, 'AMBIGUOUS']] });
  });
});

describe('a barcode', () => {
  it('names the card of its size', async () => {
    const card = await addCard('K-1', { barcodes: ['2000000000011', '2000000000028'] });
    await addCard('K-2', { barcodes: ['2000000000035'], person: stranger });
    expect(await match('BARCODE', ['2000000000028', '2000000000035', '200000000001'])).toEqual({
      cards: [[2, card]],
      unmatched: [
        [3, 'NOT_FOUND'],
        [4, 'NOT_FOUND'],
      ],
    });
  });

  it('that two cards have names neither, and one of two accounts the own one', async () => {
    await addCard('K-1', { barcodes: ['1'] });
    await addCard('K-2', { barcodes: ['1'] });
    const own = await addCard('K-3', { barcodes: ['2'] });
    await addCard('K-3', { barcodes: ['2'], person: stranger });
    expect(await match('BARCODE', ['1', '2'])).toEqual({ cards: [[3, own]], unmatched: [[2, 'AMBIGUOUS']] });
  });
});

describe('rows that name one card', () => {
  it('are all left out, however they name it, and told by line among the others', async () => {
    await addCard('K-1', { barcodes: ['1', '2'] });
    const second = await addCard('K-2', { barcodes: ['3'] });
    expect(await match('BARCODE', ['2', '9', '3', '1'])).toEqual({
      cards: [[4, second]],
      unmatched: [
        [2, 'REPEATED'],
        [3, 'NOT_FOUND'],
        [5, 'REPEATED'],
      ],
    });
    expect((await match('VENDOR_CODE', ['K-1', 'k-1', 'K-1'])).unmatched).toEqual([
      [2, 'REPEATED'],
      [3, 'REPEATED'],
      [4, 'REPEATED'],
    ]);
  });
});
