/** Locks that processes on one PostgreSQL share. Two with one number, and a process waits for itself for ever. */
export const ADVISORY_LOCKS = {
  migration: 7_245_116,
  simulator: 7_245_118,
  start: 7_245_119,
  /** Beside an account. */
  dayLines: 7_245_120,
  /** Beside the number of a process, which holds it as long as it lives. */
  process: 7_245_121,
} as const;
