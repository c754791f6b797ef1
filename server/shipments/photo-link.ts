import type { Env } from '#server/env.ts';

/**
 * Makes addresses of photos into ones that the marketplace can fetch. Photos that are kept here need PUBLIC_URL; the
 * demonstration's marketplace runs beside us and fetches nothing, so our own address will do for it.
 */
export function createPhotoLink(
  env: Pick<Env, 'publicUrl' | 'host' | 'port'>,
  isDemo: boolean,
): (address: string) => string | null {
  const here = env.publicUrl ?? (isDemo ? `http://${env.host}:${String(env.port)}` : undefined);
  return (address) => {
    if (/^https?:\/\//i.test(address)) return address;
    return here !== undefined && address.startsWith('/') ? here + address : null;
  };
}
