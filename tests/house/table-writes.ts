import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, visit, type Node } from '#tests/support/syntax-tree.ts';

const MIGRATIONS = 'server/db/migrations';
const BUILDERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const STATEMENT = /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(\w+|\$)/gi;
/** A table whose name is not written where it is written to. */
export const UNNAMED = '?';

/** Names of the tables that the migrations make. */
export function tablesOfMigrations(): string[] {
  const sql = readdirSync(MIGRATIONS).map((name) => readFileSync(join(MIGRATIONS, name), 'utf8'));
  return [...sql.join('\n').matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => String(name));
}

/** Tables that a source writes to, by the query builder or in SQL; {@link UNNAMED} for each that it does not name. */
export function tablesWrittenIn(file: string, source: string, tables: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  visit(parseSync(file, source).program, (node) => {
    for (const name of [...builtBy(node), ...saidIn(textOf(node))]) {
      if (name === UNNAMED || tables.has(name)) found.add(name);
    }
  });
  return [...found].sort();
}

function builtBy({ type, callee, arguments: given }: Node): string[] {
  if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return [];
  if (!BUILDERS.has(String(callee['property']['name'])) || !Array.isArray(given)) return [];
  const [table] = given as unknown[];
  // `cards as card` is written to as `cards`.
  return isNode(table) && typeof table['value'] === 'string'
    ? [String(table['value'].split(' ')[0])]
    : [UNNAMED];
}

function saidIn(text: string): string[] {
  return [...text.matchAll(STATEMENT)].map(([, name]) => (name === '$' ? UNNAMED : String(name)));
}

/** What a string or a template says; `$` stands for what is put into it. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return '';
  const parts = (node['quasis'] as unknown[]).map((part) => (isNode(part) ? rawOf(part) : ''));
  return parts.join('$');
}

function rawOf({ value }: Node): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : '';
}
