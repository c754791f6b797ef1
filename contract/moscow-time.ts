const MOSCOW_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/** `20.11.2026 14:02`: how a table says when, for columns headed «(МСК)». */
export function moscowTime(at: Date): string {
  return MOSCOW_TIME.format(at).replace(',', '');
}
