/** In characters: about a hundred rows of a report, some milliseconds of everybody's time. */
export const PART_LENGTH = 128 * 1024;

/** Whether a text is a list, if it is any JSON. */
export function isList(text: string): boolean {
  return /^\s*\[/.test(text);
}

/**
 * A JSON list as several: each the text of a list, of as many of its items as are about {@link PART_LENGTH} long. A report has fifty
 * thousand rows, and read in one piece it would hold up everybody for seconds. Whether the items are JSON shows when a part is parsed;
 * throws a SyntaxError where the list has no end, or something follows it.
 */
export function* partsOfList(text: string): Generator<string> {
  const begin = text.indexOf('[') + 1;
  let start = begin;
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' && depth === 0) {
      // A comma stands between two items, and nothing behind the list.
      const isCutShort = start > begin && text.slice(start, at).trim() === '';
      if (isCutShort || text.slice(at + 1).trim() !== '') break;
      yield `[${text.slice(start, at)}]`;
      return;
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',' && depth === 0 && at - start >= PART_LENGTH) {
      yield `[${text.slice(start, at)}]`;
      start = at + 1;
    }
  }
  throw new SyntaxError('The list has no end');
}

/** Where the string ends that begins there; where the text does, for one that does not. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
