import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The box was sealed for something else, with another key, or was changed. */
export class SecretBoxError extends Error {
  override name = 'SecretBoxError';
}

/** A key for one purpose, so that no two uses of the server's key can be played against each other. */
export function deriveKey(
  secretKey: Buffer,
  purpose: 'access-tokens' | 'secret-box' | 'networks' | 'media-passes',
): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `prilavok ${purpose}`, 32));
}

/** Written beside each box: tells which server key sealed it, without saying anything about the key. */
export function keyIdOf(secretKey: Buffer): string {
  return createHash('sha256').update('key id').update(secretKey).digest('hex').slice(0, 8);
}

/** AES-256-GCM. The box opens only with the same associated data: a row moved to another owner stays shut. */
export function sealSecret(secretKey: Buffer, plaintext: string, associatedData: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secretKey, 'secret-box'), nonce);
  cipher.setAAD(Buffer.from(associatedData));
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws {@link SecretBoxError} when the box is not exactly what was sealed. */
export function openSecret(secretKey: Buffer, box: Buffer, associatedData: string): string {
  try {
    const nonce = box.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secretKey, 'secret-box'), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(associatedData));
    decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const sealed = box.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretBoxError('The secret cannot be opened: wrong key, wrong owner or changed data');
  }
}

const shopTokenData = (shopId: number) => `shop ${shopId}`;

/** A marketplace token for the column shop_tokens.secret; `key_id` beside it is {@link keyIdOf} the key. */
export function sealShopToken(secretKey: Buffer, token: string, shopId: number): Buffer {
  return sealSecret(secretKey, token, shopTokenData(shopId));
}

export function openShopToken(secretKey: Buffer, box: Buffer, shopId: number): string {
  return openSecret(secretKey, box, shopTokenData(shopId));
}
