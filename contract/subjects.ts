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

export const characteristicTypes = ['TEXT', 'NUMBER'] as const;
export const subjectCharacteristicSchema = z.object({
  id: idSchema,
  name: z.string(),
  isRequired: z.boolean(),
  type: z.enum(characteristicTypes),
  unit: z.string(),
  /** 0: no limit. */
  maxCount: z.int(),
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
