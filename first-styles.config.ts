import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { hashOf } from './route-preload.config.ts';

/** The parts of a build's output that matter here. */
interface BuiltFile {
  type: 'chunk' | 'asset';
  fileName: string;
  code?: string;
  source?: string | Uint8Array;
  imports?: string[];
  moduleIds?: string[];
  facadeModuleId?: string | null;
  isEntry?: boolean;
  viteMetadata?: { importedCss: Set<string> };
}

/** What is painted before any chunk has come. */
const FIRST_FRAME = ['index.html', 'src/app/early.ts'];
const UTILITIES = '@layer utilities{';
const CONDITION = /^@(?:media|supports|container)/;

/**
 * Cuts the app's one sheet in two: what the pages need that people begin with, and all the utilities, which every other page waits
 * for and a first visit gets after its first screen (app/later-styles.ts). The second repeats those of the first: in one sheet they
 * stand in the order in which they overrule each other. Its address stands in the document, which alone is asked for anew with
 * every build.
 *
 * @param sources files of what people begin with; what lies beside them may stand on it
 */
export function firstStyles(sources: readonly string[]): Plugin {
  const openings = new Set(sources.map((source) => resolve(source)));
  let firstSheet = '';
  let laterSheet = '';
  return {
    name: 'prilavok:first-styles',
    apply: 'build',
    // Before Vite writes index.html, which it does among the plugins of the ordinary order.
    enforce: 'pre',
    async generateBundle(_options, bundle) {
      const files: BuiltFile[] = Object.values(bundle);
      const entry = files.find(({ isEntry }) => isEntry);
      const owner = files.find(({ viteMetadata }) => viteMetadata?.importedCss.size);
      const [name = ''] = owner?.viteMetadata?.importedCss ?? [];
      const sheet = bundle[name];
      if (!entry || !owner || sheet?.type !== 'asset') throw new Error('The app was built without its sheet');
      const styles = String(sheet.source);
      const chunks = firstChunks(files, entry, openings).map(({ code = '' }) => code);
      const frame = await Promise.all(FIRST_FRAME.map((path) => readFile(path, 'utf8')));
      const words = wordsOf([...chunks, ...frame]);
      const { first, later } = cutStyles(styles, (word) => words.has(word));
      firstSheet = `assets/first-${hashOf(first)}.css`;
      laterSheet = `assets/later-${hashOf(later)}.css`;
      this.emitFile({ type: 'asset', fileName: firstSheet, source: first });
      this.emitFile({ type: 'asset', fileName: laterSheet, source: later });
      delete bundle[name];
      // Whoever imports the app has it: a name in their code would change under theirs.
      owner.viteMetadata?.importedCss.delete(name);
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'later-styles', content: `/${laterSheet}` }, injectTo: 'head-prepend' },
      {
        tag: 'link',
        attrs: { rel: 'stylesheet', crossorigin: true, href: `/${firstSheet}` },
        injectTo: 'head',
      },
    ],
  };
}

/** What is loaded before a first screen, and the parts of it that come later. */
function firstChunks(files: BuiltFile[], entry: BuiltFile, openings: ReadonlySet<string>): BuiltFile[] {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const folders = new Set([...openings].map((opening) => dirname(opening)));
  const found = new Set<BuiltFile>();
  const addWithImports = (file: BuiltFile | undefined) => {
    if (!file || found.has(file)) return;
    found.add(file);
    for (const name of file.imports ?? []) addWithImports(byName.get(name));
  };
  addWithImports(entry);
  for (const file of files) if (openings.has(file.facadeModuleId ?? '')) addWithImports(file);
  for (const file of files) if (file.moduleIds?.some((id) => folders.has(dirname(id)))) found.add(file);
  return [...found];
}

/** Whatever may be a class: what stands between spaces and quotes; `content-['·']` has such itself. */
export function wordsOf(codes: readonly string[]): Set<string> {
  return new Set(codes.flatMap((code) => [...code.split(/[\s"'`]+/), ...code.split(/[\s"`]+/)]));
}

/**
 * The sheet with the rules of the utilities that are used, and the utilities, all of them.
 *
 * @param isUsed whether a class is one of a first screen's
 */
export function cutStyles(styles: string, isUsed: (name: string) => boolean) {
  const start = styles.indexOf(UTILITIES);
  if (start === -1) throw new Error('The sheet has no layer of utilities');
  const end = blockEnd(styles, start + UTILITIES.length);
  const utilities = styles.slice(start + UTILITIES.length, end - 1);
  const used = usedRules(utilities, isUsed);
  return {
    first: `${styles.slice(0, start)}${UTILITIES}${used}}${styles.slice(end)}`,
    later: `${UTILITIES}${utilities}}`,
  };
}

function usedRules(rules: string, isUsed: (name: string) => boolean): string {
  let kept = '';
  for (let at = 0; at < rules.length;) {
    const open = blockStart(rules, at);
    const end = blockEnd(rules, open);
    const prelude = rules.slice(at, open);
    if (CONDITION.test(prelude)) {
      const inside = usedRules(rules.slice(open, end - 1), isUsed);
      if (inside !== '') kept += `${prelude}${inside}}`;
    } else if (classesOf(prelude).some(isUsed)) kept += rules.slice(at, end);
    at = end;
  }
  return kept;
}

/** `.md\:w-1\/2>div` has the class `md:w-1/2`; a digit in front is written by its code. */
function classesOf(selector: string): string[] {
  return [...selector.matchAll(/\.((?:\\3\d |\\.|[\w\u0080-\uffff-])+)/g)].map(([, name = '']) =>
    name.replaceAll(/\\3(\d) |\\(.)/g, '$1$2'),
  );
}

/** Where the block begins, after its brace. */
function blockStart(styles: string, from: number): number {
  return walk(styles, from, (depth) => depth === 1);
}

/** Where the block ends that is open here, after its brace. */
function blockEnd(styles: string, from: number): number {
  return walk(styles, from, (depth) => depth === -1);
}

function walk(styles: string, from: number, isThere: (depth: number) => boolean): number {
  // Braces in strings, and escaped ones, are letters.
  const marks = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]/gs;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(styles); mark; mark = marks.exec(styles)) {
    if (mark[0] === '{') depth += 1;
    else if (mark[0] === '}') depth -= 1;
    else continue;
    if (isThere(depth)) return marks.lastIndex;
  }
  throw new Error(`A block of the sheet does not end: ${styles.slice(from, from + 80)}`);
}
