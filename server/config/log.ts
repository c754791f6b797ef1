import Fastify, { type FastifyBaseLogger } from 'fastify';
import type { Env } from './env.ts';

/** What libraries write at the finest level with the headers of a request, and in them its token. */
const WITH_SECRETS = ['busboyOptions.headers', 'headers', '*.headers.authorization', '*.authorization'];

/** Lines of JSON on the standard output; a seller's text cannot break out of its line. */
export function createLog(
  level: Env['logLevel'],
  stream: { write(line: string): void } = process.stdout,
): FastifyBaseLogger {
  return Fastify({ logger: { level, stream, redact: { paths: WITH_SECRETS, remove: true } } }).log;
}
