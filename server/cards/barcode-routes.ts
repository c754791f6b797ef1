import type { FastifyInstance } from 'fastify';
import { generateBarcodesEndpoint, listBarcodeHoldersEndpoint } from '#contract/barcodes.ts';
import { serve } from '#server/http/serve.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { findBarcodeHolders, newBarcodes } from './barcodes.ts';

export function registerBarcodeRoutes(app: FastifyInstance, { marketplace }: Deps): void {
  // Barcodes that were made twice are used once: a repetition does no harm.
  serve(
    app,
    generateBarcodesEndpoint,
    async ({ body, session, db }) => ({
      barcodes: await newBarcodes({ db, marketplace, accountId: session.accountId }, body.count),
    }),
    { callsOut: true },
  );

  serve(app, listBarcodeHoldersEndpoint, ({ query, session, db }) =>
    findBarcodeHolders(db, session.accountId, query.barcode),
  );
}
