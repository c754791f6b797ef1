import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { respondToUnknownAddress } from './errors.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time: a new build shows at once. */
const REVALIDATE = 'no-cache';
/** What is under them is an API or a file: a missing one is 404 and never the page. */
const NOT_PAGES = /^\/(api|media|assets)(\/|$)/;
/** A file with a hash in its name, by its path in a build. */
const ASSET = /^\/(assets\/[\w-][\w.-]*)$/;
const SOURCE_MAP = /\.map(?:\/|$)/;
/** Hidden files and ways out of the folder. */
const NOT_ROUTES = /\/\.|%2e|%2f|%5c/i;

export interface BuiltWebApp {
  /** The newest build. */
  root: string;
  /** A folder for each earlier build; it may appear, and change, while the server runs. */
  historyFolder: string;
}

/**
 * The web app: files compressed by the build, names with a hash for ever. A navigation to any other address gets the
 * page, whose own router decides. An asset that the newest build does not have is looked for in earlier ones.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { root: newest, historyFolder }: BuiltWebApp,
): Promise<void> {
  await app.register(fastifyStatic, {
    // One folder: with several the plugin answers 404 for every file that has no compressed copy.
    root: newest,
    prefix: '/',
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // The build keeps source maps elsewhere. One that is here all the same is not for visitors, also not with steps
    // after its name that the plugin takes away only when this was asked.
    allowedPath: (path) => !SOURCE_MAP.test(path),
    setHeaders: (response, path) => {
      const isAsset = /[\\/]assets[\\/]/.test(path);
      response.setHeader('cache-control', isAsset ? IMMUTABLE : REVALIDATE);
      response.setHeader('vary', 'accept-encoding');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    if (isNavigation(request)) return reply.sendFile('index.html');
    const asset = ASSET.exec(request.url)?.[1];
    const home = asset && earlierBuilds(historyFolder).find((root) => existsSync(join(root, asset)));
    if (asset && home) return reply.sendFile(asset, home);
    return respondToUnknownAddress(request, reply);
  });
}

/** Newest first. Read anew each time: a build may be made beside a running server. */
function earlierBuilds(historyFolder: string): string[] {
  if (!existsSync(historyFolder)) return [];
  const names = readdirSync(historyFolder).toSorted().toReversed();
  return names.map((name) => join(historyFolder, name));
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (NOT_PAGES.test(path) || NOT_ROUTES.test(path) || extname(path) !== '') return false;
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}
