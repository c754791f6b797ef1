import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { noData, type JobDefinition } from '#server/jobs/job.ts';
import { photoFolder } from './photo-store.ts';
import { createThumbnails } from './thumbnails.ts';

/** An edit that holds the photo may wait on a device that has no connection; its idempotency key lasts as long. */
const KEEP_UNUSED_DAYS = 30;
/** A file is there before its row is. */
const KEEP_UNKNOWN_MS = 24 * 3600 * 1000;

/** Removes photos and videos that no card, no template and no shipment under way has any more, so that an account's room is what it uses. */
export const removeUnusedPhotosJob: JobDefinition = {
  name: 'remove-unused-photos',
  schema: noData,
  options: { cron: '37 4 * * *' },
  handler: async (_data, { database, env }) => {
    await forgetUnused(database.db);
    await removeUnknownFiles(database.db, env.dataDir);
  },
};

async function forgetUnused(db: Db): Promise<void> {
  await sql`
    WITH used AS (
      SELECT account_id, jsonb_array_elements_text(photos) AS address FROM cards
      UNION ALL
      SELECT account_id, video FROM cards WHERE video <> ''
      UNION ALL
      SELECT account_id, jsonb_array_elements_text(content -> 'photos') FROM card_templates
      UNION ALL
      SELECT account_id, content ->> 'video' FROM card_templates
      UNION ALL
      SELECT account_id, jsonb_array_elements_text(snapshot -> 'photos') FROM shipment_items
      WHERE state IN ('waiting', 'sent')
      UNION ALL
      SELECT account_id, snapshot ->> 'video' FROM shipment_items WHERE state IN ('waiting', 'sent')
    )
    DELETE FROM media_files AS files
    WHERE created_at < now() - make_interval(days => ${KEEP_UNUSED_DAYS}) AND NOT EXISTS (
      SELECT FROM used WHERE used.account_id = files.account_id
        -- One comparison: with two, every file would be looked for among all photos of all cards.
        AND used.address = CASE WHEN files.name ~ '\\.(mp4|mov)$' THEN '/media/videos/' ELSE '/media/photos/' END || files.name
    )`.execute(db);
}

/** Of photos that are forgotten, and of uploads that were cut short. */
async function removeUnknownFiles(db: Db, dataDir: string): Promise<void> {
  const folder = photoFolder(dataDir);
  const thumbnails = createThumbnails(dataDir);
  await mkdir(folder, { recursive: true });
  const files = await readdir(folder);
  const rows = await db.selectFrom('media_files').select('name').execute();
  const known = new Set(rows.map(({ name }) => name));
  for (const file of files.filter((name) => !known.has(name))) {
    const path = join(folder, file);
    const facts = await stat(path).catch(() => undefined);
    if (!facts || Date.now() - facts.mtimeMs <= KEEP_UNKNOWN_MS) continue;
    await rm(path, { force: true });
    await thumbnails.remove(file);
  }
}
