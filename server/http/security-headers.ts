import type { FastifyInstance } from 'fastify';

/** One policy for every page. Styles and scripts come from files of our own only; inline ones are refused. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
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

/** For what a page is built of: it is never a page itself, and obeys the policy of the page that loads it. */
export const PART_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  ...PART_HEADERS,
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(self), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const DEFAULT_HEADERS = Object.entries({ ...SECURITY_HEADERS, 'cache-control': 'no-store' });
const DEFAULT_PART_HEADERS = Object.entries({ ...PART_HEADERS, 'cache-control': 'no-store' });
/** Scripts, styles and fonts of a build. Not what may be opened alone (an SVG) nor what runs by itself (a worker). */
const PART = /^\/assets\/(?![\w.-]*worker)[\w.-]+\.(?:js|css|woff2)$/;

/**
 * Puts the headers on every response, errors included; parts of a page do without what only a page obeys, which weighed a
 * kilobyte on each of them. Nothing is stored by browsers and proxies unless the static files
 * say otherwise: the service worker's copies of cards, shipments and the profile are the one deliberate exception.
 * They are set on the raw answer, below the reply's own headers, so that a route or the file sender can replace one.
 */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const headers = PART.test(request.url) ? DEFAULT_PART_HEADERS : DEFAULT_HEADERS;
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    reply.raw.setHeader('x-request-id', request.id);
    done();
  });
}
