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
export function spreadKopecks(total: number, weights: readonly number[]): number[] {
  if (weights.length === 0) {
    if (total === 0) return [];
    throw new RangeError('Nothing to spread the sum over');
  }
  if (total === 0) return weights.map(() => 0);
  const sum = weights.reduce((left, right) => left + right, 0);
  const shares = sum === 0 ? weights.map(() => 1) : weights;
  const divisor = sum === 0 ? weights.length : sum;
  const remainders = new Float64Array(shares.length);
  const parts = shares.map((weight, index) => {
    const { floor, remainder } = divideDown(total, weight, divisor);
    remainders[index] = remainder;
    return floor;
  });
  const left = total - parts.reduce((a, b) => a + b, 0);
  const byRemainder = Uint32Array.from(shares.keys()).sort(
    (a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0) || a - b,
  );
  for (const index of byRemainder.subarray(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
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
