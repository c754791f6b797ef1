import type { EndpointBody } from '#contract/endpoint.ts';
import type { generateTitlesEndpoint } from '#contract/card-texts.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { isTnved } from '#contract/tnved.ts';
import { badRequest } from '#server/errors/http-error.ts';
import type { Db } from '#server/db/database.ts';
import { findCharacteristics } from '#server/directory/directory.ts';
import { normaliseLine } from '#server/text/text-rules.ts';

/** What a text may be made of: nothing that the card does not say itself. */
export interface TextFacts {
  title: string;
  subjectName: string;
  brand: string;
  characteristics: { name: string; unit: string; values: string[] }[];
}

/** The facts of a request, with the names of its subject and characteristics. */
export async function readTextFacts(
  db: Db,
  body: Omit<EndpointBody<typeof generateTitlesEndpoint>, 'shopIds' | 'count'>,
): Promise<TextFacts> {
  const subject = await db
    .selectFrom('subjects')
    .select('name')
    .where('id', '=', body.subjectId)
    .executeTakeFirst();
  if (!subject) {
    throw badRequest('Предмет не найден', [{ field: 'subjectId', detail: 'Выберите предмет из списка' }]);
  }
  const known = new Map((await findCharacteristics(db, [body.subjectId])).map((one) => [one.id, one]));
  return {
    title: normaliseLine(body.title ?? ''),
    subjectName: subject.name,
    brand: normaliseLine(body.brand ?? ''),
    characteristics: (body.characteristics ?? []).flatMap(({ id, values }) => {
      const characteristic = known.get(id);
      const said = saidValues(values);
      if (!characteristic || said.length === 0 || !isForBuyers(characteristic)) return [];
      return [{ name: characteristic.name, unit: characteristic.unit, values: said }];
    }),
  };
}

/** A code of the customs and a rate of the tax say nothing of the goods. */
function isForBuyers(characteristic: SubjectCharacteristic): boolean {
  return !isTnved(characteristic) && characteristic.directory !== 'VAT_RATES';
}

/** What a text can say of values: those with a word or a number, each a line without the commas that a text puts between them. */
export function saidValues(values: readonly string[]): string[] {
  return values
    .map((value) =>
      normaliseLine(value)
        .replace(/,(?:\s*,)+/g, ',')
        .replace(/^[\s,;]+|[\s,;]+$/g, ''),
    )
    .filter((value) => /[\p{L}\p{N}]/u.test(value));
}
