import { afterEach, describe, expect, it, vi } from 'vitest';
import { calls, clientOver } from '#tests/support/marketplace/client-calls.ts';
import { sendOverFetch } from '#tests/support/marketplace/send-over-fetch.ts';
import { findPlaces, mutate, mutationKinds, type Mutation } from '#tests/support/marketplace/mutations.ts';
import { wellFormedAnswers } from '#tests/support/marketplace/well-formed-answers.ts';
import { MarketplaceError } from './errors.ts';
import { findByVendorCode } from './find-card.ts';

/**
 * An answer of the marketplace with one thing changed that nobody announced: it means to the client what it meant, or leaves out what it
 * counts, or ends in an error. What must not be: less that looks like all there is.
 */
type Operation = keyof typeof calls;

const operations = Object.keys(calls) as Operation[];
/** Each change of each field: some two and a half thousand. */
function mutationsOf(answer: unknown): Mutation[] {
  return findPlaces(answer).flatMap((place) => mutationKinds.map((kind) => ({ place, kind })));
}

/** Words for people: without them a screen says less, and nothing is counted, compared or sent otherwise. */
const WORDS: Partial<Record<Operation, RegExp>> = {
  sellerInfo: /^(name|tin|tradeMark)$/,
  listSubjects: /parentName$/,
  // Popular ones stand first, that is all.
  listCharacteristics: /(unitName|popular)$/,
  // More pages than are known of: the first is enough to choose from, and a brand is found by its name.
  listBrands: /^next$/,
  listColors: /parentName$/,
  // A code without the word is a code all the same.
  listTnved: /isKiz$/,
  // Photos and the video are left out of a card that has none, as the documents' own examples do.
  listCards:
    /\.(subjectName|brand|title|description|photos|video|createdAt|techSize|wbSize|color)$|characteristics\[\]\.name$/,
  listTags: /color$/,
  listPrices: /vendorCode$/,
  listAllPrices: /vendorCode$/,
  listOffices: /(address|city)$/,
  promotionDetails: /(description|advantages|ranging)$/,
  listOrders: /(supplierArticle|barcode|subject|brand)$/,
  listSales: /(supplierArticle|barcode|subject|brand)$/,
  // A row is tied to goods by their number, and to a unit by its srid.
  dailyReportRows: /(vendorCode|subjectName|brandName|bonusTypeName|saleDt|reportId)$/,
  reportRows: /(vendorCode|subjectName|brandName|bonusTypeName|saleDt)$/,
  listReports: /createDate$/,
};

/** Null is documented there, or is how the marketplace writes none. */
const NULLABLE: Partial<Record<Operation, RegExp>> = {
  listColors: /^data$/,
  listKinds: /^data$/,
  listCountries: /^data$/,
  listSeasons: /^data$/,
  listVatRates: /^data$/,
  listTnved: /^data$/,
  listTags: /^data$/,
  listCards: /(characteristics|tags|skus|value)$/,
  listCardErrors: /(updatedAt|batchUUID)$/,
  priceTask: /^data$/,
  bufferedTask: /^data$/,
  priceTaskGoods: /(historyGoods|sizeID|errorText)$/,
  bufferedTaskGoods: /(bufferGoods|errorText)$/,
  listQuarantine: /^data$|(newPrice|newDiscount)$/,
  listOrders: /(priceWithDisc|finishedPrice)$/,
  listSales: /(priceWithDisc|finishedPrice|forPay)$/,
  // In a row, each is none of it: a row of storage is of no goods.
  dailyReportRows: /./,
  reportRows: /./,
  listReports: /./,
};

afterEach(() => vi.unstubAllGlobals());

/** What the client makes of an answer. */
async function read(operation: Operation, status: number, body: unknown): Promise<unknown> {
  // A body has no place in a 204.
  const text = body === undefined || status === 204 ? null : JSON.stringify(body);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text, { status })));
  try {
    return await calls[operation](clientOver(sendOverFetch()));
  } catch (error) {
    if (error instanceof MarketplaceError) return error;
    throw error;
  }
}

const statusOf = (operation: Operation) => (wellFormedAnswers[operation] === undefined ? 204 : 200);

/** Rows that are read and counted as unread together are as many as came. */
function countsWhatItLeavesOut(meaning: unknown): boolean {
  const page = meaning as { rows?: unknown[]; cards?: unknown[]; unread?: unknown[] };
  const read = page.rows ?? page.cards;
  return (
    read !== undefined && (page.unread?.length ?? 0) > 0 && read.length + (page.unread?.length ?? 0) === 2
  );
}

async function expectNoLie(operation: Operation, { place, kind }: Mutation): Promise<void> {
  const answer = wellFormedAnswers[operation];
  const changed = mutate(answer, { place, kind });
  const [meaning, mutated] = [
    await read(operation, statusOf(operation), answer),
    await read(operation, statusOf(operation), changed),
  ];
  if (mutated instanceof MarketplaceError) {
    expect(mutated.misfit?.operation, mutated.message).toMatch(/^(GET|POST|PUT|DELETE) \//);
    expect(JSON.stringify(mutated.misfit)).not.toMatch(/КРУЖКА|mutated|\d{4}/);
    return;
  }
  const isSame = JSON.stringify(mutated) === JSON.stringify(meaning);
  const isWord = WORDS[operation]?.test(place.name) === true && kind !== 'retyped' && kind !== 'nested';
  const isNone = NULLABLE[operation]?.test(place.name) === true && kind === 'null';
  const isUnknown = kind === 'unknown value';
  if (isSame || isWord || isNone || isUnknown || countsWhatItLeavesOut(mutated)) return;
  expect(mutated, `${operation}: ${place.name} ${kind}`).toEqual(meaning);
}

describe('CR-01: an answer that is not as documented', () => {
  it.each(operations)(
    'means the same, leaves out what is counted, or is reported, whatever changed in it: %s',
    async (operation) => {
      for (const mutation of mutationsOf(wellFormedAnswers[operation]))
        await expectNoLie(operation, mutation);
    },
  );

  const reads = operations.filter((operation) => wellFormedAnswers[operation] !== undefined);

  it.each([302, 404, 500, 503])('is an error when its status becomes %i', async (status) => {
    for (const operation of reads) {
      expect(await read(operation, status, wellFormedAnswers[operation]), operation).toBeInstanceOf(
        MarketplaceError,
      );
    }
  });

  it('without a body is no rows only where that is documented', async () => {
    const bodyless = await Promise.all(
      reads.map(async (operation) => [operation, await read(operation, 204, undefined)] as const),
    );
    const withoutRows = bodyless.filter(
      ([, meaning]) => meaning !== undefined && !(meaning instanceof MarketplaceError),
    );
    expect(withoutRows.map(([operation]) => operation)).toEqual([
      'dailyReportRows',
      'reportRows',
      'listReports',
    ]);
  });

  it.each<[Operation, string, unknown, unknown]>([
    ['listCharacteristics', 'data.0.charcType', 77, [{ isUnused: true }, { isUnused: false }]],
    ['listPromotions', 'data.promotions.0.type', 'flash', [{ type: 'auto' }, { type: 'regular' }]],
    ['priceTask', 'data.status', 77, { status: 'unknown' }],
  ])(
    '%s takes a value of %s that is new to it for none of those it knows',
    async (operation, at, value, meaning) => {
      const changed: unknown = structuredClone(wellFormedAnswers[operation]);
      const steps = at.split('.');
      const last = steps.pop() ?? '';
      const holder = steps.reduce<unknown>(
        (inner, step) => (inner as Record<string, unknown>)[step],
        changed,
      );
      (holder as Record<string, unknown>)[last] = value;
      expect(await read(operation, 200, changed)).toMatchObject(meaning as object);
    },
  );

  it('CR-01: names the operation and the field, and asks once', async () => {
    const asked = vi.fn(() =>
      Promise.resolve(new Response(JSON.stringify({ stocks: [{ chrtId: 7, amount: 'секрет' }] }))),
    );
    vi.stubGlobal('fetch', asked);
    const send = sendOverFetch({ patienceMs: 60_000 });
    for (let call = 1; call <= 7; call += 1) {
      const error = await calls.getStocks(clientOver(send)).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        kind: 'unavailable',
        misfit: { operation: 'POST /api/v3/stocks/{id}', path: 'stocks[].amount' },
      });
      expect(JSON.stringify(error)).not.toContain('секрет');
      // The host is not taken for one that does not answer, either.
      expect(asked).toHaveBeenCalledTimes(call);
    }
  });

  it('CR-02: one card that cannot be read leaves the others of its page, and is counted', async () => {
    const page = structuredClone(wellFormedAnswers.listCards) as { cards: Record<string, unknown>[] };
    delete page.cards[0]?.['sizes'];
    expect(await read('listCards', 200, page)).toMatchObject({
      cards: [{ nmId: 98487 }],
      unread: [{ key: '98486', detail: 'нет sizes' }],
      total: 2,
    });
    delete page.cards[1]?.['sizes'];
    expect(await read('listCards', 200, page)).toMatchObject({ misfit: { path: 'cards[].sizes' } });
  });

  it('CR-04: a card that may be the one that cannot be read is not taken for missing', async () => {
    const page = structuredClone(wellFormedAnswers.listCards) as { cards: Record<string, unknown>[] };
    delete page.cards[0]?.['sizes'];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(page))));
    const client = clientOver(sendOverFetch());
    expect(await findByVendorCode(client, 'КРУЖКА-2')).toMatchObject({ nmId: 98487 });
    await expect(findByVendorCode(client, 'КРУЖКА-1')).rejects.toMatchObject({ misfit: { path: 'cards[]' } });
  });
});
