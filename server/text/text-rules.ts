/** How a person's text is stored, whatever it was pasted from. */

/** Overrides and isolates that make a text read in another order than it is stored. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const INVISIBLE = /[\u200B\u2060\uFEFF\u00AD]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g;
// oxlint-disable-next-line no-control-regex -- so are these
const LINE_BREAKS = /\r\n|[\n\r\u000B\u000C\u0085\u2028\u2029]/g;

/** One line: line breaks and runs of blanks become one space, invisible and reordering characters go, ends are trimmed. */
export function normaliseLine(text: string): string {
  // Invisible characters go first: taken out later they would leave two blanks side by side.
  return withoutInvisible(text.replace(LINE_BREAKS, ' ')).replace(/\s+/g, ' ').trim();
}

/** Several lines: every kind of line break becomes \n, at most one empty line in a row. */
export function normaliseText(text: string): string {
  return withoutInvisible(text.replace(LINE_BREAKS, '\n'))
    .replace(/\u00A0/g, ' ')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutInvisible(text: string): string {
  return text.replace(BIDI_CONTROLS, '').replace(INVISIBLE, '').replace(CONTROLS, '');
}

const EMAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/;
const PICTOGRAPH = /\p{Extended_Pictographic}/gu;

export function containsEmail(text: string): boolean {
  // Without the look for «@» a long word costs its length squared.
  return text.includes('@') && EMAIL.test(text);
}

/** Characters that the marketplace refuses in a title, each once. */
export function forbiddenCharacters(title: string): string[] {
  return [...new Set(title.match(PICTOGRAPH))];
}
