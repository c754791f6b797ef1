import { sql } from 'kysely';
import type { Subject } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';

/** All cards of a large account would be read for a second; who works in one subject for months has but one to offer. */
const CARDS_LOOKED_AT = 500;
const SUBJECTS_SHOWN = 8;

/** The subjects of the account's newest cards, the last used first. */
export async function findRecentSubjects(db: Db, accountId: number): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    WITH newest AS MATERIALIZED (
      SELECT id, subject_id FROM cards WHERE account_id = ${accountId}
      ORDER BY id DESC LIMIT ${sql.lit(CARDS_LOOKED_AT)}),
    used AS (SELECT subject_id, max(id) AS last_card_id FROM newest GROUP BY subject_id)
    SELECT subjects.id, subjects.name, subjects.parent_name AS "parentName"
    FROM used JOIN subjects ON subjects.id = used.subject_id
    ORDER BY used.last_card_id DESC LIMIT ${sql.lit(SUBJECTS_SHOWN)}`.execute(db);
  return rows;
}
