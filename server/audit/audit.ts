import type { Db } from '#server/db/database.ts';

export type AuditResult = 'ok' | 'refused' | 'failed';

export interface AuditEvent {
  /** `login`, `password-change`, `shop-token-added`… */
  action: string;
  result: AuditResult;
  accountId?: number | undefined;
  userId?: number | undefined;
  sessionId?: number | undefined;
  /** What else matters, without secrets and without texts of the seller. */
  facts?: Record<string, string | number | boolean | null>;
}

/** Adds a line to the journal that nobody can change: who did what, and how it ended. */
export async function writeAudit(db: Db, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      action: event.action,
      result: event.result,
      account_id: event.accountId ?? null,
      user_id: event.userId ?? null,
      session_id: event.sessionId ?? null,
      facts: JSON.stringify(event.facts ?? {}),
    })
    .execute();
}
