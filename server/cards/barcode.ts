/** The thirteenth digit of an EAN-13 barcode, from its first twelve. */
export function ean13CheckDigit(first12: string): string {
  let sum = 0;
  for (let index = 0; index < 12; index += 1) sum += Number(first12[index]) * (index % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** Whether the text is 13 digits of which the last is right. Other lengths are barcodes too, but not EAN-13. */
export function isValidEan13(barcode: string): boolean {
  return /^\d{13}$/.test(barcode) && ean13CheckDigit(barcode.slice(0, 12)) === barcode[12];
}
