/** Whose request it is. */
export interface Session {
  userId: number;
  accountId: number;
  sessionId: number;
}
