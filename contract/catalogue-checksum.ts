import type { CatalogueRow } from './catalogue-feed.ts';

const MODULUS = 2 ** 48;
const SEPARATOR = '\u001f';

/**
 * What a card adds to the checksum of a replica: the first 48 bits of MD5 over its columns, as migration 036 writes them down, and
 * those of its «Ярлыки WB», if it has any (migration 067). Not a secret's hash: it tells a replica that is not what the server has.
 */
export function catalogueChecksum(row: CatalogueRow): number {
  return addChecksums(checksumWithoutWbTags(row), wbTagsChecksum(row));
}

/** As installed clients reckon it. */
export function checksumWithoutWbTags(row: CatalogueRow): number {
  return leadOfMd5(textOf(row));
}

function wbTagsChecksum({ id, wbTags }: CatalogueRow): number {
  return wbTags.length === 0 ? 0 : leadOfMd5([id, listText(wbTags)].join(SEPARATOR));
}

/** Sums checksums, or with a negative one takes a card's away: always from 0 to 2^48 − 1. */
export function addChecksums(sum: number, change: number): number {
  return (((sum + change) % MODULUS) + MODULUS) % MODULUS;
}

/** The checksum of a replica with these rows. */
export function checksumOfRows(rows: Iterable<CatalogueRow>): number {
  let sum = 0;
  for (const row of rows) sum = addChecksums(sum, catalogueChecksum(row));
  return sum;
}

function textOf(row: CatalogueRow): string {
  return [
    row.id,
    row.vendorCode,
    row.title,
    row.subjectId,
    row.subjectName,
    row.brand,
    row.photo ?? '',
    row.nmId ?? '',
    `{${row.nmIds.join(',')}}`,
    row.priceKopecks,
    row.discount,
    row.finalPriceKopecks,
    row.costPriceKopecks ?? '',
    row.marginPercent ?? '',
    row.filledPercent,
    flag(row.hasDimensions),
    row.stock,
    `{${row.shopIds.join(',')}}`,
    listText(row.tags),
    row.state,
    flag(row.hasUnsentChanges),
    row.version,
    row.updatedAtUs,
    row.searchText,
  ].join(SEPARATOR);
}

/** As the database writes a list down. */
const listText = (texts: readonly string[]) => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

const flag = (is: boolean) => (is ? 't' : 'f');

const BLOCK_WORDS = 16;
const LENGTH_BYTES = 8;
const SHIFTS = Uint8Array.of(7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21);
const SINES = Int32Array.from({ length: 64 }, (_, step) =>
  Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32),
);

/** Which word of a block each step takes. */
const PLACES = Uint8Array.from(
  { length: 64 },
  (_, step) => [step, 5 * step + 1, 3 * step + 5, 7 * step][step >> 4] ?? 0,
).map((place) => place & 15);

const encoder = new TextEncoder();
let bytes = new Uint8Array(2048);
// Every machine that a browser runs on keeps the lowest byte of a word first, as MD5 does.
let words = new Int32Array(bytes.buffer);
const state = new Int32Array(4);
const digest = new DataView(state.buffer);

function leadOfMd5(text: string): number {
  const blocks = pad(text);
  state[0] = 0x67452301;
  state[1] = 0xefcdab89;
  state[2] = 0x98badcfe;
  state[3] = 0x10325476;
  for (let block = 0; block < blocks; block += 1) mixIn(block * BLOCK_WORDS);
  return digest.getUint32(0) * 2 ** 16 + digest.getUint16(4);
}

/** Puts the text into the buffer with what MD5 puts after it; answers how many blocks that are. */
function pad(text: string): number {
  // A unit of UTF-16 is three bytes at most.
  const most = text.length * 3 + 2 * BLOCK_WORDS * 4;
  if (bytes.length < most) {
    bytes = new Uint8Array(Math.ceil(most / 4) * 8);
    words = new Int32Array(bytes.buffer);
  }
  const { written } = encoder.encodeInto(text, bytes);
  const blocks = Math.ceil((written + 1 + LENGTH_BYTES) / (BLOCK_WORDS * 4));
  bytes.fill(0, written, blocks * BLOCK_WORDS * 4);
  bytes[written] = 0x80;
  words[blocks * BLOCK_WORDS - 2] = written * 8;
  return blocks;
}

function mixIn(start: number): void {
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const mixed = mixedIn(round, b, c, d);
    const sum = (a + mixed + (SINES[step] ?? 0) + (words[start + (PLACES[step] ?? 0)] ?? 0)) | 0;
    const shift = SHIFTS[round * 4 + (step & 3)] ?? 0;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
}

function mixedIn(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}
