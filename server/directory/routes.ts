import type { FastifyInstance } from 'fastify';
import {
  listDirectoryEndpoint,
  listRecentSubjectsEndpoint,
  listSubjectBrandsEndpoint,
  listSubjectCharacteristicsEndpoint,
  listSubjectTnvedEndpoint,
  listSubjectsEndpoint,
  listUsedValuesEndpoint,
} from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { characteristicsOf, createSubjectReader } from './directory.ts';
import { createDirectoryReader } from './marketplace-directories.ts';
import { findRecentSubjects } from './recent-subjects.ts';
import { searchSubjects } from './search-subjects.ts';
import { findUsedValues } from './used-values.ts';

export function registerDirectoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { marketplace } = deps;
  const readSubjects = createSubjectReader();
  const readDirectory = createDirectoryReader();

  serve(app, listSubjectsEndpoint, async ({ query, session, db }) => {
    await readSubjects({ db, marketplace, accountId: session.accountId });
    return await searchSubjects(db, query.search ?? '');
  });

  serve(app, listRecentSubjectsEndpoint, ({ session, db }) => findRecentSubjects(db, session.accountId));

  serve(app, listSubjectCharacteristicsEndpoint, async ({ params, session, db }) => {
    await refuseUnknownSubject(db, params.id);
    return await characteristicsOf({ db, marketplace, accountId: session.accountId }, params.id);
  });

  serve(app, listDirectoryEndpoint, ({ params, session, db }) =>
    readDirectory({ db, marketplace, accountId: session.accountId }, params.name),
  );

  serve(app, listSubjectBrandsEndpoint, async ({ params, session, db }) => {
    await refuseUnknownSubject(db, params.id);
    const brands = await readDirectory(
      { db, marketplace, accountId: session.accountId },
      `BRANDS ${params.id}`,
    );
    return brands.map(({ name }) => name);
  });

  serve(app, listSubjectTnvedEndpoint, async ({ params, session, db }) => {
    await refuseUnknownSubject(db, params.id);
    return await readDirectory({ db, marketplace, accountId: session.accountId }, `TNVED ${params.id}`);
  });

  serve(app, listUsedValuesEndpoint, ({ params, session, db }) =>
    findUsedValues(db, session.accountId, params.id),
  );
}

/** Nobody asks the marketplace about what is no subject. */
async function refuseUnknownSubject(db: Db, subjectId: number): Promise<void> {
  const subject = await db.selectFrom('subjects').select('id').where('id', '=', subjectId).executeTakeFirst();
  if (!subject) throw notFound('Предмет не найден');
}
