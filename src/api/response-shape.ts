import type { z } from 'zod/mini';

/**
 * Whether data can be worked with: every field that this build reads is there and of its type. Fields and values that it
 * does not know are let through: a newer server may add them, and screens show an unknown value as it came.
 */
export function fitsSchema(schema: z.ZodMiniType, data: unknown): boolean {
  const parsed = schema.safeParse(data);
  if (parsed.success) return true;
  return parsed.error.issues.every((issue) => isUnknownValue(issue) && isText(valueAt(data, issue.path)));
}

/** Of a list of values, or of the field that tells the shapes of an object apart. */
function isUnknownValue(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.discriminator !== undefined && issue.errors.length === 0;
  return issue.code === 'invalid_value';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
