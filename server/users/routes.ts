import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/jobs/deps.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import { createMediaPasses } from '#server/media/media-pass.ts';
import { unauthenticated } from '#server/errors/http-error.ts';
import { serve } from '#server/http/serve.ts';
import { findProfile } from './profile.ts';
import { changeSettings } from './settings.ts';

export function registerUserRoutes(app: FastifyInstance, { env }: Pick<Deps, 'env'>): void {
  const passes = createMediaPasses(env.secretKey);
  serve(app, getProfileEndpoint, async ({ session, db }) => {
    const profile = await findProfile(db, session.accountId, session.userId);
    if (!profile) throw unauthenticated();
    return { ...profile, mediaPass: passes.forAccount(session.accountId) };
  });

  serve(app, changeSettingsEndpoint, ({ body, session, version, db }) =>
    changeSettings(db, session, body, version),
  );
}
