/** Numbers that follow each other far apart (Knuth's multiplicative hash). */
export function spread(number: number): number {
  return Math.imul(number, 2_654_435_761) >>> 0;
}
