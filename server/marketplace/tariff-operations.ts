import { z } from 'zod/mini';
import type { Send } from './request.ts';
import { rowsOf } from './report-rows.ts';

const percent = z.number().check(z.minimum(0), z.maximum(100));
const subjectID = z.int().check(z.positive());

/**
 * What the marketplace keeps of a sale depends on whose warehouse the piece leaves from, and, for sellers abroad, on their country:
 * each has an answer of its own.
 */
const commissionSchema = z.union([
  z.pipe(
    z.looseObject({ subjectID, paidStorageKgvp: percent, kgvpMarketplace: percent }),
    z.transform((row) => commissionOf(row.subjectID, row.paidStorageKgvp, row.kgvpMarketplace)),
  ),
  z.pipe(
    z.looseObject({ subjectID, kgvpPaidStorageUz: percent, kgvpMarketplaceUz: percent }),
    z.transform((row) => commissionOf(row.subjectID, row.kgvpPaidStorageUz, row.kgvpMarketplaceUz)),
  ),
  z.pipe(
    z.looseObject({ subjectID, kgvpChina: percent }),
    z.transform((row) => commissionOf(row.subjectID, row.kgvpChina)),
  ),
  z.pipe(
    z.looseObject({ subjectID, kgvpTurkey: percent }),
    z.transform((row) => commissionOf(row.subjectID, row.kgvpTurkey)),
  ),
  z.pipe(
    z.looseObject({ subjectID, kgvpUAE: percent }),
    z.transform((row) => commissionOf(row.subjectID, row.kgvpUAE)),
  ),
]);

/** The higher one: an estimate that is too good is paid for. */
function commissionOf(subjectId: number, ...percents: number[]) {
  return { subjectId, basisPoints: Math.round(Math.max(...percents) * 100) };
}

const readableCommissions = rowsOf(commissionSchema, { keyField: 'subjectID', dayField: '' });

/** Each subject by itself; several of which none can be read are no answer. */
const commissionsSchema = z.pipe(
  z.looseObject({
    report: z.pipe(
      z.array(z.unknown()),
      z.transform((given, context) => {
        const commissions = readableCommissions.parse(given);
        if (commissions.rows.length === 0 && commissions.unread.length > 1) {
          context.issues.push({ code: 'custom', input: given, path: [] });
        }
        return commissions;
      }),
    ),
  }),
  z.transform(({ report }) => report),
);

/** What the marketplace says it takes. */
export function tariffOperations(send: Send) {
  return {
    /** The commission of each subject, for the seller's country; the higher one where it depends on the warehouse. */
    listCommissions: () =>
      send({
        host: 'common',
        category: 'any',
        group: 'commissions',
        method: 'GET',
        path: '/api/v1/tariffs/commission',
        query: { locale: 'ru' },
        isWrite: false,
        response: commissionsSchema,
      }),
  };
}
