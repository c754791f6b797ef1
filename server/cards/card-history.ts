import { sql } from 'kysely';
import type { CardChange } from '#contract/card-history.ts';
import { storedPhotoName } from '#contract/media.ts';
import { storedVideoName } from '#contract/video-uploads.ts';
import type { Db } from '#server/db/database.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';

/** What is written into `card_changes` by the database itself: migration 023, decision 019. */

const CHANGES_PER_PAGE = 20;
const KEEP_CHANGES_DAYS = 180;
/** Each its own statement: nobody waits for more than one. */
const FORGOTTEN_AT_ONCE = 1000;

/** A part of a card's changes, the last first. Another account's card has none. */
export async function findCardChanges(
  db: Db,
  accountId: number,
  cardId: number,
  { beforeId }: { beforeId?: number | undefined },
): Promise<{ results: CardChange[]; nextBeforeId: number | null }> {
  const rows = await db
    .selectFrom('card_changes')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'card_changes.user_id').on('users.account_id', '=', accountId),
    )
    .select(['card_changes.id', 'changed_at', 'users.name as user_name', 'before', 'after'])
    .where('card_changes.account_id', '=', accountId)
    .where('card_id', '=', cardId)
    .$if(beforeId !== undefined, (query) => query.where('card_changes.id', '<', beforeId ?? 0))
    .orderBy('card_changes.id', 'desc')
    .limit(CHANGES_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, CHANGES_PER_PAGE);
  const nameSubject = await readSubjectNames(db, shown);
  const gone = await findGoneFiles(
    db,
    accountId,
    shown.flatMap(({ before }) => filesIn(before)),
  );
  const results = shown.map((row) => ({
    id: row.id,
    changedAt: row.changed_at.toISOString(),
    userName: row.user_name,
    before: withGoneFiles(nameSubject(row.before), gone),
    after: nameSubject(row.after),
  }));
  return { results, nextBeforeId: rows.length > CHANGES_PER_PAGE ? (results.at(-1)?.id ?? null) : null };
}

type KeptFields = Record<string, unknown>;

/** A person knows a subject by its name; a few changes have one. */
async function readSubjectNames(
  db: Db,
  changes: readonly { before: KeptFields; after: KeptFields }[],
): Promise<(fields: KeptFields) => KeptFields> {
  const ids = changes.flatMap(({ before, after }) => [before['subjectId'], after['subjectId']]);
  const named = ids.filter((id) => typeof id === 'number');
  if (named.length === 0) return (fields) => fields;
  const subjects = await db.selectFrom('subjects').select(['id', 'name']).where('id', 'in', named).execute();
  const names = new Map<unknown, string>(subjects.map(({ id, name }) => [id, name]));
  return (fields) => {
    const subjectName = names.get(fields['subjectId']);
    return subjectName === undefined ? fields : { ...fields, subjectName };
  };
}

/** Addresses of photos and of the video. */
function filesIn({ photos, video }: KeptFields): string[] {
  const addresses: unknown[] = Array.isArray(photos) ? [...photos, video] : [video];
  return addresses.filter((address) => typeof address === 'string');
}

/** Which of these uploaded files are there no more: what no card uses is removed after a month. */
async function findGoneFiles(db: Db, accountId: number, addresses: readonly string[]): Promise<Set<string>> {
  const byName = new Map(
    addresses.flatMap((address) => {
      const name = storedPhotoName(address) ?? storedVideoName(address);
      return name === undefined ? [] : [[name, address]];
    }),
  );
  if (byName.size === 0) return new Set();
  const there = await db
    .selectFrom('media_files')
    .select('name')
    .where('account_id', '=', accountId)
    .where('name', 'in', [...byName.keys()])
    .execute();
  for (const { name } of there) byName.delete(name);
  return new Set(byName.values());
}

function withGoneFiles(fields: KeptFields, gone: ReadonlySet<string>): KeptFields {
  const goneFiles = filesIn(fields).filter((address) => gone.has(address));
  return goneFiles.length === 0 ? fields : { ...fields, goneFiles };
}

export const forgetCardChangesJob: JobDefinition = {
  name: 'forget-card-changes',
  schema: noData,
  options: { cron: '27 4 * * *' },
  handler: async (_data, { database: { db } }) => {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM card_changes WHERE ctid = any(array(
          SELECT ctid FROM card_changes
          WHERE changed_at < now() - make_interval(days => ${KEEP_CHANGES_DAYS}) LIMIT ${FORGOTTEN_AT_ONCE}))`.execute(
        db,
      );
      if (numAffectedRows < FORGOTTEN_AT_ONCE) return;
    }
  },
};
