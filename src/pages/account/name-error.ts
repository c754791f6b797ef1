const MAX_NAME_LENGTH = 100;

/** What is wrong with the name of a shop or of a group of warehouses. */
export function nameErrorOf(name: string): string | undefined {
  if (name === '') return 'Укажите название';
  return name.length > MAX_NAME_LENGTH ? `Не длиннее ${MAX_NAME_LENGTH} символов` : undefined;
}
