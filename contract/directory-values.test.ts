import { describe, expect, it } from 'vitest';
import { listedIn, unlistedValues } from './directory-values.ts';

const isListed = listedIn([{ name: 'Тёмно-синий' }, { name: 'слоновая кость' }]);

describe('values of a list of the marketplace', () => {
  it.each(['тёмно-синий', 'ТЕМНО-СИНИЙ', ' слоновая  кость '])('has «%s»', (value) => {
    expect(isListed(value)).toBe(true);
  });

  it('does not have what is only like one of them', () => {
    expect(isListed('синий')).toBe(false);
  });

  it('are all there are where it keeps none, or has not been read', () => {
    expect(listedIn([])('зелёновый')).toBe(true);
  });

  it('are asked about where a card did not have them before', () => {
    expect(unlistedValues(['малахит', 'Зелёновый', 'тёмно-синий', 'красный'], ['Малахит'], isListed)).toEqual(
      ['Зелёновый', 'красный'],
    );
  });
});
