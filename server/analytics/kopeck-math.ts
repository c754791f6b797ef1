/**
 * Exact arithmetic on whole kopecks. One rounding rule for the whole product: to the nearest kopeck, a half goes away
 * from zero, so that a return rounds as the sale it takes back.
 */

/** `value · numerator / denominator`, rounded half away from zero. The product is exact at any size. */
export function mulDivRound(value: number, numerator: number, denominator: number): number {
  const product = value * numerator;
  // Ten times as quick, and exact where no number is too large to be.
  if (Number.isSafeInteger(value) && Number.isSafeInteger(product) && Number.isSafeInteger(denominator))
    return divideRoundWhole(product, denominator);
  return Number(divideRound(BigInt(value) * BigInt(numerator), BigInt(denominator)));
}

/** The same as {@link divideRound} of numbers that are exact. */
function divideRoundWhole(dividend: number, divisor: number): number {
  const size = Math.abs(dividend);
  const remainder = size % divisor;
  const rounded = (size - remainder) / divisor + (2 * remainder >= divisor ? 1 : 0);
  // Never −0.
  return dividend < 0 && rounded !== 0 ? -rounded : rounded;
}

/** `dividend / divisor`, rounded half away from zero. The divisor is positive. */
function divideRound(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/**
 * Splits whole kopecks in proportion to whole weights so that the parts add up to the total exactly: each part is
 * rounded down, and the kopecks left over go to the largest remainders (the earlier part first among equals).
 *
 * Weights may be negative when their sum is not zero: such a part gets its own signed share. Without a sum to divide
 * by, all parts are equal. Throws a RangeError when there is something to split and nobody to take it.
 */
export function spreadKopecks(total: number, weights: ArrayLike<number>): number[] {
  const count = weights.length;
  if (count === 0) {
    if (total === 0) return [];
    throw new RangeError('Nothing to spread the sum over');
  }
  const parts = Array.from<number>({ length: count }).fill(0);
  if (total === 0) return parts;
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += weights[at] ?? 0;
  const divisor = sum === 0 ? count : sum;
  const remainders = new Float64Array(count);
  let left = total;
  for (let at = 0; at < count; at += 1) {
    const weight = sum === 0 ? 1 : (weights[at] ?? 0);
    const { floor, remainder } = divideDown(total, weight, divisor);
    parts[at] = floor;
    remainders[at] = remainder;
    left -= floor;
  }
  addToLargest(parts, remainders, left);
  return parts;
}

/** A kopeck to each of the `left` parts whose remainders are the largest. They are found without putting all in order by a rule of ours. */
function addToLargest(parts: number[], remainders: Float64Array, left: number): void {
  if (left === 0) return;
  const least = remainders.toSorted()[remainders.length - left] ?? 0;
  let equal = left;
  for (const remainder of remainders) if (remainder > least) equal -= 1;
  for (let at = 0; at < parts.length; at += 1) {
    const remainder = remainders[at] ?? 0;
    if (remainder < least) continue;
    if (remainder === least) {
      if (equal === 0) continue;
      equal -= 1;
    }
    parts[at] = (parts[at] ?? 0) + 1;
  }
}

/** `total · weight / divisor`, rounded down, and what is left; exact at any size of the product. */
function divideDown(total: number, weight: number, divisor: number): { floor: number; remainder: number } {
  const size = Math.abs(divisor);
  const product = total * (divisor < 0 ? -weight : weight);
  if (Number.isSafeInteger(product)) {
    const remainder = ((product % size) + size) % size;
    // Never −0.
    return { floor: (product - remainder) / size + 0, remainder };
  }
  const [exact, by] = [BigInt(total) * BigInt(divisor < 0 ? -weight : weight), BigInt(size)];
  const remainder = ((exact % by) + by) % by;
  return { floor: Number((exact - remainder) / by), remainder: Number(remainder) };
}
