import type { CardContent } from '#contract/cards.ts';
import { normaliseLine, normaliseText } from '#server/text/text-rules.ts';

/** Fields to change; one that is undefined is left as it is. */
export type CardChanges = { [K in keyof CardContent]?: CardContent[K] | undefined };

/** Text as it is stored; fields that are not given stay so. */
export function normaliseContent<C extends CardChanges>(content: C): C {
  const normalised = { ...content };
  if (content.title !== undefined) normalised.title = normaliseLine(content.title);
  if (content.brand !== undefined) normalised.brand = normaliseLine(content.brand);
  if (content.vendorCode !== undefined) normalised.vendorCode = normaliseLine(content.vendorCode);
  if (content.description !== undefined) normalised.description = normaliseText(content.description);
  if (content.shopTexts !== undefined) {
    normalised.shopTexts = content.shopTexts
      .map(({ shopId, title, description }) => ({
        shopId,
        title: normaliseLine(title),
        description: normaliseText(description),
      }))
      .filter(({ title, description }) => title !== '' || description !== '')
      // In one order: whoever compares two cards' texts compares lists.
      .sort((one, other) => one.shopId - other.shopId);
  }
  if (content.tags !== undefined) normalised.tags = content.tags.map(normaliseLine);
  if (content.characteristics !== undefined) {
    normalised.characteristics = content.characteristics.map(({ id, values }) => ({
      id,
      values: values.map(normaliseLine).filter((value) => value !== ''),
    }));
  }
  if (content.sizes !== undefined) {
    normalised.sizes = content.sizes.map((size) => ({
      techSize: normaliseLine(size.techSize),
      wbSize: normaliseLine(size.wbSize),
      skus: size.skus.map(normaliseLine).filter((sku) => sku !== ''),
    }));
  }
  return normalised;
}
