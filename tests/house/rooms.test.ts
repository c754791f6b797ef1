import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles, importsOf, PROGRAMS, sourcesOf } from './import-graph.ts';

/** Lists of docs/rooms.md: a room may import only what stands below it. */
const lists = readFileSync('docs/rooms.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) => [...section.matchAll(/^\| `([\w/-]+)` +\|/gm)].map(([, room]) => String(room)));

const files = PROGRAMS.flatMap(sourcesOf);
const imports = files.flatMap(importsOf);

describe('the rooms', () => {
  it('import each other in no circle, of values or of types', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(findCircles(imports)).toEqual([]);
  });

  it('import only what stands below them in docs/rooms.md', () => {
    const upwards = imports.flatMap(({ from, to }) => {
      const [room, other] = [dirname(from), dirname(to)];
      const list = lists.find((rooms) => rooms.includes(room));
      if (!list || room === other || !list.includes(other)) return [];
      return list.indexOf(other) > list.indexOf(room) ? [] : [`${from} imports ${to}, which stands above it`];
    });
    expect(upwards).toEqual([]);
  });

  it('each have their line in docs/rooms.md, and each line its room', () => {
    const rooms = new Set(files.map(dirname).filter((room) => /^(src|server|simulator)\b/.test(room)));
    expect(lists.flat().sort()).toEqual([...rooms].sort());
  });
});

describe('a circle', () => {
  it('is found, and told apart from one direction', () => {
    const straight = [
      { from: 'a/x.ts', to: 'b/x.ts' },
      { from: 'b/y.ts', to: 'c/x.ts' },
      { from: 'a/x.ts', to: 'a/y.ts' },
    ];
    expect(findCircles(straight)).toEqual([]);
    expect(findCircles([...straight, { from: 'c/z.ts', to: 'a/x.ts' }])).toEqual([['a', 'b', 'c']]);
  });
});
