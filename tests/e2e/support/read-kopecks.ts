/** The first sum of a text in kopecks: «≈ −1 234,50 ₽». What stands on another line belongs to something else. */
export function kopecksIn(text: string): number {
  const found = /(−?)(\d(?:\d|[^\S\n])*)(?:,(\d\d))?[^\S\n]*₽/.exec(text);
  if (!found) throw new Error(`No sum in «${text}»`);
  const [, minus = '', roubles = '', kopecks = '00'] = found;
  return (minus === '' ? 1 : -1) * (Number(roubles.replace(/\D/g, '')) * 100 + Number(kopecks));
}
