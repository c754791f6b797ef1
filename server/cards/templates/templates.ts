import { sql } from 'kysely';
import { MAX_CARD_TEMPLATES, type CardTemplate, type TemplateContent } from '#contract/card-templates.ts';
import type { Card } from '#contract/cards.ts';
import { isPhotoAddress } from '#contract/photo-uploads.ts';
import { cardOr404 } from '#server/cards/repository.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import { normaliseLine } from '#server/text/text-rules.ts';

/** How long a deleted one can be brought back. */
const KEEP_DELETED_HOURS = 24;

export async function findTemplates(db: Db, accountId: number): Promise<CardTemplate[]> {
  const rows = await selectTemplates(db, accountId)
    .orderBy(sql`lower(card_templates.name)`)
    .execute();
  return rows.map(toTemplate);
}

/** With what the form of a new card is filled. */
export async function templateOr404(
  db: Db,
  accountId: number,
  templateId: number,
): Promise<CardTemplate & { content: TemplateContent }> {
  const row = await selectTemplates(db, accountId)
    .select('card_templates.content')
    .where('card_templates.id', '=', templateId)
    .executeTakeFirst();
  if (!row) throw templateNotFound();
  return { ...toTemplate(row), content: row.content };
}

async function summaryOr404(db: Db, accountId: number, templateId: number): Promise<CardTemplate> {
  const row = await selectTemplates(db, accountId)
    .where('card_templates.id', '=', templateId)
    .executeTakeFirst();
  if (!row) throw templateNotFound();
  return toTemplate(row);
}

/** Of a card as it is saved. What no new card could be saved with is left out. */
export async function createTemplate(
  trx: Trx,
  accountId: number,
  { name, cardId, withPhotos }: { name: string; cardId: number; withPhotos: boolean },
): Promise<CardTemplate> {
  const card = await cardOr404(trx, accountId, cardId);
  await makeRoom(trx, accountId);
  const { id } = await trx
    .insertInto('card_templates')
    .values({
      account_id: accountId,
      name: await freeName(trx, accountId, name),
      subject_id: card.subjectId,
      content: JSON.stringify(await contentOf(trx, card, withPhotos)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await summaryOr404(trx, accountId, id);
}

export async function renameTemplate(
  trx: Trx,
  accountId: number,
  templateId: number,
  name: string,
): Promise<CardTemplate> {
  await summaryOr404(trx, accountId, templateId);
  await trx
    .updateTable('card_templates')
    .set({ name: await freeName(trx, accountId, name, templateId) })
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .execute();
  return await summaryOr404(trx, accountId, templateId);
}

export async function deleteTemplate(db: Db, accountId: number, templateId: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('card_templates')
    .set({ deleted_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw templateNotFound();
}

/** One that is there already stays as it is. */
export async function restoreTemplate(
  trx: Trx,
  accountId: number,
  templateId: number,
): Promise<CardTemplate> {
  const row = await trx
    .selectFrom('card_templates')
    .select(['name', 'deleted_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!row) throw templateNotFound();
  if (row.deleted_at !== null) {
    await makeRoom(trx, accountId);
    await freeName(trx, accountId, row.name);
    await trx
      .updateTable('card_templates')
      .set({ deleted_at: null })
      .where('account_id', '=', accountId)
      .where('id', '=', templateId)
      .execute();
  }
  return await summaryOr404(trx, accountId, templateId);
}

/** Refuses one too many, also of two that come at once; what was deleted long ago goes. */
async function makeRoom(trx: Trx, accountId: number): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('card_templates')
    .where('account_id', '=', accountId)
    .where('deleted_at', '<', sql<Date>`now() - make_interval(hours => ${sql.lit(KEEP_DELETED_HOURS)})`)
    .execute();
  const { count } = await trx
    .selectFrom('card_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= MAX_CARD_TEMPLATES) {
    throw badRequest(`Шаблонов может быть не больше ${MAX_CARD_TEMPLATES}: удалите те, которые не нужны`);
  }
}

/** The name as it is kept. Who is faster by a moment in another process is told by the index. */
async function freeName(db: Db, accountId: number, said: string, templateId?: number): Promise<string> {
  const name = normaliseLine(said);
  const refusal = (detail: string) => badRequest(detail, [{ field: 'name', detail }]);
  if (name === '') throw refusal('Укажите название');
  const others = await db
    .selectFrom('card_templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .execute();
  if (others.some(({ id }) => id !== templateId)) throw refusal(`Шаблон «${name}» уже есть`);
  return name;
}

async function contentOf(db: Db, card: Card, withPhotos: boolean): Promise<TemplateContent> {
  const known = await findCharacteristics(db, [card.subjectId]);
  return {
    title: card.title,
    description: card.description,
    subjectId: card.subjectId,
    brand: card.brand,
    dimensions: card.dimensions,
    characteristics: card.characteristics.filter(
      ({ id }) => known.length === 0 || known.some((one) => one.id === id),
    ),
    sizes: card.sizes.map((size) => ({ ...size, skus: [] })),
    photos: withPhotos ? card.photos.filter(isPhotoAddress) : [],
    video: withPhotos ? (card.video ?? '') : '',
    tags: card.tags,
    priceKopecks: card.priceKopecks,
    discount: card.discount,
    clubDiscount: card.clubDiscount,
    costPriceKopecks: card.costPriceKopecks,
  };
}

function selectTemplates(db: Db, accountId: number) {
  return db
    .selectFrom('card_templates')
    .innerJoin('subjects', 'subjects.id', 'card_templates.subject_id')
    .select([
      'card_templates.id',
      'card_templates.name',
      'subjects.name as subject_name',
      sql<number>`jsonb_array_length(card_templates.content -> 'photos')`.as('photo_count'),
      'card_templates.created_at',
    ])
    .where('card_templates.account_id', '=', accountId)
    .where('card_templates.deleted_at', 'is', null);
}

interface TemplateRow {
  id: number;
  name: string;
  subject_name: string;
  photo_count: number;
  created_at: Date;
}

function toTemplate(row: TemplateRow): CardTemplate {
  return {
    id: row.id,
    name: row.name,
    subjectName: row.subject_name,
    photoCount: row.photo_count,
    createdAt: row.created_at.toISOString(),
  };
}

const templateNotFound = () => notFound('Такого шаблона нет: возможно, его удалили на другом устройстве');
