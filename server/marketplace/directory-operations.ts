import { z } from 'zod/mini';
import type { LimitGroup } from './limit-rules.ts';
import type { Send } from './request.ts';
import { dataOf, orElse, presentOrElse } from './response-shapes.ts';

/** Some directories answer plain words, some objects of which the name is the word. */
const valueSchema = z.union([
  z.pipe(
    z.string(),
    z.transform((name) => ({ name, parentName: '' })),
  ),
  z.pipe(
    z.looseObject({ name: z.string(), parentName: orElse(z.string(), '') }),
    z.transform(({ name, parentName }) => ({ name, parentName })),
  ),
]);
const tnvedSchema = dataOf(
  presentOrElse(
    z.array(
      z.pipe(
        z.looseObject({ tnved: z.string(), isKiz: orElse(z.boolean(), false) }),
        z.transform(({ tnved, isKiz }) => ({ name: tnved, parentName: '', needsMarking: isKiz })),
      ),
    ),
    [],
  ),
);
const directorySchema = dataOf(presentOrElse(z.array(valueSchema), []));

/** Calls of the category «Контент»: what the marketplace takes as values of some characteristics. */
export function directoryOperations(send: Send) {
  const read = (directory: string, group: LimitGroup = 'content-directories') =>
    send({
      host: 'content',
      category: 'CONTENT',
      isWrite: false,
      group,
      method: 'GET',
      path: `/content/v2/directory/${directory}`,
      query: { locale: 'ru' },
      response: directorySchema,
    });

  return {
    listColors: () => read('colors'),
    listKinds: () => read('kinds'),
    // Documented with the limit of all content calls.
    listCountries: () => read('countries', 'content'),
    listSeasons: () => read('seasons'),
    listVatRates: () => read('vat'),
    /** Codes of «ТНВЭД» of a subject. */
    listTnved: (subjectId: number) =>
      send({
        host: 'content',
        category: 'CONTENT',
        isWrite: false,
        group: 'content',
        method: 'GET',
        path: '/content/v2/directory/tnved',
        query: { subjectID: subjectId, locale: 'ru' },
        response: tnvedSchema,
      }),
  };
}
