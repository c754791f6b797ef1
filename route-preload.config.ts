import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { type HtmlTagDescriptor, minify, type Plugin, transformWithOxc } from 'vite';

const EARLY_SCRIPT = 'src/app/early.ts';
const STYLES = '<link rel="stylesheet"';
const PLACEHOLDER = '"__ROUTE_CHUNKS__"';

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
 * fonts. The choice is made by a small script of our own in the head, because the policy forbids inline ones; it also
 * sets the theme before the first paint.
 *
 * @param pages first path segments below the origin, and the page's source file
 */
export function routePreload(pages: Readonly<Record<string, string>>): Plugin {
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
      const filled = code.replace(PLACEHOLDER, JSON.stringify(routeChunks(files, pages)));
      const { code: source } = await minify(EARLY_SCRIPT, filled, { module: false });
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
      const fileName = `assets/early-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      earlyScript = `<script src="/${fileName}"></script>`;
      tags = files.filter(isFont).map((font): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${font.fileName}`,
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

function isFont({ fileName }: BuiltFile): boolean {
  return fileName.endsWith('.woff2');
}

/** For each path the page's chunk and what it imports, without what the entry loads anyway. */
function routeChunks(files: BuiltFile[], pages: Readonly<Record<string, string>>): Record<string, string[]> {
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
      return [path, chunks.map((name) => `/${name}`)];
    }),
  );
}
