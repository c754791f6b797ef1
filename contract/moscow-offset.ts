/** How far ahead of UTC Moscow is: in summer and winter since 26 October 2014, before which nothing here is. */
export const MOSCOW_OFFSET_MS = 3 * 3_600_000;
