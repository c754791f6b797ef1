import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { discountSchema, idSchema, timestampSchema } from './fields.ts';

/** The token categories that the product's five card tabs are named after. */
export const tokenCategories = [
  'CONTENT',
  'PRICE_AND_DISCOUNT',
  'MARKETPLACE',
  'ANALYTICS',
  'STATISTICS',
] as const;
/** Categories a shop token may cover; FINANCE feeds profit and has no card tab. */
export const allTokenCategories = [...tokenCategories, 'FINANCE'] as const;
export type TokenCategory = (typeof allTokenCategories)[number];

export const tokenStatuses = ['ACTIVE', 'INACTIVE'] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

/** One category of a shop's token. The secret is never sent. Category is matched case-insensitively by clients. */
export const profileTokenSchema = z.object({
  status: z.enum(tokenStatuses),
  category: z.string(),
  /** Every token that works for the category only reads. */
  isReadOnly: z.optional(z.boolean()),
});

export const profileShopSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** One letter for badges. */
  letter: z.string(),
  /** Number of the shop's badge colour, 0–7. */
  color: z.int(),
  /** Of the marketplace's sandbox; absent: a real one. */
  isSandbox: z.optional(z.boolean()),
  tokens: z.array(profileTokenSchema),
});
export type ProfileShop = z.infer<typeof profileShopSchema>;

export const profitBases = ['INCOME', 'INCOME_MINUS_EXPENSES'] as const;
export type ProfitBasis = (typeof profitBases)[number];
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const percentSchema = z.number().check(z.minimum(0), z.maximum(100));
const vatRateSchema = z.union([z.literal(0), z.literal(5), z.literal(7), z.literal(22)]);

/** Tax rates are dated settings, not constants: the last one whose `from` is not after the day applies. */
export const taxPeriodSchema = z.strictObject({
  from: z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/)),
  basis: z.enum(profitBases),
  /** Percent: 6 for «Доходы», 15 for «Доходы минус расходы» unless the region lowers it. */
  ratePercent: percentSchema,
  vatPercent: vatRateSchema,
});
export type TaxPeriod = z.infer<typeof taxPeriodSchema>;

export const settingsSchema = z.strictObject({
  theme: z.enum(themes),
  taxPeriods: z.array(taxPeriodSchema).check(z.minLength(1), z.maxLength(20)),
  defaultDiscount: discountSchema,
  defaultWarehouseGroupId: z.nullable(idSchema),
  notifyShipmentErrors: z.boolean(),
  notifyShipmentFinished: z.boolean(),
  notifyTokenExpiry: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  theme: 'system',
  taxPeriods: [{ from: '2024-01-01', basis: 'INCOME', ratePercent: 6, vatPercent: 0 }],
  defaultDiscount: 30,
  defaultWarehouseGroupId: null,
  notifyShipmentErrors: true,
  notifyShipmentFinished: false,
  notifyTokenExpiry: true,
};

export const profileSchema = z.object({
  id: idSchema,
  login: z.string(),
  name: z.string(),
  accountName: z.string(),
  shops: z.array(profileShopSchema),
  resellupId: z.optional(z.union([z.string(), z.int()])),
  settings: settingsSchema,
  settingsVersion: z.int(),
  /** Shipments that have errors now, for the menu and the app's badge. */
  shipmentsWithErrors: z.int(),
  /** True when the account's marketplace is the simulator: said on the screen. */
  isDemo: z.boolean(),
  /** Opens the account's stored photos for a week; the same all day, so that a browser keeps the pictures. */
  mediaPass: z.optional(z.string()),
  serverTime: timestampSchema,
});
export type Profile = z.infer<typeof profileSchema>;

/** Cached under the tag UserMe. */
export const getProfileEndpoint = endpoint({
  method: 'GET',
  path: '/users/me/',
  summary: 'Профиль: магазины, токены, настройки',
  access: 'user',
  response: profileSchema,
});
