/**
 * Texts one byte a character, as the engine of JavaScript keeps strings that have no character above 0xFF: ASCII as it is, Russian
 * small letters at 0xC0, any other unit of UTF-16 as a lead (0xE0 and more) with two that follow (0x80–0xBF). No unit looks like a part
 * of another, so that a packed text is found in a packed text exactly where the one is in the other.
 */
const FIRST_RUSSIAN = 0x430;
const LAST_RUSSIAN = 0x44f;
const PACKED_RUSSIAN = 0xc0;
const LEAD = 0xe0;
const FOLLOWS = 0x80;
const FOLLOWS_BITS = 6;
const FOLLOWS_MASK = 0x3f;

/** So many arguments a call takes on every engine. */
const ARGUMENTS_PER_CALL = 4096;

// oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
const ONLY_ASCII = /^[\0-\x7F]*$/;

let bytes = new Uint8Array(ARGUMENTS_PER_CALL);
let units = new Uint16Array(ARGUMENTS_PER_CALL);

export function packText(text: string): string {
  if (ONLY_ASCII.test(text)) return text;
  if (bytes.length < text.length * 3) bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < FOLLOWS) bytes[length++] = unit;
    else if (unit >= FIRST_RUSSIAN && unit <= LAST_RUSSIAN) {
      bytes[length++] = unit - FIRST_RUSSIAN + PACKED_RUSSIAN;
    } else {
      bytes[length++] = LEAD + (unit >> (2 * FOLLOWS_BITS));
      bytes[length++] = FOLLOWS + ((unit >> FOLLOWS_BITS) & FOLLOWS_MASK);
      bytes[length++] = FOLLOWS + (unit & FOLLOWS_MASK);
    }
  }
  return fromUnits(bytes, length);
}

export function unpackText(packed: string): string {
  if (ONLY_ASCII.test(packed)) return packed;
  if (units.length < packed.length) units = new Uint16Array(packed.length);
  let length = 0;
  for (let index = 0; index < packed.length; index += 1) {
    const byte = packed.charCodeAt(index);
    if (byte < FOLLOWS) units[length++] = byte;
    else if (byte < LEAD) units[length++] = byte - PACKED_RUSSIAN + FIRST_RUSSIAN;
    else {
      const [middle, last] = [packed.charCodeAt(index + 1), packed.charCodeAt(index + 2)];
      units[length++] =
        ((byte - LEAD) << (2 * FOLLOWS_BITS)) |
        ((middle & FOLLOWS_MASK) << FOLLOWS_BITS) |
        (last & FOLLOWS_MASK);
      index += 2;
    }
  }
  return fromUnits(units, length);
}

function fromUnits(units: Uint8Array | Uint16Array, length: number): string {
  let text = '';
  for (let start = 0; start < length; start += ARGUMENTS_PER_CALL) {
    const part = units.subarray(start, Math.min(length, start + ARGUMENTS_PER_CALL));
    // Its type asks for an array and takes whatever has a length.
    text += String.fromCharCode.apply(undefined, part as unknown as number[]);
  }
  return text;
}
