const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
/** Type and four zeros: a tag that is emptied stays one of its kind. */
const TYPE_BYTES = 8;
/** Of more tags no profile consists; a number made up must not be believed. */
const TAGS_MAX = 100;
/** Check sum of the whole, which is not that of what is left; zeros say that there is none. */
const CHECK_SUM = { from: 84, to: 100 };

/** The tags that say how colours are turned into others. All the rest is text: whose, of what device, under what rights. */
const COLOUR_TAGS = new Set(
  'rXYZ gXYZ bXYZ rTRC gTRC bTRC kTRC wtpt bkpt chad lumi cicp A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 gamt'.split(' '),
);

/**
 * An ICC profile with its colours alone: texts and whatever lies between the tags are zeros. Undefined for bytes that are
 * no whole profile.
 */
export function withoutTexts(profile: Buffer): Buffer | undefined {
  if (profile.length < HEADER_BYTES + 4 || profile.readUInt32BE(0) !== profile.length) return undefined;
  if (profile.toString('latin1', 36, 40) !== 'acsp') return undefined;
  const count = profile.readUInt32BE(HEADER_BYTES);
  const tableEnd = HEADER_BYTES + 4 + count * ENTRY_BYTES;
  if (count > TAGS_MAX || tableEnd > profile.length) return undefined;
  const clean = Buffer.alloc(profile.length);
  profile.copy(clean, 0, 0, tableEnd);
  clean.fill(0, CHECK_SUM.from, CHECK_SUM.to);
  for (let entry = 0; entry < count; entry += 1) {
    const at = HEADER_BYTES + 4 + entry * ENTRY_BYTES;
    const from = profile.readUInt32BE(at + 4);
    const bytes = profile.readUInt32BE(at + 8);
    if (from < tableEnd || from + bytes > profile.length) return undefined;
    const isColour = COLOUR_TAGS.has(profile.toString('latin1', at, at + 4));
    profile.copy(clean, from, from, from + (isColour ? bytes : Math.min(bytes, TYPE_BYTES)));
  }
  return clean;
}
