import { describe, expect, it } from 'vitest';
import { MarketplaceError, noToken } from '#server/marketplace/errors.ts';
import { HIT, SALE, SEASON, testWbTagEdits } from '#tests/support/cards/wb-tag-edits.ts';

const wbTags = testWbTagEdits();
const { cabinet, addShop, addCards, putIntoShop, nmOf, call, create, look, rowsOf, run } = wbTags;
const { begin, apply, rollBack, namesOn, keptNames } = wbTags;

const addHit = { action: 'ADD', tags: [HIT] };
const lives = () => undefined;
const dies = () => {
  throw new Error('the process is gone');
};

describe('a shop’s tags on many cards, looked at', () => {
  it('say what each card would carry; cards that have the tag already have no row', async () => {
    const shopId = await addShop();
    const [bare, tagged, hit] = await addCards(3);
    await putIntoShop(shopId, [bare!]);
    await putIntoShop(shopId, [tagged!], [SALE]);
    await putIntoShop(shopId, [hit!], [HIT, SALE]);
    const { body: edit } = await create(shopId, addHit);
    expect(edit).toMatchObject({ state: 'READY', card_total: 3, counts: { ready: 2, refused: 0 } });
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: bare, before: { wb_tags: [] }, after: { wb_tags: [HIT] } },
      { card_id: tagged, before: { wb_tags: [SALE] }, after: { wb_tags: [SALE, HIT] } },
    ]);
    expect(cabinet.writes).toEqual([]);
  });

  it('refuse a card that is not in the shop, and one that would carry too many', async () => {
    const shopId = await addShop();
    const [elsewhere, full] = await addCards(2);
    const fifteen = Array.from({ length: 15 }, (_, index) => ({ ...SALE, id: 100 + index }));
    await putIntoShop(shopId, [full!], fifteen);
    const { body: edit } = await create(shopId, addHit);
    expect(await rowsOf(edit.id)).toMatchObject([
      { card_id: elsewhere, state: 'REFUSED', refusal: 'Карточки ещё нет на Wildberries в этом магазине' },
      { card_id: full, state: 'REFUSED', refusal: 'Ярлыков WB вышло бы 16: на карточке помещается до 15' },
    ]);
  });

  it('are refused at once where no token may write them, and of a shop of others', async () => {
    const shopId = await addShop({ isReadOnly: true });
    await addCards(1);
    expect(await create(shopId, addHit)).toMatchObject({ body: { detail: ['Токен только для чтения'] } });
    await wbTags.signInStranger();
    await addCards(1);
    expect((await create(shopId, addHit)).status).toBe(404);
  });

  it.each([{ tags: [] }, { action: 'SET' }, { tags: Array.from({ length: 16 }, () => HIT) }])(
    '%o is no change',
    async (wrong) => {
      expect((await create(await addShop(), { ...addHit, ...wrong })).status).toBe(400);
    },
  );
});

describe('a shop’s tags on many cards', () => {
  it('are put on at the marketplace, leave the others on the card, and are kept for its page', async () => {
    const shopId = await addShop();
    const [first, second] = await addCards(2);
    await putIntoShop(shopId, [first!]);
    await putIntoShop(shopId, [second!], [SALE]);
    const { body: edit } = await create(shopId, addHit);
    // Others put a tag on meanwhile: it is no matter of this change.
    cabinet.tags.set(nmOf(first!), [SEASON]);
    expect(await apply(edit.id)).toMatchObject({
      state: 'APPLIED',
      counts: { applied: 2, changed_since: 0 },
    });
    expect([namesOn(first!), namesOn(second!)]).toEqual([
      ['Хит', 'Сезон'],
      ['Хит', 'Скидки'],
    ]);
    expect(await keptNames(first!)).toEqual(['Хит', 'Сезон']);
    expect(await rollBack(edit.id)).toMatchObject({ counts: { applied: 0, rolled_back: 2, kept: 0 } });
    expect([namesOn(first!), namesOn(second!)]).toEqual([['Сезон'], ['Скидки']]);
  });

  it('are taken off, and put back where they were', async () => {
    const shopId = await addShop();
    const [first, second] = await addCards(2);
    await putIntoShop(shopId, [first!], [HIT, SALE]);
    await putIntoShop(shopId, [second!], [SALE]);
    const { body: edit } = await create(shopId, { action: 'REMOVE', tags: [HIT, SEASON] });
    expect(await apply(edit.id)).toMatchObject({ counts: { applied: 1 } });
    expect(namesOn(first!)).toEqual(['Скидки']);
    cabinet.tags.set(nmOf(first!), [SEASON]);
    await rollBack(edit.id);
    expect(namesOn(first!)).toEqual(['Хит', 'Сезон']);
    expect(cabinet.writes.map(({ nmId }) => nmId)).toEqual([nmOf(first!), nmOf(first!)]);
  });

  it('WB-05: that somebody has put on since the look are left alone, also on the way back', async () => {
    const shopId = await addShop();
    const [first, second] = await addCards(2);
    await putIntoShop(shopId, [first!, second!]);
    const { body: edit } = await create(shopId, addHit);
    cabinet.tags.set(nmOf(first!), [HIT]);
    expect(await apply(edit.id)).toMatchObject({ counts: { applied: 1, changed_since: 1 } });
    expect((await rowsOf(edit.id))[0].refusal).toBe('Ярлык «Хит» на карточке уже есть');
    await rollBack(edit.id);
    expect([namesOn(first!), namesOn(second!)]).toEqual([['Хит'], []]);
  });

  it('WB-06: of which somebody has changed one since are kept, and the card says why', async () => {
    const shopId = await addShop();
    const [card] = await addCards(1);
    await putIntoShop(shopId, [card!]);
    const { body: edit } = await create(shopId, { action: 'ADD', tags: [HIT, SALE] });
    await apply(edit.id);
    cabinet.tags.set(nmOf(card!), [HIT]);
    expect(await rollBack(edit.id)).toMatchObject({ counts: { applied: 0, kept: 1 } });
    expect(namesOn(card!)).toEqual(['Хит']);
    expect((await rowsOf(edit.id))[0].refusal).toBe('Ярлыка «Скидки» на карточке уже нет');
  });

  it('WB-07: go back also while the marketplace does not show yet that they were put on', async () => {
    const shopId = await addShop();
    const [card] = await addCards(1);
    await putIntoShop(shopId, [card!], [SALE]);
    const { body: edit } = await create(shopId, addHit);
    cabinet.isLate = true;
    await apply(edit.id);
    expect(namesOn(card!)).toEqual(['Хит', 'Скидки']);
    expect(await rollBack(edit.id)).toMatchObject({ counts: { rolled_back: 1 } });
    expect(namesOn(card!)).toEqual(['Скидки']);
  });

  it('of a card that the marketplace does not find or refuses are left, in its words, and the others go on', async () => {
    const shopId = await addShop();
    const [gone, refusedCard, fine] = await addCards(3);
    await putIntoShop(shopId, [gone!, refusedCard!, fine!]);
    const { body: edit } = await create(shopId, addHit);
    cabinet.tags.delete(nmOf(gone!));
    cabinet.beforeWrite = (nmId) => {
      if (nmId === nmOf(refusedCard!))
        throw new MarketplaceError({ kind: 'rejected', status: 400, detail: ['Неправильный запрос'] });
    };
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 1, refused: 2 } });
    const refusals = (await rowsOf(edit.id)).map((row: { refusal: string | null }) => row.refusal);
    expect(refusals).toEqual([
      'Wildberries не нашёл карточку: возможно, она в корзине',
      'Неправильный запрос',
      null,
    ]);
    expect(namesOn(fine!)).toEqual(['Хит']);
  });
});

describe('the marketplace’s limit in the middle', () => {
  it('is waited for, and what was written is not written again', async () => {
    const shopId = await addShop();
    const cardIds = await addCards(3);
    await putIntoShop(shopId, cardIds);
    const { body: edit } = await create(shopId, addHit);
    cabinet.beforeWrite = (nmId) => {
      if (nmId === nmOf(cardIds[1]!))
        throw new MarketplaceError({ kind: 'limit', status: 429, detail: ['Лимит'], retryAt: new Date() });
    };
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLYING', counts: { applied: 1, ready: 2 } });
    cabinet.beforeWrite = lives;
    await run(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 3 } });
    expect(cabinet.writes.map(({ nmId }) => nmId)).toEqual(cardIds.map(nmOf));
  });
});

describe('a server that dies in the middle of a change of tags', () => {
  it('WB-08: after the call: it is known as ours, and goes back', async () => {
    const shopId = await addShop();
    const cardIds = await addCards(2);
    await putIntoShop(shopId, cardIds);
    const { body: edit } = await create(shopId, addHit);
    cabinet.afterWrite = dies;
    await begin(edit.id);
    await expect(run(edit.id)).rejects.toThrow('gone');
    cabinet.afterWrite = lives;
    await run(edit.id);
    expect(await look(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 2, changed_since: 0 } });
    expect(cabinet.writes).toHaveLength(2);
    await rollBack(edit.id);
    expect(cardIds.map(namesOn)).toEqual([[], []]);
  });

  it('after the call, and is stopped and rolled back: what it has written goes back, the rest waits', async () => {
    const shopId = await addShop();
    const cardIds = await addCards(2);
    await putIntoShop(shopId, cardIds);
    const { body: edit } = await create(shopId, addHit);
    cabinet.afterWrite = dies;
    await begin(edit.id);
    await expect(run(edit.id)).rejects.toThrow('gone');
    cabinet.afterWrite = lives;
    await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    expect(await rollBack(edit.id)).toMatchObject({ counts: { ready: 1, rolled_back: 1 } });
    expect(cardIds.map(namesOn)).toEqual([[], []]);
  });
});

describe('a change of tags that is stopped', () => {
  it('WB-09: writes no more than the cards at hand, goes on from there, and goes back in part', async () => {
    const shopId = await addShop();
    const cardIds = await addCards(12);
    await putIntoShop(shopId, cardIds);
    const { body: edit } = await create(shopId, addHit);
    cabinet.afterWrite = async () => {
      cabinet.afterWrite = lives;
      await call('POST', `/cards/bulk-edits/${edit.id}/stop/`);
    };
    expect(await apply(edit.id)).toMatchObject({ state: 'STOPPED', counts: { applied: 10, ready: 2 } });
    const part = cardIds.slice(0, 1);
    expect(await rollBack(edit.id, part)).toMatchObject({
      state: 'STOPPED',
      counts: { applied: 9, ready: 2, rolled_back: 1 },
    });
    expect(await apply(edit.id)).toMatchObject({ state: 'APPLIED', counts: { applied: 11, ready: 0 } });
    expect(cardIds.map((cardId) => namesOn(cardId).length)).toEqual([0, ...cardIds.slice(1).map(() => 1)]);
    expect(cabinet.writes).toHaveLength(13);
  });
});

describe('the tags that a shop has', () => {
  it('are read at the marketplace, without a card', async () => {
    const shopId = await addShop();
    expect((await call('POST', `/shops/${shopId}/wb-tags/reading/`)).body).toEqual({
      shop_tags: [HIT, SALE, SEASON],
    });
  });
});

describe('a shop whose token is gone while its tags go back', () => {
  it('holds its cards up, with the reason; the next rollback takes them', async () => {
    const shopId = await addShop();
    const cardIds = await addCards(3);
    await putIntoShop(shopId, cardIds);
    const { body: edit } = await create(shopId, addHit);
    await apply(edit.id);
    cabinet.beforeWrite = (nmId) => {
      if (nmId !== nmOf(cardIds[0]!)) throw noToken('Токен только для чтения', 'read_only');
    };
    expect(await rollBack(edit.id)).toMatchObject({
      state: 'APPLIED',
      rollback: null,
      counts: { applied: 2, rolled_back: 1, kept: 0 },
    });
    expect(await rowsOf(edit.id)).toMatchObject([
      { state: 'ROLLED_BACK', refusal: null },
      ...[1, 2].map(() => ({
        state: 'APPLIED',
        refusal: 'Магазин не принял: Токен только для чтения',
        mend: { advice: 'Добавьте в магазине рабочий токен и откатите ещё раз', field: null },
      })),
    ]);

    // Where nothing can be read it is the same.
    cabinet.beforeRead = () => {
      throw noToken('Нет активного токена', 'no_token');
    };
    expect((await rollBack(edit.id, [cardIds[1]!])).counts).toMatchObject({ applied: 2, kept: 0 });
    expect((await rowsOf(edit.id))[1]).toMatchObject({ refusal: 'Магазин не принял: Нет активного токена' });

    Object.assign(cabinet, { beforeRead: lives, beforeWrite: lives });
    expect((await rollBack(edit.id)).counts).toMatchObject({ applied: 0, rolled_back: 3, kept: 0 });
    expect(cardIds.map((cardId) => namesOn(cardId))).toEqual([[], [], []]);
    for (const row of await rowsOf(edit.id)) expect(row).toMatchObject({ refusal: null, mend: null });
  });
});
