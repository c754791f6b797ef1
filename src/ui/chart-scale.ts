/** How many steps an axis has, about. */
const STEPS = 4;

/**
 * Round values for an axis that cover from the least to the greatest and always hold zero: 0, 20, 40, 60. Of what is counted in pieces
 * there is no part of one.
 */
export function axisTicks(min: number, max: number, isWhole = false): number[] {
  const low = Math.min(0, min);
  const high = Math.max(0, max);
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [0, 1];
  const step = isWhole ? wholeStep(span / STEPS) : roundStep(span / STEPS, ROUND_STEPS);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = (first + index) * step;
    // 3 × 0.1 is not 0.3 in binary.
    return Number(value.toPrecision(12));
  });
}

const ROUND_STEPS = [1, 2, 2.5, 5];
const SHORT_WHOLE_STEPS = [1, 2, 5];

function wholeStep(rough: number): number {
  return roundStep(Math.max(1, rough), rough < 10 ? SHORT_WHOLE_STEPS : ROUND_STEPS);
}

function roundStep(rough: number, steps: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (steps.find((step) => rough / power <= step) ?? 10);
}

/** Every how many points of the horizontal axis a label fits. */
export function labelStride(pointCount: number, widthPx: number, labelWidthPx: number): number {
  const fitting = Math.max(1, Math.floor(widthPx / labelWidthPx));
  return Math.max(1, Math.ceil(pointCount / fitting));
}
