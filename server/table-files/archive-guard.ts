import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { TableFileError } from './table-file-error.ts';

/** By the letter of APPNOTE.TXT: signatures, and where things lie after them. */
const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;
const MAX_COMMENT_LENGTH = 65_535;
/** In place of a number that stands elsewhere: archives of gigabytes. */
const ELSEWHERE_32 = 0xffffffff;
const ELSEWHERE_16 = 0xffff;
const IS_ENCRYPTED = 1;
const SIZES_FOLLOW = 8;

const MAX_ENTRIES = 5000;

interface ArchiveEntry {
  flags: number;
  packed: number;
  unpacked: number;
  /** Where its name stands in the archive. */
  nameAt: number;
  nameLength: number;
}

/** What the directory of an archive says of its entries. */
export function* directoryOf(bytes: Uint8Array): Generator<ArchiveEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let position = view.getUint32(end + 16, true);
  if (count === ELSEWHERE_16 || position === ELSEWHERE_32 || count > MAX_ENTRIES) throw tooLarge();
  for (let index = 0; index < count; index += 1) {
    if (position + ENTRY_LENGTH > bytes.length || view.getUint32(position, true) !== ENTRY_SIGNATURE)
      throw damaged();
    yield {
      flags: view.getUint16(position + 8, true),
      packed: view.getUint32(position + 20, true),
      unpacked: view.getUint32(position + 24, true),
      nameAt: position + ENTRY_LENGTH,
      nameLength: view.getUint16(position + 28, true),
    };
    position += ENTRY_LENGTH + [28, 30, 32].reduce((sum, at) => sum + view.getUint16(position + at, true), 0);
  }
}

/**
 * Refuses an archive that would unpack to more than it may, before anything of it is unpacked. The reader unpacks no entry
 * beyond the size that the directory says, so the sizes that are not said are refused as well.
 */
export function refuseBomb(bytes: Uint8Array): void {
  let unpackedBytes = 0;
  for (const { flags, packed, unpacked } of directoryOf(bytes)) {
    if ((flags & IS_ENCRYPTED) !== 0) throw new TableFileError('Файл защищён паролем: снимите защиту');
    if (packed === ELSEWHERE_32 || unpacked === ELSEWHERE_32) throw tooLarge();
    const isEmpty = packed === 0 && unpacked === 0;
    const isUnsaid = isEmpty ? (flags & SIZES_FOLLOW) !== 0 : packed === 0 || unpacked === 0;
    // An empty part of a compressed archive is two bytes that unpack to none.
    if (isUnsaid && !(unpacked === 0 && packed === 2)) throw damaged();
    unpackedBytes += unpacked;
    if (unpackedBytes > TABLE_FILE_LIMITS.unpackedBytes) throw tooLarge();
  }
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let position = last; position >= Math.max(0, last - MAX_COMMENT_LENGTH); position -= 1) {
    if (view.getUint32(position, true) === END_SIGNATURE) return position;
  }
  throw damaged();
}

const damaged = () => new TableFileError('Файл повреждён или загружен не целиком: сохраните его ещё раз');

const tooLarge = () =>
  new TableFileError('Таблица слишком большая: оставьте только нужные столбцы и строки или разделите файл');
