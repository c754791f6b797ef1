import {
  BRAND_MAX_LENGTH,
  characterCount,
  DESCRIPTION_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TITLE_MAX_LENGTH,
  VENDOR_CODE_MAX_LENGTH,
} from '#contract/card-rules.ts';
import { cardContentSchema, type CardContent } from '#contract/cards.ts';
import type { FieldError } from '#contract/errors.ts';
import { MAX_PRICED_KOPECKS } from '#contract/fields.ts';
import { formatKopecks } from '#lib/money.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { changedFields, type ContentField, type ContentPatch } from './card-values.ts';

export type FieldErrors = Partial<Record<string, string>>;

/** What the server found wrong, at its fields. */
export function errorsByField({ fieldErrors }: { fieldErrors: readonly FieldError[] }): FieldErrors {
  return Object.fromEntries(fieldErrors.map(({ field, detail }) => [field, detail]));
}

/** What is left when `fields` are edited: an error speaks of a value that is no more. */
export function withoutFields(errors: FieldErrors, fields: readonly string[]): FieldErrors {
  const kept = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => name === field || name.startsWith(`${field}.`)),
  );
  return Object.fromEntries(kept);
}

/** Lines of text as they are stored: without line breaks, trimmed. */
export function tidyContent(content: CardContent): CardContent {
  return {
    ...content,
    vendorCode: stripLineBreaks(content.vendorCode),
    title: stripLineBreaks(content.title),
    brand: stripLineBreaks(content.brand),
    description: content.description.trim(),
    ...(content.shopTexts && {
      shopTexts: content.shopTexts.map(({ shopId, title, description }) => ({
        shopId,
        title: stripLineBreaks(title),
        description: description.trim(),
      })),
    }),
  };
}

/** What would be refused anyway, said before it is sent. The server checks again. */
export function validateContent(content: CardContent): FieldErrors {
  const errors: FieldErrors = {};
  if (content.vendorCode.trim() === '') errors['vendorCode'] = 'Укажите артикул продавца';
  if (characterCount(content.vendorCode) > VENDOR_CODE_MAX_LENGTH) {
    errors['vendorCode'] = `Не длиннее ${VENDOR_CODE_MAX_LENGTH} символов`;
  }
  if (content.title.trim() === '') errors['title'] = 'Укажите наименование';
  if (characterCount(content.title) > TITLE_MAX_LENGTH)
    errors['title'] = `Не длиннее ${TITLE_MAX_LENGTH} символов`;
  if (characterCount(content.description) > DESCRIPTION_MAX_LENGTH) {
    errors['description'] = `Не длиннее ${DESCRIPTION_MAX_LENGTH} символов`;
  }
  if (content.tags.some((tag) => characterCount(tag) > TAG_MAX_LENGTH)) {
    errors['tags'] = `Ярлык — не длиннее ${TAG_MAX_LENGTH} символов`;
  }
  if (content.subjectId === 0) errors['subjectId'] = 'Выберите предмет';
  if (content.discount > 99) errors['discount'] = 'Скидка — от 0 до 99 %';
  if (content.clubDiscount > 99) errors['clubDiscount'] = 'Скидка — от 0 до 99 %';
  return errors;
}

const TOO_DEAR = `Не больше ${formatKopecks(MAX_PRICED_KOPECKS)}`;
/** What is wrong where a value is more than a card takes: nothing else that can be typed into these fields is refused. */
const LIMIT_TEXTS: Partial<Record<ContentField, string>> = {
  brand: `Не длиннее ${BRAND_MAX_LENGTH} символов`,
  dimensions: 'Не больше 1000',
  characteristics: 'Не больше 50 значений, и каждое не длиннее 500 символов',
  sizes: 'Размер, рос. размер и баркод — не длиннее 50 символов; размеров до 100, баркодов у каждого до 50',
  priceKopecks: TOO_DEAR,
  costPriceKopecks: TOO_DEAR,
};

/** What of a change is beyond what a card takes. Of the change alone: what the marketplace has is no typing, and stops no other edit. */
export function validateChange(patch: ContentPatch): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of changedFields(patch)) {
    for (const { path } of cardContentSchema.shape[field].safeParse(patch[field]).error?.issues ?? []) {
      errors[placeOf(field, path[0], patch)] = LIMIT_TEXTS[field] ?? 'Такое значение не сохранить';
    }
  }
  return errors;
}

/** Where the form shows it: at one of the measures, at one characteristic. */
function placeOf(field: ContentField, part: PropertyKey | undefined, patch: ContentPatch): string {
  if (field === 'dimensions' && part !== undefined) return `${field}.${String(part)}`;
  const characteristic =
    field === 'characteristics' && typeof part === 'number' ? patch[field]?.[part] : undefined;
  return characteristic ? `${field}.${characteristic.id}` : field;
}
