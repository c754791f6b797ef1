/** Kinds of codes by the names that browsers give them. */
export const CODE_FORMATS = ['ean_13', 'ean_8', 'upc_a', 'code_128', 'qr_code'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

/** Longer than any barcode that a card may have. */
const MAX_LENGTH = 75;
/** Codes of shops on goods, whose last digit is made of the others. */
const WITH_CHECK_DIGIT: Readonly<Partial<Record<CodeFormat, number>>> = { ean_13: 13, ean_8: 8, upc_a: 12 };

/**
 * The barcode that a code in a picture says; undefined where it says none: a digit was misread, or a square code leads to a
 * page. EAN-13 that begins with 0 is UPC-A, bar for bar, and has its twelve digits, as a scanner in the hand types them.
 */
export function barcodeOf(format: CodeFormat, said: string): string | undefined {
  const text = said.trim();
  const length = WITH_CHECK_DIGIT[format];
  if (length !== undefined) {
    if (text.length !== length || !hasRightCheckDigit(text)) return undefined;
    return format === 'ean_13' && text.startsWith('0') ? text.slice(1) : text;
  }
  const isPrintable = text !== '' && text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text);
  return isPrintable && !text.includes('://') ? text : undefined;
}

/** Of all lengths alike: the digits weigh 3 and 1 by turns, from the one before the last. */
function hasRightCheckDigit(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
