/**
 * Exact arithmetic on whole kopecks. One rounding rule for the whole product: to the nearest kopeck, a half goes away
 * from zero, so that a return rounds as the sale it takes back.
 */

/** `value · numerator / denominator`, rounded half away from zero. The product is exact at any size. */
export function mulDivRound(value: number, numerator: number, denominator: number): number {
  return Number(divideRound(BigInt(value) * BigInt(numerator), BigInt(denominator)));
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
  const sum = weights.reduce((left, right) => left + BigInt(right), 0n);
  const shares = sum === 0n ? weights.map(() => 1n) : weights.map(BigInt);
  const divisor = sum === 0n ? BigInt(weights.length) : sum;
  const parts = shares.map((weight, index) => {
    const product = signedTo(BigInt(total) * weight, divisor);
    const size = divisor < 0n ? -divisor : divisor;
    const floor = floorDivide(product, size);
    return { index, floor, remainder: product - floor * size };
  });
  const result = parts.map((part) => Number(part.floor));
  let left = total - result.reduce((a, b) => a + b, 0);
  const byRemainder = [...parts].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  );
  for (const part of byRemainder) {
    if (left === 0) break;
    result[part.index] = (result[part.index] ?? 0) + 1;
    left -= 1;
  }
  return result;
}

/** Moves the divisor's sign to the dividend. */
function signedTo(dividend: bigint, divisor: bigint): bigint {
  return divisor < 0n ? -dividend : dividend;
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}
