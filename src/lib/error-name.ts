/** The name of a thrown value. By name, because a `DOMException` is not an `Error` in every environment. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
}
