/** «≈ −1 234,50 ₽» in kopecks. */
export function kopecksIn(text: string): number {
  const found = /(−?)(\d[\d\s\u00a0]*)(?:,(\d\d))?[\s\u00a0]*₽/.exec(text);
  if (!found) throw new Error(`No sum in «${text}»`);
  const [, minus = '', roubles = '', kopecks = '00'] = found;
  return (minus === '' ? 1 : -1) * (Number(roubles.replace(/\D/g, '')) * 100 + Number(kopecks));
}
