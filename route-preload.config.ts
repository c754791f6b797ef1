import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { type HtmlTagDescriptor, minify, type Plugin, transformWithOxc } from 'vite';

const EARLY_SCRIPT = 'src/app/early.ts';
const STYLES = '<link rel="stylesheet"';
const CHUNKS_PLACEHOLDER = '"__ROUTE_CHUNKS__"';
const BUILD_PLACEHOLDER = '"__BUILD__"';

/** The parts of a build's output that matter here. */
interface BuiltFile {
  type: 'chunk' | 'asset';
  fileName: string;
  isEntry?: boolean;
  facadeModuleId?: string | null;
  imports?: string[];
}

/**
 * Starts the download of the first screen's own chunk together with the entry's, which saves a round trip, and of the
 * fonts that every screen is set in. The choice is made by a small script of our own in the head, because the policy forbids
 * inline ones; it also sets the theme before the first paint.
 *
 * @param pages first path segments below the origin, and the page's source file
 * @param fonts names of their files, without the hash
 */
export function routePreload(pages: Readonly<Record<string, string>>, fonts: readonly string[]): Plugin {
  let earlyScript = '';
  let tags: HtmlTagDescriptor[] = [];
  return {
    name: 'prilavok:route-preload',
    apply: 'build',
    // Before Vite writes index.html, which it does among the plugins of the ordinary order.
    enforce: 'pre',
    async generateBundle(_options, bundle) {
      const files: BuiltFile[] = Object.values(bundle);
      const { code } = await transformWithOxc(await readFile(EARLY_SCRIPT, 'utf8'), EARLY_SCRIPT);
      const filled = code
        .replace(CHUNKS_PLACEHOLDER, JSON.stringify(routeChunks(files, pages)))
        .replace(BUILD_PLACEHOLDER, JSON.stringify(buildName(Object.keys(bundle))));
      const { code: source } = await minify(EARLY_SCRIPT, filled, { module: false });
      const fileName = `assets/early-${hashOf(source)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      earlyScript = `<script src="/${fileName}"></script>`;
      tags = fonts.map((font): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${fontFile(files, font)}`,
          crossorigin: true,
        },
        injectTo: 'head',
      }));
    },
    transformIndexHtml: {
      order: 'post',
      // After the scripts, which are asked for while it is on its way; before the styles, which it would wait for.
      handler: (html) => ({ html: html.replace(STYLES, `${earlyScript}\n    ${STYLES}`), tags }),
    },
  };
}

/**
 * What tells a build from another: a name of its files each of which carries the hash of what is in it. No one of them would do: the
 * first script of the document is what the bundler adds, the same in every build, and the app's does not change with its styles.
 */
export function buildName(fileNames: readonly string[]): string {
  return hashOf(fileNames.toSorted().join());
}

/** What a file's name carries of what is in it. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

function fontFile(files: readonly BuiltFile[], name: string): string {
  const file = files.find(({ fileName }) => /\/(.+)-[\w-]{8}\.woff2$/.exec(fileName)?.[1] === name);
  if (!file) throw new Error(`No font ${name} was built`);
  return file.fileName;
}

/**
 * For each path the page's chunk and what it imports, without what the entry loads anyway: names with a space between them, without
 * the folder and the ending that all have, which every first visit would carry thirty times.
 */
function routeChunks(files: BuiltFile[], pages: Readonly<Record<string, string>>): Record<string, string> {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const withImports = (file: BuiltFile, seen: Set<string>): Set<string> => {
    if (seen.has(file.fileName)) return seen;
    seen.add(file.fileName);
    for (const name of file.imports ?? []) {
      const imported = byName.get(name);
      if (imported) withImports(imported, seen);
    }
    return seen;
  };
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry);
  const loadedAnyway = entry ? withImports(entry, new Set<string>()) : new Set<string>();
  return Object.fromEntries(
    Object.entries(pages).map(([path, source]) => {
      const page = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(source));
      if (!page) throw new Error(`No chunk was built from ${source}`);
      const chunks = [...withImports(page, new Set<string>())].filter((name) => !loadedAnyway.has(name));
      return [path, chunks.map((name) => name.replace(/^assets\/(.+)\.js$/, '$1')).join(' ')];
    }),
  );
}
