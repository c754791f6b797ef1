import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow over what is in use before all of it is collected. */
const GROWTH_PERCENT = 50;

/**
 * For a process that reads much and keeps little. What a long work reads is not collected with the young objects, and V8
 * lets the heap become up to four times what is in use before it looks at the old ones: a hundred megabytes of what nobody
 * needs any more.
 */
export function collectBeforeHeapIsLarge(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
