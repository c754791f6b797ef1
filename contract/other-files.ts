/** Files that are given in place of a table: each is told as what it is, with the way to a table. */

const NEEDED = 'Нужна таблица Excel (.xlsx) или файл CSV';
/** «откройте её и …». */
export const SAVE_AS_XLSX = 'сохраните: «Файл» → «Сохранить как», тип «Книга Excel (.xlsx)»';

const PDF = `Это PDF, таблица из него не читается. Возьмите файл, из которого он сделан, или перенесите данные в Excel и ${SAVE_AS_XLSX}`;
const PICTURE = `Это картинка, таблица с неё не читается. ${NEEDED}`;
const FILM = `Это фото или видео, а не таблица. ${NEEDED}`;
export const ARCHIVE = 'Это архив: распакуйте его и выберите таблицу, которая в нём';

/** How each begins; null is any byte. */
const BEGINNINGS: [string, (number | null)[]][] = [
  [PDF, [0x25, 0x50, 0x44, 0x46]],
  [PICTURE, [0x89, 0x50, 0x4e, 0x47]],
  [PICTURE, [0xff, 0xd8, 0xff]],
  [PICTURE, [0x47, 0x49, 0x46, 0x38]],
  // WEBP, after the length.
  [PICTURE, [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  // «ftyp»: what phones take.
  [FILM, [null, null, null, null, 0x66, 0x74, 0x79, 0x70]],
  // RAR, 7z and gzip.
  [ARCHIVE, [0x52, 0x61, 0x72, 0x21]],
  [ARCHIVE, [0x37, 0x7a, 0xbc, 0xaf]],
  [ARCHIVE, [0x1f, 0x8b]],
];

/** So much is looked into for a zero, which no text has. */
const LOOKED_INTO_BYTES = 512;

/** What a file is that is neither a workbook nor a text; null: it may be one. */
export function otherFileText(bytes: Uint8Array): string | null {
  const begins = (start: readonly (number | null)[]) =>
    start.every((byte, at) => byte === null || byte === bytes[at]);
  const known = BEGINNINGS.find(([, start]) => begins(start));
  if (known) return known[0];
  const isUtf16 = begins([0xff, 0xfe]) || begins([0xfe, 0xff]);
  const mayBeOne = isUtf16 || isZip(bytes) || isCompound(bytes);
  return mayBeOne || !bytes.subarray(0, LOOKED_INTO_BYTES).includes(0) ? null : `Это не таблица. ${NEEDED}`;
}

/** XLSX is one, and much else. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** XLS is one, and whatever of Microsoft's is behind a password. */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
}
