import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idSchema, repeated } from './fields.ts';

/** At once: many copies have more, and ask again. */
export const MAX_NEW_BARCODES = 1000;

export const generateBarcodesEndpoint = endpoint({
  method: 'POST',
  path: '/barcodes/',
  summary: 'Новые баркоды от маркетплейса',
  access: 'user',
  body: z.strictObject({ count: z.int().check(z.minimum(1), z.maximum(MAX_NEW_BARCODES)) }),
  response: z.object({ barcodes: z.array(z.string()) }),
  idempotency: 'required',
});

export const barcodeHolderSchema = z.object({
  barcode: z.string(),
  cardId: idSchema,
  vendorCode: z.string(),
});
export type BarcodeHolder = z.infer<typeof barcodeHolderSchema>;

export const listBarcodeHoldersEndpoint = endpoint({
  method: 'GET',
  path: '/barcodes/holders/',
  summary: 'Карточки аккаунта, у которых есть эти баркоды; без архива',
  access: 'user',
  query: z.strictObject({
    barcode: repeated(z.string().check(z.regex(/^\d{8,15}$/, 'Баркод — от 8 до 15 цифр'))),
  }),
  response: z.array(barcodeHolderSchema),
});
