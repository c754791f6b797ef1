/** Nobody reads more of them in a row. */
const MAX_SAID = 3;

/** Each once, the first few; null when there are none. */
export function remarksText(remarks: readonly string[]): string | null {
  const different = [...new Set(remarks)];
  if (different.length === 0) return null;
  const said = different.slice(0, MAX_SAID).join('. ');
  return different.length > MAX_SAID ? `${said}. И ещё ${String(different.length - MAX_SAID)}` : said;
}
