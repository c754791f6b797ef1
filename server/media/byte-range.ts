export interface ByteRange {
  /** Both included. */
  start: number;
  end: number;
}

/**
 * The one part of a file that a `Range` header asks for, as far as the file goes. `whole`: there is no such header, or it says
 * what need not be understood (several parts, other units). `none`: nothing of the file is asked for.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const count = Math.min(Number(last), length);
    return count === 0 ? 'none' : { start: length - count, end: length - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= length) return 'none';
  return { start, end: last === '' ? length - 1 : Math.min(Number(last), length - 1) };
}
