import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/app.ts';
import { changeSettings, getProfile } from '#contract/users.ts';
import { createMediaPasses } from '#server/media/media-pass.ts';
import { unauthenticated } from '#server/plugins/http-error.ts';
import { serve } from '#server/plugins/serve.ts';
import { findProfile } from './profile.ts';
import { changeSettingsOf } from './settings.ts';

export function registerUserRoutes(app: FastifyInstance, { env }: Pick<Deps, 'env'>): void {
  const passes = createMediaPasses(env.secretKey);
  serve(app, getProfile, async ({ session, db }) => {
    const profile = await findProfile(db, session.accountId, session.userId);
    if (!profile) throw unauthenticated();
    return { ...profile, mediaPass: passes.forAccount(session.accountId) };
  });

  serve(app, changeSettings, ({ body, session, version, db }) =>
    changeSettingsOf(db, session, body, version),
  );
}
