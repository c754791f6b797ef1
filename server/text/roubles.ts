const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** «1 200 ₽»; with kopecks only where there are some. */
export function roubles(kopecks: number): string {
  const format = kopecks % 100 === 0 ? whole : exact;
  return `${format.format(kopecks / 100)} ₽`;
}
