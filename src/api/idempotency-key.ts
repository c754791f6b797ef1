/**
 * A key for one intention of a person: sent again with the same body it has no second effect. Not `crypto.randomUUID`,
 * which browsers withhold from pages that are served over plain http in a local network.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
