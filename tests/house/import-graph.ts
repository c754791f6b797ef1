import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

export const PROGRAMS = ['contract', 'src', 'sw', 'server', 'simulator'] as const;

export interface Import {
  from: string;
  /** Path from the project's folder. */
  to: string;
}

const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>;
};

/** Production files of a folder: TypeScript without tests. Paths from the project's folder. */
export function sourcesOf(folder: string): string[] {
  return codeOf(folder).filter((name) => !TEST.test(name));
}

export function testsOf(folder: string): string[] {
  return codeOf(folder).filter((name) => TEST.test(name));
}

const TEST = /\.test\.tsx?$/;

function codeOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort();
}

/** Every import of another file of the project: of values, of types, re-exports and dynamic ones alike. */
export function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8');
  const { module } = parseSync(file, source);
  const requests = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map((found) =>
      source.slice(found.moduleRequest.start, found.moduleRequest.end).replace(/^['"`]|['"`]$/g, ''),
    ),
  ];
  return requests.flatMap((request) => {
    const to = request === undefined ? undefined : resolve(file, request);
    return to === undefined ? [] : [{ from: file, to }];
  });
}

function resolve(from: string, request: string): string | undefined {
  if (request.startsWith('.')) return normalize(join(dirname(from), request));
  for (const [alias, target] of Object.entries(aliases)) {
    const start = alias.slice(0, -1);
    if (request.startsWith(start)) return normalize(target.slice(0, -1) + request.slice(start.length));
  }
  return undefined;
}

/** Groups of rooms (folders) that import each other in a circle. */
export function findCircles(imports: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [room, other] = [dirname(from), dirname(to)];
    if (room !== other) next.set(room, (next.get(room) ?? new Set()).add(other));
  }
  const reach = (start: string) => {
    const seen = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let room = open.pop(); room !== undefined; room = open.pop()) {
      if (seen.has(room)) continue;
      seen.add(room);
      open.push(...(next.get(room) ?? []));
    }
    return seen;
  };
  const reachable = new Map([...next.keys()].map((room) => [room, reach(room)]));
  const circles = new Map<string, string[]>();
  for (const [room, rooms] of reachable) {
    const circle = [...rooms].filter((other) => reachable.get(other)?.has(room)).sort();
    if (circle.length > 1) circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}
