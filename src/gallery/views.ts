/** How the gallery is looked at; kept in its address, so that a view can be shown to somebody. */
export const themeOptions = [
  { value: 'both', label: 'Обе' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
] as const;

export const widthOptions = [
  { value: '320', label: '320' },
  { value: '390', label: '390' },
  { value: '1024', label: '1024' },
  { value: 'window', label: 'По окну' },
] as const;

export type ThemeChoice = (typeof themeOptions)[number]['value'];

/** The option that the address names, or the first one meant for whoever names none. */
export function chosenOf<Value extends string>(
  options: readonly { value: Value }[],
  asked: string | null | undefined,
  usual: Value,
): Value {
  return options.find(({ value }) => value === asked)?.value ?? usual;
}
