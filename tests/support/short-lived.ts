/**
 * Test support: flags of Node for a server that lives for seconds. V8 translates the database engine twice: quickly, and well beside the
 * work, which is half of the processor's time of a start. What is measured goes without this.
 */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only'];
