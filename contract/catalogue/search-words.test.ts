import { describe, expect, it } from 'vitest';
import { foldForSearch, searchWords } from './search-words.ts';

it('search does not tell ё from е or capitals from small letters', () => {
  expect(foldForSearch('  ТЁПЛЫЙ  плед ')).toBe('теплый плед');
});

describe('what a search looks for', () => {
  it('is each word, a short one at the beginning of a word only', () => {
    expect(searchWords(' 12 Плед  350 ')).toEqual([[' 12'], ['плед', 'gktl'], ['350']]);
    expect(searchWords('  ')).toEqual([]);
  });

  it('is taken literally, whatever it means to the database', () => {
    expect(searchWords('100% \\_/')).toEqual([['100%'], ['\\_/']]);
  });

  it('has no half of a character', () => {
    expect(searchWords('\uD83E')).toEqual([[' \uFFFD']]);
    expect(searchWords('🦔')).toEqual([[' 🦔']]);
  });

  it('has no control characters, which the database takes for an error and the device for a mark', () => {
    expect(searchWords('a\u0000bc\u0001 \u0001\t12')).toEqual([['abc', 'фис', 'авс'], [' 12']]);
  });
});
