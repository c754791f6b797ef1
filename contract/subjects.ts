import { z } from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { idParams, idSchema } from './fields.ts';

export const subjectSchema = z.object({ id: idSchema, name: z.string(), parentName: z.string() });
export type Subject = z.infer<typeof subjectSchema>;

export const listSubjectsEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/',
  summary: 'Предметы',
  access: 'user',
  query: z.strictObject({ search: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.array(subjectSchema),
});

/** What a new card is most likely of. */
export const listRecentSubjectsEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/recent/',
  summary: 'Предметы последних созданных карточек аккаунта, последний первым',
  access: 'user',
  response: z.array(subjectSchema),
});

/** Lists of values that the marketplace keeps for all subjects. */
export const directoryNames = ['COLORS', 'KINDS', 'COUNTRIES', 'SEASONS', 'VAT_RATES'] as const;
export type DirectoryName = (typeof directoryNames)[number];

export const characteristicTypes = ['TEXT', 'NUMBER'] as const;
export const subjectCharacteristicSchema = z.object({
  id: idSchema,
  name: z.string(),
  isRequired: z.boolean(),
  type: z.enum(characteristicTypes),
  unit: z.string(),
  /** 0: no limit. */
  maxCount: z.int(),
  /** The list that its values come from. */
  directory: z.optional(z.enum(directoryNames)),
});
export type SubjectCharacteristic = z.infer<typeof subjectCharacteristicSchema>;

export const listSubjectCharacteristicsEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/{id}/characteristics/',
  summary: 'Характеристики предмета, обязательные первыми',
  access: 'user',
  params: idParams,
  response: z.array(subjectCharacteristicSchema),
});

export const directoryValueSchema = z.object({
  name: z.string(),
  /** What it is a kind of, as «зеленый» of «хаки»; empty for most. */
  parentName: z.string(),
  /** Of a code of «ТНВЭД»: goods under it bear the marking «Честный знак». */
  needsMarking: z.optional(z.boolean()),
});
export type DirectoryValue = z.infer<typeof directoryValueSchema>;

export const listDirectoryEndpoint = endpoint({
  method: 'GET',
  path: '/directories/{name}/',
  summary: 'Значения из справочника маркетплейса; пусто, пока он не прочитан',
  access: 'user',
  params: z.object({ name: z.enum(directoryNames) }),
  response: z.array(directoryValueSchema),
});

/** As far as the marketplace has told; a brand that is not among them may be taken too. */
export const listSubjectBrandsEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/{id}/brands/',
  summary: 'Бренды, которые маркетплейс знает у предмета',
  access: 'user',
  params: idParams,
  response: z.array(z.string()),
});

/** As far as the marketplace has told: another code may be taken too. */
export const listSubjectTnvedEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/{id}/tnved/',
  summary: 'Коды ТНВЭД, которые маркетплейс знает у предмета',
  access: 'user',
  params: idParams,
  response: z.array(directoryValueSchema),
});

/** What the account's newest cards of a subject have, the most frequent first. */
export const listUsedValuesEndpoint = endpoint({
  method: 'GET',
  path: '/subjects/{id}/used-values/',
  summary: 'Значения характеристик и бренды, которые уже есть в карточках аккаунта',
  access: 'user',
  params: idParams,
  response: z.object({
    brands: z.array(z.string()),
    /** By characteristic. */
    characteristics: z.array(z.object({ id: idSchema, values: z.array(z.string()) })),
  }),
});
export type UsedValues = z.infer<typeof listUsedValuesEndpoint.response>;
