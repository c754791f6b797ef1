import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '#server/config/env.ts';
import type { Database } from '#server/db/database.ts';
import type { Marketplace } from '#server/marketplace/marketplace.ts';
import type { Jobs } from './job.ts';

/** What routes and jobs work with. */
export interface Deps {
  database: Database;
  env: Env;
  jobs: Jobs;
  marketplace: Marketplace;
  log: FastifyBaseLogger;
}
