import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DocumentedCall } from './read-operations.ts';
import type { OperationFacts } from './operation-facts.ts';

/**
 * What the documents said of our operations when somebody last looked: names, types and limits of fields, and prints of texts. From
 * the public OpenAPI documents of the Wildberries API (dev.wildberries.ru), which are not part of this repository.
 */
const FILE = fileURLToPath(new URL('known-operations.json', import.meta.url));

export type KnownOperations = Readonly<Record<string, OperationFacts>>;

export function readKnownOperations(): KnownOperations {
  // Written by the function below.
  return JSON.parse(readFileSync(FILE, 'utf8')) as KnownOperations;
}

export function keepKnownOperations(operations: readonly DocumentedCall[]): void {
  const known = Object.fromEntries(operations.map(({ name, facts }) => [name, facts]));
  writeFileSync(FILE, `${JSON.stringify(known, null, 2)}\n`);
}
