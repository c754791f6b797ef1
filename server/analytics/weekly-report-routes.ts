import type { FastifyInstance } from 'fastify';
import {
  getWeeklyReportEndpoint,
  listReportRowsEndpoint,
  listWeeklyReportsEndpoint,
  markWeeklyReportEndpoint,
} from '#contract/weekly-reports.ts';
import { pageLinks } from '#server/http/page-links.ts';
import { serve } from '#server/http/serve.ts';
import { markWeeklyReport } from './mark-weekly-report.ts';
import { readReportRows } from './read-report-rows.ts';
import { readWeeklyReport } from './read-weekly-report.ts';
import { readWeeklyReports } from './read-weekly-reports.ts';

export function registerWeeklyReportRoutes(app: FastifyInstance): void {
  serve(app, listWeeklyReportsEndpoint, async ({ db, session, query, request }) => {
    const found = await readWeeklyReports(db, session.accountId, query);
    return { ...found, ...pageLinks(request.url, { ...query, count: found.count }) };
  });

  serve(app, getWeeklyReportEndpoint, ({ db, session, params }) =>
    readWeeklyReport(db, session.accountId, params.id),
  );

  serve(app, listReportRowsEndpoint, async ({ db, session, params, query, request }) => {
    const { count, results } = await readReportRows(db, session.accountId, params.id, query);
    return { count, ...pageLinks(request.url, { ...query, count }), results };
  });

  serve(app, markWeeklyReportEndpoint, ({ db, session, params, body }) =>
    markWeeklyReport(db, session, params.id, body),
  );
}
