import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { findCircles, importsOf, PROGRAMS, sourcesOf, testsOf } from './import-graph.ts';
import { walks } from './walks.ts';
import { isNode, parseTypeScript, visit } from '#tests/support/syntax-tree.ts';

/** `npm run house`: the figures by which one sees whether the house is easy to live in. */

const LONG_FILE_LINES = 300;
const LONG_FUNCTION_LINES = 50;

interface FileFigures {
  lines: number;
  functionLines: number[];
  assertions: number;
  anys: number;
  nonNulls: number;
  nestedTernaries: number;
  isBarrel: boolean;
}

const files = PROGRAMS.flatMap(sourcesOf);
const imports = files.flatMap(importsOf);
const figures = files.map(readFigures);
const lines = figures.map((file) => file.lines).sort((one, other) => one - other);
const allLines = sum(lines);
const functionLines = figures.flatMap((file) => file.functionLines);
const testLines = sum(PROGRAMS.flatMap(testsOf).map((file) => countLines(readFileSync(file, 'utf8'))));

print('files', files.length);
print('lines: median / p90 / longest', `${at(0.5)} / ${at(0.9)} / ${at(1)}`);
print(
  `files over ${LONG_FILE_LINES} lines`,
  share(lines.filter((count) => count > LONG_FILE_LINES).length, files.length),
);
print(
  `functions over ${LONG_FUNCTION_LINES} lines`,
  share(functionLines.filter((count) => count > LONG_FUNCTION_LINES).length, functionLines.length),
);
print(
  '`as` / `any` / `!` per 1000 lines',
  `${perThousand('assertions')} / ${perThousand('anys')} / ${perThousand('nonNulls')}`,
);
print('nested ternaries', sum(figures.map((file) => file.nestedTernaries)));
print('barrels', figures.filter((file) => file.isBarrel).length);
print('lines of tests beside the source, per line of source', (testLines / allLines).toFixed(2));
print('rooms', new Set(files.map((file) => dirname(file))).size);
print('circles of rooms', findCircles(imports).length);
for (const { name, stops } of walks) {
  const passed = [...new Set(stops.map(({ file }) => file))];
  print(`walk of ${name}`, `${passed.length} files: ${passed.map((file) => basename(file)).join(' → ')}`);
}

function readFigures(file: string): FileFigures {
  const source = readFileSync(file, 'utf8');
  const found: FileFigures = {
    lines: countLines(source),
    functionLines: [],
    assertions: 0,
    anys: 0,
    nonNulls: 0,
    nestedTernaries: 0,
    isBarrel: false,
  };
  const program = parseTypeScript(source, file);
  const statements = Array.isArray(program['body']) ? program['body'] : [];
  visit(program, (node) => {
    if (/Function/.test(node.type) && 'body' in node && node.body)
      found.functionLines.push(countLines(source.slice(node.start, node.end)));
    if (node.type === 'TSAsExpression' && !/^as const\b/.test(source.slice(node.end - 8, node.end)))
      found.assertions += 1;
    if (node.type === 'TSAnyKeyword') found.anys += 1;
    if (node.type === 'TSNonNullExpression') found.nonNulls += 1;
    if (node.type === 'ConditionalExpression' && isTernary(node['alternate'], node['consequent']))
      found.nestedTernaries += 1;
  });
  found.isBarrel = statements.length > 0 && statements.every(isReExport);
  return found;
}

function isTernary(...values: unknown[]): boolean {
  return values.some((value) => isNode(value) && value.type === 'ConditionalExpression');
}

function isReExport(statement: unknown): boolean {
  return isNode(statement) && /^Export(All|Named)/.test(statement.type) && Boolean(statement['source']);
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}

function at(part: number): number {
  return lines[Math.min(lines.length - 1, Math.floor(part * lines.length))] ?? 0;
}

function perThousand(field: 'assertions' | 'anys' | 'nonNulls'): string {
  return ((sum(figures.map((file) => file[field])) * 1000) / allLines).toFixed(2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function share(part: number, all: number): string {
  return `${part} (${((part / all) * 100).toFixed(1)} %)`;
}

function print(name: string, value: string | number): void {
  console.log(`${name.padEnd(56)} ${value}`);
}
