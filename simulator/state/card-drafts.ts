import * as z from 'zod/mini';
import type { CardDraft } from './state.ts';

const VENDOR_CODE_LENGTH_MAX = 72;

const Characteristic = z.object({ id: z.int(), value: z.unknown() });

const Variant = z.object({
  vendorCode: z.optional(z.string().check(z.maxLength(VENDOR_CODE_LENGTH_MAX))),
  brand: z.optional(z.string()),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  kizMarked: z.optional(z.boolean()),
  wholesale: z.optional(z.nullable(z.object({ enabled: z.boolean(), quantum: z.int() }))),
  dimensions: z.optional(
    z.object({
      length: z._default(z.int(), 0),
      width: z._default(z.int(), 0),
      height: z._default(z.int(), 0),
      weightBrutto: z._default(z.number(), 0),
    }),
  ),
  sizes: z.optional(
    z.array(
      z.object({
        chrtID: z.optional(z.int()),
        techSize: z.optional(z.string()),
        wbSize: z.optional(z.string()),
        price: z.optional(z.int()),
        skus: z.optional(z.array(z.string())),
      }),
    ),
  ),
  characteristics: z.optional(z.array(Characteristic)),
});

const list = <Schema extends z.ZodMiniType>(schema: Schema, max: number) =>
  z.array(schema).check(z.minLength(1), z.maxLength(max));

export const UploadRequest = list(z.object({ subjectID: z.int(), variants: list(Variant, 30) }), 100);
export const JoinRequest = z.object({ imtID: z.int(), cardsToAdd: list(Variant, 29) });
export const UpdateRequest = list(z.extend(Variant, { nmID: z.int() }), 3000);

/** What was left out is empty: that is how the real host overwrites a card. */
export function toDraft(subjectID: number, variant: z.infer<typeof Variant>): CardDraft {
  return {
    subjectID,
    vendorCode: variant.vendorCode ?? '',
    brand: variant.brand ?? '',
    title: variant.title ?? '',
    description: variant.description ?? '',
    kizMarked: variant.kizMarked ?? false,
    wholesale: variant.wholesale ?? null,
    dimensions: variant.dimensions ?? { length: 0, width: 0, height: 0, weightBrutto: 0 },
    characteristics: (variant.characteristics ?? []).map(({ id, value }) => ({ id, value })),
    sizes: (variant.sizes ?? []).map((size) => ({
      chrtID: size.chrtID ?? 0,
      techSize: size.techSize ?? '',
      wbSize: size.wbSize ?? '',
      price: size.price ?? 0,
      skus: size.skus ?? [],
    })),
  };
}
