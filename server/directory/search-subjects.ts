import { sql } from 'kysely';
import { searchWords } from '#contract/catalogue/search-words.ts';
import type { Subject } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';

const SUBJECTS_SHOWN = 50;

/**
 * Found as cards are: «кружка» finds «Кружки», in the other layout too. Every word has to be in the name or in that of the
 * parent. A name that begins with what is looked for comes first.
 */
export async function searchSubjects(db: Db, search: string): Promise<Subject[]> {
  const words = searchWords(search);
  const isFound = words.map((alternatives) => isLike(alternatives.map(within)));
  const { rows } = await sql<Subject>`
    WITH folded AS MATERIALIZED (
      SELECT id, name, parent_name, replace(lower(' ' || name || ' ' || parent_name), 'ё', 'е') AS folded FROM subjects)
    SELECT id, name, parent_name AS "parentName" FROM folded
    WHERE ${isFound.length === 0 ? sql`true` : sql.join(isFound, sql` AND `)}
    ORDER BY ${isLike((words[0] ?? []).map(atBeginning))} DESC, name, id
    LIMIT ${sql.lit(SUBJECTS_SHOWN)}`.execute(db);
  return rows;
}

function isLike(patterns: readonly string[]) {
  return sql<boolean>`folded LIKE any(${[...patterns]}::text[])`;
}

const within = (text: string) => `%${escapeLike(text)}%`;
/** What is bent has its space in front already. */
const atBeginning = (text: string) => ` ${escapeLike(text.trimStart())}%`;

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
