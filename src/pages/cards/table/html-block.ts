import { inertText, isFormulaLike } from '#contract/csv-text.ts';
import type { Block } from '#parts/block-text.ts';

/**
 * The block as HTML, where a spreadsheet is told which cells are words: it runs no «=1+1» then, makes no date of «10-12» and leaves the
 * noughts of «007», without the apostrophe that plain text needs for that. null: HTML would not keep some cell as it is.
 */
export function blockAsHtml(block: Block, isWords: readonly boolean[]): string | null {
  if (block.some((cells) => cells.some((text) => CHANGED_BY_HTML.test(text)))) return null;
  const rows = block.map(
    (cells) => `<tr>${cells.map((text, column) => cellOf(text, isWords[column] === true)).join('')}</tr>`,
  );
  return `${STYLES}<table data-sheets-root="1">${rows.join('')}</table>`;
}

/** Spaces at an end or side by side become one or none; of line breaks there is one kind. */
const CHANGED_BY_HTML = /^ | $| {2}|[\t\r\0\f]| \n|\n /;

/** Excel's way of saying «text», and of keeping the lines of a cell in it. */
const STYLES = '<style>.w{mso-number-format:"\\@"}br{mso-data-placement:same-cell}</style>';

function cellOf(text: string, isWords: boolean): string {
  if (!isWords && NUMBER.test(text)) return `<td>${text}</td>`;
  // With apostrophes of its own it is marked as in plain text: whoever takes it back takes one of them away.
  const shown = isFormulaLike(text) ? text : inertText(text);
  // Google's way of saying it, which others understand as well: a value of the kind 2, a text.
  const said = escaped(JSON.stringify({ 1: 2, 2: shown }));
  return `<td class="w" data-sheets-value="${said}">${escaped(shown).replaceAll('\n', '<br>')}</td>`;
}

/** As a column of numbers prints it; what it cannot take is a text there too. */
const NUMBER = /^(?:\d+(?:,\d+)?)?$/;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
