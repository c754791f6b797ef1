// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { blockAsHtml } from './html-block.ts';

/** The cells as a spreadsheet finds them: the text, whether it is told to be one, and the text that Google reads. */
function cellsOf(html: string | null) {
  const page = new DOMParser().parseFromString(html ?? '', 'text/html');
  return [...page.querySelectorAll('td')].map((cell) => {
    for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
    const said = cell.getAttribute('data-sheets-value');
    return { text: cell.textContent, isText: cell.className === 'w', said: said && JSON.parse(said) };
  });
}

const words = (text: string) => ({ text, isText: true, said: { 1: 2, 2: text } });

describe('a block as HTML', () => {
  it.each(['=1+1', '+7 900', '-Север', '@ник', '007', '10-12', 'Кружка <b> & "блюдце"', 'Первая\nвторая'])(
    'says of %j that it is a text, and leaves it as it is',
    (text) => {
      expect(cellsOf(blockAsHtml([[text]], [true]))).toEqual([words(text)]);
    },
  );

  it('has numbers as numbers, and what is none as a text in any column', () => {
    const block = [
      ['К-1', '1290', '0,42', ''],
      ['К-2', '=1+1', '10-12', 'дорого'],
    ];
    const number = (text: string) => ({ text, isText: false, said: null });
    expect(cellsOf(blockAsHtml(block, [true, false, false, false]))).toEqual([
      words('К-1'),
      number('1290'),
      number('0,42'),
      number(''),
      ...['К-2', '=1+1', '10-12', 'дорого'].map(words),
    ]);
  });

  it('marks a text that has an apostrophe of its own, as plain text does: one is taken away where it comes back', () => {
    expect(cellsOf(blockAsHtml([["'=1+1"]], [true]))).toEqual([words("''=1+1")]);
  });

  it.each(['две  рядом', ' впереди', 'позади ', 'с\tтабуляцией', 'пробел \nперед строкой'])(
    'is none where HTML would not keep %j',
    (text) => {
      expect(blockAsHtml([['К-1'], [text]], [true])).toBeNull();
    },
  );
});
