import type { FastifyInstance } from 'fastify';

/** One policy for every answer. Styles and scripts come from files of our own only; inline ones are refused. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types app',
].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const DEFAULT_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' };

/**
 * Puts the headers on every answer, errors included. Nothing is stored by browsers and proxies unless the static files
 * say otherwise: the service worker's copies of cards, shipments and the profile are the one deliberate exception.
 * They are set on the raw answer, below the reply's own headers, so that a route or the file sender can replace one.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
  });
}
