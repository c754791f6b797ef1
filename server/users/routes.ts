import type { FastifyInstance } from 'fastify';
import { changeSettings, getProfile } from '#contract/users.ts';
import { unauthenticated } from '#server/plugins/http-error.ts';
import { serve } from '#server/plugins/serve.ts';
import { findProfile } from './profile.ts';
import { changeSettingsOf } from './settings.ts';

export function registerUserRoutes(app: FastifyInstance): void {
  serve(app, getProfile, async ({ session, db }) => {
    const profile = await findProfile(db, session.accountId, session.userId);
    if (!profile) throw unauthenticated();
    return profile;
  });

  serve(app, changeSettings, ({ body, session, version, db }) =>
    changeSettingsOf(db, session, body, version),
  );
}
