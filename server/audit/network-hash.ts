import { createHmac } from 'node:crypto';
import { networkOf } from '#server/http/client-network.ts';
import { deriveKey } from '#server/secrets/secret-box.ts';

/** A keyed hash of a network: networks are compared, never read. */
export function hashNetwork(network: string, secretKey: Buffer): string {
  return createHmac('sha256', deriveKey(secretKey, 'networks'))
    .update(network)
    .digest('base64url')
    .slice(0, 22);
}

export function networkHashOf(ip: string, secretKey: Buffer): string {
  return hashNetwork(networkOf(ip), secretKey);
}
