import type { FastifyInstance } from 'fastify';
import { listSubjectCharacteristicsEndpoint, listSubjectsEndpoint } from '#contract/subjects.ts';
import type { Deps } from '#server/jobs/deps.ts';
import { notFound } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { characteristicsOf, createSubjectReader, searchSubjects } from './directory.ts';

export function registerDirectoryRoutes(app: FastifyInstance, deps: Deps): void {
  const { marketplace } = deps;
  const readSubjects = createSubjectReader();

  serve(app, listSubjectsEndpoint, async ({ query, session, db }) => {
    await readSubjects({ db, marketplace, accountId: session.accountId });
    return await searchSubjects(db, query.search ?? '');
  });

  serve(app, listSubjectCharacteristicsEndpoint, async ({ params, session, db }) => {
    const subject = await db
      .selectFrom('subjects')
      .select('id')
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!subject) throw notFound('Предмет не найден');
    return await characteristicsOf({ db, marketplace, accountId: session.accountId }, params.id);
  });
}
