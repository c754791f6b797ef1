import { storedPhotoName, withMediaPass } from '#contract/media.ts';
import { storedVideoName } from '#contract/video-uploads.ts';
import type { Env } from '#server/config/env.ts';
import { createMediaPasses } from '#server/media/media-pass.ts';

/**
 * Makes addresses of an account's photos and videos into ones that the marketplace can fetch. Photos that are kept here need
 * PUBLIC_URL, and each a pass of its own; the demonstration's marketplace runs beside us and fetches nothing, so our own
 * address will do for it.
 */
export function createPhotoLink(
  env: Pick<Env, 'publicUrl' | 'host' | 'port' | 'secretKey'>,
  { accountId, isDemo }: { accountId: number; isDemo: boolean },
): (address: string) => string | null {
  const here = env.publicUrl ?? (isDemo ? `http://${env.host}:${String(env.port)}` : undefined);
  const passes = createMediaPasses(env.secretKey);
  return (address) => {
    if (/^https?:\/\//i.test(address)) return address;
    if (here === undefined || !address.startsWith('/')) return null;
    const name = storedPhotoName(address) ?? storedVideoName(address);
    return here + (name === undefined ? address : withMediaPass(address, passes.forPhoto(accountId, name)));
  };
}
