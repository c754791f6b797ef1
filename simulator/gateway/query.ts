/** A whole number from a query or a path; undefined when it is missing or is not one. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
  return Number(value);
}

/** limit and offset of a page; undefined when they break the host's rules. */
export function readPage(
  query: Record<string, unknown>,
  rules: { isLimitRequired: boolean; limitMax: number },
): { limit: number; offset: number } | undefined {
  const isMissing = query['limit'] === undefined;
  if (isMissing && rules.isLimitRequired) return undefined;
  const limit = isMissing ? rules.limitMax : wholeNumber(query['limit']);
  const offset = query['offset'] === undefined ? 0 : wholeNumber(query['offset']);
  if (limit === undefined || offset === undefined) return undefined;
  return limit < 1 || limit > rules.limitMax || offset < 0 ? undefined : { limit, offset };
}
