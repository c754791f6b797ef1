import type { FastifyInstance } from 'fastify';
import { sendCardsEndpoint } from '#contract/card-sending.ts';
import {
  exportShipmentEndpoint,
  getShipmentEndpoint,
  listShipmentErrorsEndpoint,
  listShipmentsEndpoint,
  listShipmentStocksEndpoint,
  repeatShipmentEndpoint,
  retryShipmentEndpoint,
  sendShipmentStocksEndpoint,
} from '#contract/shipments.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { resolveSelection } from '#server/cards/selection.ts';
import type { Db } from '#server/db/database.ts';
import { attachment } from '#server/exports/attachment.ts';
import { TABLE_CONTENT_TYPES } from '#server/exports/table-file.ts';
import { notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { createShipment } from './create-shipment.ts';
import { exportShipment as exportRows } from './export-shipment.ts';
import { refuseUnsendableShops } from './refuse-shops.ts';
import { findShipment, findShipmentErrors, findShipments, shipmentExists } from './store/repository.ts';
import { repeatShipment as repeat, retryShipment as retry } from './retry-shipment.ts';
import { readShipmentStocks, sendShipmentStocks as sendStocks } from './shipment-stocks.ts';

export function registerShipmentRoutes(app: FastifyInstance, deps: Deps): void {
  const { jobs } = deps;

  serve(app, sendCardsEndpoint, async ({ body, session, db }) => {
    const { accountId, userId } = session;
    const cardIds = await resolveSelection(db, accountId, body.selection);
    await refuseUnsendableShops(db, accountId, body.shopIds);
    const { id } = await createShipment(db, jobs, {
      accountId,
      userId,
      cardIds,
      shopIds: body.shopIds,
      options: body.options,
    });
    return { id, status: 'NEW', cards: cardIds.length, shops: new Set(body.shopIds).size };
  });

  serve(app, listShipmentsEndpoint, async ({ query, session, request, db }) => {
    const found = await findShipments(db, session.accountId, query);
    return { ...found, ...pageLinks(request.url, { ...query, count: found.count }) };
  });

  serve(app, getShipmentEndpoint, async ({ params, session, db }) => {
    const shipment = await findShipment(db, session.accountId, params.id);
    if (!shipment) throw notFound('Отправка не найдена');
    return shipment;
  });

  serve(app, listShipmentErrorsEndpoint, async ({ params, session, db }) => {
    await requireShipment(db, session.accountId, params.id);
    return await findShipmentErrors(db, session.accountId, params.id);
  });

  serve(app, exportShipmentEndpoint, async ({ params, query, session, reply, db }) => {
    await requireShipment(db, session.accountId, params.id);
    const { fileName, bytes } = await exportRows(db, session.accountId, params.id, query);
    await reply
      .type(TABLE_CONTENT_TYPES[query.format])
      .header('content-disposition', attachment(fileName))
      .send(bytes);
  });

  serve(app, retryShipmentEndpoint, ({ params, session, db }) =>
    retry(db, jobs, { accountId: session.accountId, shipmentId: params.id }),
  );

  serve(
    app,
    repeatShipmentEndpoint,
    async ({ params, session, db }) =>
      await repeat(db, jobs, {
        accountId: session.accountId,
        userId: session.userId,
        shipmentId: params.id,
      }),
  );

  serve(app, listShipmentStocksEndpoint, async ({ params, session, db }) => {
    await requireShipment(db, session.accountId, params.id);
    return await readShipmentStocks(deps, session.accountId, params.id);
  });

  serve(
    app,
    sendShipmentStocksEndpoint,
    async ({ params, body, session, db }) => {
      await requireShipment(db, session.accountId, params.id);
      return await sendStocks(deps, session.accountId, params.id, body);
    },
    { callsOut: true },
  );
}

async function requireShipment(db: Db, accountId: number, id: number): Promise<void> {
  if (!(await shipmentExists(db, accountId, id))) throw notFound('Отправка не найдена');
}
