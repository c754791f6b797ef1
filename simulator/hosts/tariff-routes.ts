import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { registerOperation, type Simulator } from '#simulator/gateway/gateway.ts';
import { parentNameOf, SUBJECTS } from '#simulator/reference/directory.ts';
import { commissionPercentOf } from '#simulator/reports/sales-generator.ts';

const LOCALES: readonly unknown[] = [undefined, 'ru', 'en', 'zh'];
const wrongLocale = () => ({
  title: 'Bad Request',
  detail: 'parameter "locale" in query has an error: value is not one of the allowed values ["ru","en","zh"]',
  origin: 'api-statistics',
  requestId: randomUUID().replaceAll('-', ''),
});
/** What the marketplace adds to its commission where the piece leaves from a seller's warehouse. */
const OWN_WAREHOUSE_PERCENT = 3.5;

/** What the marketplace says it takes; a sale from its own warehouses is charged as its reports say. */
export function registerTariffRoutes(app: FastifyInstance, simulator: Simulator): void {
  registerOperation(
    app,
    simulator,
    {
      name: 'common/tariffs/commission',
      method: 'GET',
      path: '/common/api/v1/tariffs/commission',
      category: undefined,
      group: 'commissions',
      shape: 'problem',
      isWrite: false,
    },
    ({ query, reply }) => {
      if (!LOCALES.includes(query['locale'])) {
        return reply
          .code(400)
          .header('content-type', 'application/problem+json')
          .send(JSON.stringify(wrongLocale()));
      }
      return { report: SUBJECTS.map(commissionOf) };
    },
  );
}

function commissionOf(subject: (typeof SUBJECTS)[number]) {
  const percent = commissionPercentOf(subject);
  return {
    kgvpBooking: percent,
    kgvpMarketplace: percent + OWN_WAREHOUSE_PERCENT,
    kgvpPickup: percent,
    kgvpSupplier: percent - 2,
    kgvpSupplierExpress: 3,
    paidStorageKgvp: percent,
    parentID: subject.parentID,
    parentName: parentNameOf(subject.subjectID),
    subjectID: subject.subjectID,
    subjectName: subject.subjectName,
  };
}
