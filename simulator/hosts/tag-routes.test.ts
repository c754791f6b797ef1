import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  LATER_MS,
  loadedCup,
  openShop,
  type LoadedCard,
  type Shop,
} from '#tests/support/simulator/test-simulator.ts';

let shop: Shop;
let cup: LoadedCard;
beforeEach(async () => {
  shop = await openShop();
  const [loaded] = await shop.load([loadedCup('CUP-1')]);
  if (!loaded) throw new Error('nothing was loaded');
  cup = loaded;
});
afterEach(() => shop.close());

const post = (path: string, body: unknown, token = shop.token) =>
  call(shop.url, 'POST', `/content/content/v2/${path}`, token, body);
const create = (name: string, color = 'FFECC7') => post('tag', { name, color });
const link = (nmID: number, tagsIDs: number[]) => post('tag/nomenclature/link', { nmID, tagsIDs });
const refusal = (errorText: string, additionalErrors: unknown = null) => ({
  status: 400,
  body: { data: null, error: true, errorText, additionalErrors },
});
async function onCard(): Promise<string[]> {
  const { body } = await post('get/cards/list', { settings: {} });
  return body.cards[0].tags.map((tag: { name: string; color: string }) => `${tag.name} ${tag.color}`);
}

describe('tags of a seller', () => {
  it('are at most fifteen, no two of one name', async () => {
    for (let number = 1; number <= 15; number += 1) {
      expect(await create(`Ярлык ${String(number)}`)).toMatchObject({ status: 200, body: { error: false } });
    }
    expect(await create('Ярлык 3')).toMatchObject(refusal('Ярлык с таким именем уже существует'));
    expect(await create('Ещё')).toMatchObject(refusal('Исчерпан лимит на создание ярлыков'));
  });

  it('have names of 1–15 characters and the documented colours', async () => {
    expect(await create('Пятнадцать букв')).toMatchObject({ status: 200 });
    expect(await create('Шестнадцать букв')).toMatchObject(
      refusal('Недопустимое значение наименования ярлыка', {
        description: 'Слишком длинное название ярлыка. Разрешено не более 15 символов',
      }),
    );
    for (const [name, color] of [
      ['', 'FFECC7'],
      ['  ', 'FFECC7'],
      ['Хит', 'FF0000'],
    ] as const) {
      expect(await create(name, color)).toMatchObject(refusal('Неправильный запрос'));
    }
  });

  it('are shown on a card a little after they were put there; a list replaces the one before', async () => {
    await create('Хит');
    await create('Сезон', 'DEF1DD');
    expect(await link(cup.nmID, [1, 2])).toMatchObject({ status: 200, body: { error: false } });
    expect(await onCard()).toEqual([]);
    shop.advance(LATER_MS);
    expect(await onCard()).toEqual(['Хит FFECC7', 'Сезон DEF1DD']);
    await link(cup.nmID, []);
    shop.advance(LATER_MS);
    expect(await onCard()).toEqual([]);
  });

  it('are not put on a card that is not there, lies in the trash, or with more than fifteen at once', async () => {
    const many = Array.from({ length: 16 }, (_, index) => index + 1);
    expect(await link(1, [])).toMatchObject(refusal('Неправильный запрос'));
    expect(await link(cup.nmID, many)).toMatchObject(refusal('Неправильный запрос'));
    await post('cards/delete/trash', { nmIDs: [cup.nmID] });
    expect(await link(cup.nmID, [])).toMatchObject(refusal('Неправильный запрос'));
  });

  it('are read, not written, with a token for reading', async () => {
    const token = await shop.issue({ readOnly: true });
    expect(await call(shop.url, 'GET', '/content/content/v2/tags', token)).toMatchObject({ status: 200 });
    expect(await post('tag', { name: 'Хит', color: 'FFECC7' }, token)).toMatchObject({ status: 403 });
  });
});
