import { sql } from 'kysely';
import type { Card, CharacteristicValue, ShopText } from '#contract/cards.ts';
import { isPhotoAddress } from '#contract/photo-uploads.ts';
import { storedVideoName } from '#contract/video-uploads.ts';
import type { Db } from '#server/db/database.ts';
import { badRequest, type HttpError } from '#server/errors/http-error.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import {
  oddBarcodes,
  oddBarcodeText,
  repeated,
  repeatedBarcode,
  repeatedBarcodeText,
} from './barcode-rules.ts';
import type { CardChanges } from './normalise-content.ts';

/**
 * Refuses what no card can have. What the card has already may stay, whatever it is: the marketplace's own cards are odd
 * at times, and must be saveable all the same.
 */
export async function refuseContent(
  db: Db,
  accountId: number,
  changes: CardChanges,
  before?: Card,
): Promise<void> {
  refusePhotos(changes.photos ?? [], before?.photos ?? []);
  await refuseVideo(db, accountId, changes.video ?? '', before?.video ?? '');
  if (changes.characteristics) {
    const subjectId = changes.subjectId ?? before?.subjectId ?? 0;
    await refuseCharacteristics(db, subjectId, changes.characteristics, before?.characteristics ?? []);
  }
  if (changes.shopTexts) {
    await refuseShopTexts(db, accountId, changes.shopTexts, before?.shopTexts ?? []);
  }
  if (changes.sizes) {
    await refuseBarcodes(db, accountId, barcodesOf(changes.sizes), barcodesOf(before?.sizes ?? []));
  }
}

function refusePhotos(photos: readonly string[], before: readonly string[]): void {
  if (photos.every((photo) => isPhotoAddress(photo) || before.includes(photo))) return;
  throw refusal('photos', 'Фото — это загруженный файл или ссылка, которая открывается у всех: https://…');
}

/** Nothing but what the account has uploaded: a link cannot be played here, nor sent as a file. */
async function refuseVideo(db: Db, accountId: number, video: string, before: string): Promise<void> {
  if (video === '' || video === before) return;
  const name = storedVideoName(video);
  const stored =
    name !== undefined &&
    (await db
      .selectFrom('media_files')
      .select('id')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirst());
  if (!stored) throw refusal('video', 'Видео нет на сервере: загрузите его ещё раз');
}

async function refuseCharacteristics(
  db: Db,
  subjectId: number,
  given: readonly CharacteristicValue[],
  before: readonly CharacteristicValue[],
): Promise<void> {
  const ids = given.map(({ id }) => id);
  const idsBefore = before.map(({ id }) => id);
  const known = await findCharacteristics(db, [subjectId]);
  for (const id of repeated(ids)) {
    if (repeated(idsBefore).includes(id)) continue;
    const name = known.find((one) => one.id === id)?.name ?? `№ ${id}`;
    throw refusal(`characteristics.${id}`, `Характеристика «${name}» указана дважды`);
  }
  // Nobody has asked yet what the subject has.
  if (known.length === 0) return;
  const unknown = ids.find((id) => !known.some((one) => one.id === id) && !idsBefore.includes(id));
  if (unknown !== undefined) {
    throw refusal(`characteristics.${unknown}`, `У предмета нет характеристики № ${unknown}`);
  }
}

async function refuseShopTexts(
  db: Db,
  accountId: number,
  given: readonly ShopText[],
  before: readonly ShopText[],
): Promise<void> {
  const ids = given.map(({ shopId }) => shopId);
  if (repeated(ids).length > 0) throw refusal('shopTexts', 'Тексты одного магазина указаны дважды');
  // A shop that is gone meanwhile takes nobody's texts away.
  const added = ids.filter((id) => !before.some(({ shopId }) => shopId === id));
  if (added.length === 0) return;
  const shops = await db
    .selectFrom('shops')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', added)
    .execute();
  if (shops.length !== added.length) throw refusal('shopTexts', 'Магазин не найден');
}

async function refuseBarcodes(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
  before: readonly string[],
): Promise<void> {
  const twice = repeatedBarcode(barcodes, before);
  if (twice !== undefined) throw refusal('sizes', repeatedBarcodeText(twice));
  const odd = oddBarcodes(barcodes, before);
  const strange = odd.length > 0 ? await firstUnknown(db, accountId, odd) : undefined;
  if (strange !== undefined) throw refusal('sizes', oddBarcodeText(strange));
}

/** The first that no card of the account has at the marketplace either. */
async function firstUnknown(
  db: Db,
  accountId: number,
  barcodes: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ barcode: string }>`
    SELECT DISTINCT barcode FROM shop_cards, jsonb_array_elements(sizes) AS size,
      jsonb_array_elements_text(size -> 'skus') AS barcode
    WHERE account_id = ${accountId} AND barcode = any(${[...barcodes]}::text[])`.execute(db);
  return barcodes.find((barcode) => !rows.some((row) => row.barcode === barcode));
}

function barcodesOf(sizes: Card['sizes']): string[] {
  return sizes.flatMap((size) => size.skus);
}

function refusal(field: string, detail: string): HttpError {
  return badRequest(detail, [{ field, detail }]);
}
