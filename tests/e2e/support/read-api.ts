import type { APIRequestContext } from '@playwright/test';
import { DEMO } from './test.ts';

/** Reads what a user may read, the demo's if nobody is named, past the page: to choose what a test is about. Answers in wire format. */
export async function readApi(request: APIRequestContext, who = DEMO) {
  const { access } = await (await request.post('/api/v1/user/auth/', { data: who })).json();
  return async (path: string) =>
    await (await request.get(`/api/v1${path}`, { headers: { authorization: `Bearer ${access}` } })).json();
}
