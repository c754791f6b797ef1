import type { CSSProperties } from 'react';

/** Names beside what they are, or above it where the font leaves no room for two columns. */
export const FACT_COLUMNS: CSSProperties = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(7rem, 34%)), 1fr))',
};
