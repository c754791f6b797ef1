// CR, LF, VT, FF, NEL, and the line and paragraph separators that come with text pasted from documents.
const LINE_BREAK = /[\r\n\v\f\u0085\u2028\u2029]/;
const LINE_BREAKS_WITH_SPACES = /[ \t]*[\r\n\v\f\u0085\u2028\u2029][\s\u0085]*/g;

/** One line of text: each run of line breaks becomes a space (one, and none beside another space), and the ends are trimmed. */
export function stripLineBreaks(text: string): string {
  return text.replace(LINE_BREAKS_WITH_SPACES, ' ').trim();
}

/** Whether the text holds a line break of any kind. */
export function hasLineBreak(text: string): boolean {
  return LINE_BREAK.test(text);
}

const segmenter = new Intl.Segmenter('ru', { granularity: 'grapheme' });

/** The length as a reader counts it: a letter with its accent is one, and so is a flag or a family of emoji. */
export function graphemeLength(text: string): number {
  // Latin and Cyrillic without combining marks, which is nearly all text here, need no segmenting.
  if (/^[\u0020-\u007e\u00a0-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e]*$/.test(text))
    return text.length;
  let length = 0;
  for (const _segment of segmenter.segment(text)) length += 1;
  return length;
}

/** The text cut to so many characters as a reader counts them, with «…» in place of what is left out. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength || graphemeLength(text) <= maxLength) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of segmenter.segment(text)) {
    if (length >= maxLength - 1) break;
    kept += segment;
    length += 1;
  }
  return `${kept.trimEnd()}…`;
}

/** For searching: no case, «ё» as «е», spaces of any kind as one. */
export function foldForSearch(text: string): string {
  return text.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim();
}

/** In quotes; those of the name itself are then the inner ones: «ООО „Угол“». */
export function inQuotes(name: string): string {
  return `«${name.replaceAll('«', '„').replaceAll('»', '“')}»`;
}
