import { goneFilesSchema, keptGroupSchema, type CardChange } from '#contract/card-history.ts';
import { cardContentSchema, type CardContent, type ShopText } from '#contract/cards.ts';
import { NBSP } from '#lib/numbers.ts';
import { inQuotes } from '#lib/text.ts';
import { isSameJson } from '#offline/outbox/three-way-merge.ts';
import { fieldLabel, fieldText } from '#parts/outbox/field-texts.ts';
import { valuesOf, withValues } from '#pages/cards/form/characteristic-values.ts';
import { textsIn, withTexts } from '#pages/cards/form/shop-texts.ts';
import { contentFields, type ContentField, type ContentPatch } from '#pages/cards/form/card-values.ts';
import type { PhotoSide } from './photo-change.tsx';

/** What makes the form hold the old value; `there`: it does already; `none`: the value cannot be had back. */
export type WayBack = ContentPatch | 'there' | 'none';

/** One thing that a change has changed, in words, and the way back. */
export interface HistoryLine {
  key: string;
  label: string;
  before: string;
  after: string;
  /** The change of photos, to be looked at. */
  photos?: { before: PhotoSide; after: PhotoSide };
  wayBack: (now: CardContent) => WayBack;
}

const NOT_SAID = '—';
const AS_IN_CARD = 'как в карточке';
const NO_WAY_BACK = () => 'none' as const;

/** A characteristic has a line of its own: others of the same card may have changed since. */
export function historyLines(
  { before, after }: CardChange,
  characteristicNames: ReadonlyMap<number, string>,
  shopNames: ReadonlyMap<number, string> = new Map(),
): HistoryLine[] {
  return [
    ...contentFields
      .filter((field) => field in after)
      .flatMap((field) => {
        if (field === 'characteristics') {
          return characteristicLines(before[field], after[field], characteristicNames);
        }
        return field === 'shopTexts'
          ? shopTextLines(before[field], after[field], shopNames)
          : [fieldLine(field, before, after)];
      }),
    ...('group' in after ? groupLines(before['group'], after['group'], shopNames) : []),
    ...('isArchived' in after ? [archiveLine(after['isArchived'] === true)] : []),
  ];
}

type KeptFields = CardChange['before'];

function fieldLine(field: ContentField, before: KeptFields, after: KeptFields): HistoryLine {
  const texts = {
    before: `${textOf(field, before)}${goneText(field, before)}`,
    after: textOf(field, after),
  };
  return {
    key: field,
    label: fieldLabel('card', field),
    ...texts,
    ...(field === 'photos'
      ? { photos: { before: photosOf(before, texts.before), after: photosOf(after, texts.after) } }
      : {}),
    wayBack: (now) => {
      const left = leftOf(field, before);
      return left === undefined ? 'none' : patchOf(field, left, now);
    },
  };
}

function photosOf(fields: KeptFields, text: string): PhotoSide {
  const parsed = cardContentSchema.shape.photos.safeParse(fields.photos);
  const gone = goneFiles(fields);
  const photos = parsed.success ? parsed.data : [];
  return { text, photos: photos.map((address) => ({ address, isGone: gone.includes(address) })) };
}

/** What there is to go back to: without files that are gone, and undefined where all are. */
function leftOf(field: ContentField, before: KeptFields): unknown {
  const value = before[field];
  const gone = goneFiles(before);
  if (field === 'video') return gone.includes(value) ? undefined : value;
  if (field !== 'photos' || !Array.isArray(value)) return value;
  const left = value.filter((address) => !gone.includes(address));
  return left.length === 0 && value.length > 0 ? undefined : left;
}

function goneText(field: ContentField, before: KeptFields): string {
  const value = before[field];
  const gone = goneFiles(before);
  if (field === 'video') return gone.includes(value) ? ', уже удалено' : '';
  if (field !== 'photos' || !Array.isArray(value)) return '';
  const count = value.filter((address) => gone.includes(address)).length;
  if (count === 0) return '';
  if (count < value.length) return `, из них уже удалено${NBSP}${count}`;
  return count === 1 ? ', уже удалено' : ', уже удалены';
}

function goneFiles({ goneFiles: files }: KeptFields): readonly unknown[] {
  const parsed = goneFilesSchema.safeParse(files);
  return parsed.success ? parsed.data : [];
}

function textOf(field: ContentField, fields: KeptFields): string {
  const { subjectName } = fields;
  if (field === 'subjectId' && typeof subjectName === 'string') return subjectName;
  return fieldText('card', field, fields[field]);
}

/** What was kept by older rules may be no value of today. */
function patchOf(field: ContentField, value: unknown, now: CardContent): WayBack {
  if (isSameJson(value, now[field])) return 'there';
  const parsed = cardContentSchema.shape[field].safeParse(value);
  return parsed.success ? { [field]: parsed.data } : 'none';
}

function characteristicLines(
  before: unknown,
  after: unknown,
  names: ReadonlyMap<number, string>,
): HistoryLine[] {
  const was = valuesById(before);
  const is = valuesById(after);
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => !isSameJson(was.get(id) ?? [], is.get(id) ?? []),
  );
  return changed.map((id) => ({
    key: `characteristics.${id}`,
    label: names.get(id) ?? fieldLabel('card', 'characteristics'),
    before: was.get(id)?.join(', ') ?? NOT_SAID,
    after: is.get(id)?.join(', ') ?? NOT_SAID,
    wayBack: ({ characteristics: now }) => {
      const values = was.get(id) ?? [];
      if (isSameJson(values, valuesOf(now, id))) return 'there';
      // The subject of now may not have it.
      if (!names.has(id)) return 'none';
      return { characteristics: withValues(now, id, values) };
    },
  }));
}

const SHOP_TEXT_NAMES = { title: 'Наименование', description: 'Описание' } as const;

/** Each text of each shop has a line of its own, and goes back alone. */
function shopTextLines(before: unknown, after: unknown, names: ReadonlyMap<number, string>): HistoryLine[] {
  const [was, is] = [shopTextsOf(before), shopTextsOf(after)];
  const shopIds = [...new Set([...was, ...is].map(({ shopId }) => shopId))].toSorted((a, b) => a - b);
  return shopIds.flatMap((shopId) => {
    const old = textsIn({ shopTexts: was }, shopId);
    const next = textsIn({ shopTexts: is }, shopId);
    const shop = inQuotes(names.get(shopId) ?? `Магазин ${shopId}`);
    return (['title', 'description'] as const)
      .filter((part) => old[part] !== next[part])
      .map((part) => ({
        key: `shopTexts.${shopId}.${part}`,
        label: `${SHOP_TEXT_NAMES[part]} для ${shop}`,
        before: old[part] || AS_IN_CARD,
        after: next[part] || AS_IN_CARD,
        wayBack: (now) => {
          if (textsIn(now, shopId)[part] === old[part]) return 'there';
          // The shop is gone.
          if (!names.has(shopId)) return 'none';
          return { shopTexts: withTexts(now, shopId, { [part]: old[part] }) };
        },
      }));
  });
}

function shopTextsOf(value: unknown): ShopText[] {
  const parsed = cardContentSchema.shape.shopTexts.safeParse(value);
  return (parsed.success && parsed.data) || [];
}

function valuesById(value: unknown): Map<number, string[]> {
  const parsed = cardContentSchema.shape.characteristics.safeParse(value);
  return new Map(parsed.success ? parsed.data.map(({ id, values }) => [id, values]) : []);
}

/** Who shares the card's group at the marketplace. It goes back there, not in the form. */
function groupLines(before: unknown, after: unknown, names: ReadonlyMap<number, string>): HistoryLine[] {
  const [was, is] = [keptGroupSchema.safeParse(before), keptGroupSchema.safeParse(after)];
  if (!was.success || !is.success) return [];
  const { shopId } = is.data;
  const textOfGroup = (vendorCodes: readonly string[]) =>
    vendorCodes.length === 0 ? 'отдельно' : `вместе с ${vendorCodes.join(', ')}`;
  return [
    {
      key: 'group',
      label: `Склейка в ${inQuotes(names.get(shopId) ?? `Магазин ${shopId}`)}`,
      before: textOfGroup(was.data.vendorCodes),
      after: textOfGroup(is.data.vendorCodes),
      wayBack: NO_WAY_BACK,
    },
  ];
}

function archiveLine(isArchived: boolean): HistoryLine {
  const [before, after] = isArchived ? ['в списке', 'в архиве'] : ['в архиве', 'в списке'];
  return { key: 'isArchived', label: 'Архив', before, after, wayBack: NO_WAY_BACK };
}
