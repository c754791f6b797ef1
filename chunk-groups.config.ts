import { dirname, resolve } from 'node:path';

/** The part of the bundler's graph that matters here. */
interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/** A package's index names all its modules; these no page needs that people begin with. */
const LATER_PARTS_OF_PACKAGES = /\/(?:infiniteQueryObserver|useInfiniteQuery)\.js$/;

/**
 * Cuts the app into few chunks, by need: a first visit over a slow network pays for each request and for each module
 * that its page does not use. What the entry imports is one chunk. What else a page imports that people begin with, and
 * other pages too, is one more for each such page; the page's own modules stay with the page. The rest is shared by pages
 * that are opened later, but for what comes with every start when its first screen stands: it would bring all the rest,
 * to be evaluated with it. Packages that change less often than the app are apart.
 *
 * @param openings the pages that people begin with, by the name of the chunk
 * @param later what every start of a user asks for then, by the name of the chunk of what it shares
 */
export function chunkGroups(
  entry: string,
  openings: Readonly<Record<string, string>>,
  later: Readonly<Record<string, readonly string[]>>,
) {
  const ownFolders = new Set(Object.values(openings).map((page) => resolve(dirname(page))));
  const pages = Object.fromEntries(Object.entries(openings).map(([name, page]) => [name, [page]]));
  let chunkOf: Map<string, string> | undefined;
  let laterChunkOf: Map<string, string> | undefined;
  return [
    {
      name: 'packages',
      test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom)\//,
      priority: 3,
    },
    {
      name: (id: string, graph: ModuleGraph) => {
        chunkOf ??= assign(graph, { app: [entry], ...pages });
        return ownFolders.has(dirname(id)) ? null : (chunkOf.get(id) ?? null);
      },
      priority: 2,
    },
    {
      name: (id: string, graph: ModuleGraph) => {
        laterChunkOf ??= assign(graph, later);
        return laterChunkOf.get(id) ?? null;
      },
      minShareCount: 2,
      priority: 1.5,
    },
    { name: 'shared', test: /\/(src|contract)\//, minShareCount: 3, priority: 1 },
    // Small parts of the list that are asked for one by one: a file for each costs the first screen its name.
    {
      name: 'later-parts',
      test: /\/cards\/list\/(?:choose-range|cut-off-notice|filter-choices|recent-orders|unanswered-search|waiting-cards)\./,
      priority: 0,
    },
  ];
}

/** Each module goes to the first chunk whose page imports it, directly or through others. */
function assign(
  graph: ModuleGraph,
  chunks: Readonly<Record<string, readonly string[]>>,
): Map<string, string> {
  const chunkOf = new Map<string, string>();
  for (const [name, sources] of Object.entries(chunks)) {
    const waiting = sources.map((source) => resolve(source));
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (chunkOf.has(id) || LATER_PARTS_OF_PACKAGES.test(id)) continue;
      chunkOf.set(id, name);
      waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return chunkOf;
}
