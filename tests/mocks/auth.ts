import type { HttpHandler } from 'msw';
import {
  loginEndpoint,
  logoutEndpoint,
  refreshTokensEndpoint,
  type SessionTokens,
  type SessionUser,
} from '#contract/auth.ts';
import {
  changePasswordEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
  type DeviceSession,
} from '#contract/device-sessions.ts';
import { mock, mockError } from './mock-endpoint.ts';

export const mockUser: SessionUser = { id: 1, login: 'demo', name: 'Анна Соколова' };
export const mockPassword = 'prilavok-demo';

/** A pair that looks like the server's; only its payload is ever read on this side. */
export function mockTokens(user: SessionUser = mockUser): SessionTokens {
  return {
    access: `${part({ alg: 'EdDSA' })}.${part({ sub: String(user.id), ...user })}.c2ln`,
    refresh: 'r'.repeat(43),
    user,
  };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export function authHandlers(): HttpHandler[] {
  let sessions: DeviceSession[] = [
    {
      id: 1,
      isCurrent: true,
      device: 'Chrome на Windows',
      createdAt: '2026-11-18T09:00:00+03:00',
      lastUsedAt: '2026-11-20T14:02:00+03:00',
    },
    {
      id: 2,
      isCurrent: false,
      device: 'Safari на iPad',
      createdAt: '2026-11-10T09:00:00+03:00',
      lastUsedAt: '2026-11-19T20:15:00+03:00',
    },
  ];
  return [
    mock(loginEndpoint, ({ body }) =>
      body.login === mockUser.login && body.password === mockPassword
        ? mockTokens()
        : mockError(401, { code: 'wrong_credentials', detail: ['Неверный логин и/или пароль'] }),
    ),
    mock(refreshTokensEndpoint, () => mockTokens()),
    mock(logoutEndpoint, () => undefined),
    mock(changePasswordEndpoint, ({ body }) => {
      if (body.currentPassword !== mockPassword) {
        const detail = 'Текущий пароль указан неверно';
        return mockError(400, { detail: [detail], errors: [{ field: 'current_password', detail }] });
      }
      return { endedSessions: 2 };
    }),
    mock(listSessionsEndpoint, () => sessions),
    mock(endSessionEndpoint, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return undefined;
    }),
  ];
}
