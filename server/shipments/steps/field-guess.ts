/** Words of the marketplace's errors and the card's field they speak of; the first that fits wins. */
const WORDS: [pattern: RegExp, field: string][] = [
  [/наименовани|\btitle\b/i, 'title'],
  [/описани|\bdescription\b/i, 'description'],
  [/бренд|\bbrand\b/i, 'brand'],
  [/баркод|штрихкод|\bbarcode|\bsku\b/i, 'sizes'],
  [/артикул продавца|vendor ?code/i, 'vendorCode'],
  [/предмет|категори|\bcategory\b|\bsubject\b/i, 'subjectId'],
  [/габарит|упаковк|\bвес\b|\bdimension/i, 'dimensions'],
  [/фото|изображени|медиа|\bphoto|\bmedia\b/i, 'photos'],
  [/скидк|\bdiscount\b/i, 'discount'],
  [/цен[аыуе]|\bprice\b|карантин/i, 'priceKopecks'],
  [/размер/i, 'sizes'],
];

export interface NamedCharacteristic {
  id: number;
  name: string;
}

/**
 * The card's field to mend for an error's text, named as the contract names it (`characteristics.14177449` for one
 * characteristic), or null when the text does not tell.
 */
export function guessField(text: string, characteristics: readonly NamedCharacteristic[]): string | null {
  const lower = text.toLowerCase();
  if (lower.includes('характеристик')) {
    // The longest name: «Цвет» is a part of «Цвет фурнитуры».
    const named = characteristics
      .filter((one) => lower.includes(one.name.toLowerCase()))
      .sort((one, other) => other.name.length - one.name.length);
    return named[0] ? `characteristics.${String(named[0].id)}` : 'characteristics';
  }
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
