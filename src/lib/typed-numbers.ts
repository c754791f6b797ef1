/** Apart from `numbers.ts`: the first screen writes numbers and reads none. */
export { parseNumber, parseRoubles } from '#contract/number-text.ts';
