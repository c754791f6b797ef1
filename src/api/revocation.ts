import { z } from 'zod/mini';
import { logoutEndpoint, refreshHashSchema } from '#contract/auth.ts';
import type { EndpointBodyInput } from '#contract/endpoint.ts';
import { api } from './api.ts';
import { ApiError } from './http/api-error.ts';

/** One of the device's keys, which no wipe takes: what is under it opens nothing and names nobody. */
const STORAGE_KEY = 'prilavok-device-sign-outs';
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** No session lives longer. */
const KEEP_FOR_MS = 30 * 24 * 3600 * 1000;
const MAX_KEPT = 20;

/** A session that ended here and goes on at the server: the digest of its refresh token can end it and nothing else. */
const owedSchema = z.object({ refreshHash: refreshHashSchema, until: z.number() });
type Owed = z.infer<typeof owedSchema>;
type LogoutBody = EndpointBodyInput<typeof logoutEndpoint>;

/** What the device could not keep: lives as long as the tab. */
let unkept: LogoutBody[] = [];
let pauseMs = FIRST_PAUSE_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let delivery: Promise<void> | undefined;

/**
 * Makes ready to end the session of a refresh token without the server. The result is to be called once the token is
 * gone from the device: from then on the sign-out is owed, also over the end of the browser, and sent when a call gets
 * through.
 */
export async function prepareRevocation(refreshToken: string): Promise<() => void> {
  const refreshHash = await digestOf(refreshToken);
  return () => {
    const isKept = refreshHash !== undefined && keep(refreshHash);
    if (!isKept) unkept.push(refreshHash === undefined ? { refresh: refreshToken } : { refreshHash });
    void deliverSignOuts();
  };
}

/** Tells the server of every session that ended here without it. Never throws; tries again by itself. */
export function deliverSignOuts(): Promise<void> {
  delivery ??= deliverAll().finally(() => {
    delivery = undefined;
  });
  return delivery;
}

async function deliverAll(): Promise<void> {
  clearTimeout(timer);
  const results: boolean[] = [];
  for (const { refreshHash } of readOwed()) {
    const isDone = await deliver({ refreshHash });
    if (isDone) writeOwed(readOwed().filter((owed) => owed.refreshHash !== refreshHash));
    results.push(isDone);
  }
  for (const body of unkept) {
    const isDone = await deliver(body);
    if (isDone) unkept = unkept.filter((other) => other !== body);
    results.push(isDone);
  }
  if (results.every(Boolean)) {
    pauseMs = FIRST_PAUSE_MS;
    return;
  }
  timer = setTimeout(() => void deliverSignOuts(), pauseMs);
  pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

async function deliver(body: LogoutBody): Promise<boolean> {
  try {
    await api.call(logoutEndpoint, { body });
    return true;
  } catch (error) {
    // A server of an older build does not know the digest: it may be a newer one at the next start.
    return !(error instanceof ApiError);
  }
}

function keep(refreshHash: string): boolean {
  const others = readOwed().filter((owed) => owed.refreshHash !== refreshHash);
  return writeOwed([...others, { refreshHash, until: Date.now() + KEEP_FOR_MS }].slice(-MAX_KEPT));
}

function readOwed(): Owed[] {
  try {
    const parsed = z.array(owedSchema).safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]'));
    return parsed.success ? parsed.data.filter(({ until }) => until > Date.now()) : [];
  } catch {
    return [];
  }
}

function writeOwed(owed: readonly Owed[]): boolean {
  try {
    if (owed.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(owed));
    return true;
  } catch {
    return false; // blocked or full
  }
}

/** SHA-256, as the server keeps it; undefined where the browser has no cryptography: plain http, not localhost. */
async function digestOf(token: string): Promise<string | undefined> {
  try {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)));
    return btoa(String.fromCodePoint(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  } catch {
    return undefined;
  }
}
