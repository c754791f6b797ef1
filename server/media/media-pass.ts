import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#server/secrets/secret-box.ts';

const DAY_MS = 24 * 3600 * 1000;
/** A device that has no connection for a week still has a pass that opens. */
const ACCOUNT_PASS_DAYS = 8;
/** The marketplace fetches within minutes; a link that waits in its queue over a weekend still opens. */
const LINK_PASS_DAYS = 7;
/** No name of a photo. */
const EVERY_PHOTO = '*';
const PASS = /^([1-9]\d{0,15})\.(\d{1,6})\.([\w-]{43})$/;

/**
 * What opens stored photos: an account and the last day on which it opens, signed. That of an account opens all its
 * photos; that of a link one of them. All passes of one day are the same, so that a picture keeps its address.
 */
export function createMediaPasses(secretKey: Buffer, now: () => number = Date.now) {
  const key = deriveKey(secretKey, 'media-passes');
  const today = () => Math.floor(now() / DAY_MS);
  const seal = (accountId: number, lastDay: number, photo: string) =>
    createHmac('sha256', key).update(`${accountId} ${lastDay} ${photo}`).digest('base64url');
  const issue = (accountId: number, lastDay: number, photo: string) =>
    `${accountId}.${lastDay}.${seal(accountId, lastDay, photo)}`;

  return {
    forAccount: (accountId: number) => issue(accountId, today() + ACCOUNT_PASS_DAYS, EVERY_PHOTO),
    forPhoto: (accountId: number, name: string) => issue(accountId, today() + LINK_PASS_DAYS, name),

    /** Whose photo of this name it opens; undefined for a pass that opens nothing. Whether the photo is theirs is not asked. */
    accountOf(pass: string, name: string): number | undefined {
      const [, account, day, given = ''] = PASS.exec(pass) ?? [];
      const accountId = Number(account);
      const lastDay = Number(day);
      if (account === undefined || lastDay < today()) return undefined;
      const isSealed = [EVERY_PHOTO, name].some((photo) =>
        timingSafeEqual(Buffer.from(given), Buffer.from(seal(accountId, lastDay, photo))),
      );
      return isSealed ? accountId : undefined;
    },
  };
}
