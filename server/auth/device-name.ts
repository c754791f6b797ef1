/** Order matters: Edge, Opera and Yandex call themselves Chrome, Chrome calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** «Chrome, Windows»: enough for a seller to recognise a device. */
export function deviceName(userAgent: string): string {
  const names = [nameOf(BROWSERS, userAgent), nameOf(SYSTEMS, userAgent)].filter(
    (name) => name !== undefined,
  );
  return names.length > 0 ? names.join(', ') : 'Неизвестное устройство';
}

function nameOf(table: readonly [RegExp, string][], userAgent: string): string | undefined {
  return table.find(([pattern]) => pattern.test(userAgent))?.[1];
}
