import { isNode, parseTypeScript as parse, visit, type Node } from '#tests/support/syntax-tree.ts';

/** A change of the source that takes one guard away. */
export interface Mutation {
  /** Path from the project's root. */
  file: string;
  /** The function in which it is looked for, where the file says the same elsewhere too. */
  inside?: string;
  /** Whole statements, one expression, or one property of an object. */
  from: string;
  to: string;
}

/**
 * The source without the guard. It is found by syntax, not by text: comments, line breaks and brackets of the formatter do not
 * matter. Throws when the source does not say it exactly once.
 */
export function takeOut(source: string, { file, inside, from, to }: Mutation): string {
  const program = parse(source);
  const place = inside === undefined ? [program] : functionsNamed(program, inside);
  const wanted = readWanted(from);
  const found = place.flatMap((root) => placesOf(root, wanted));
  const [only] = found;
  if (!only || found.length > 1)
    throw new Error(`${file} says ${found.length === 0 ? 'nowhere' : 'more than once'}: ${from}`);
  return source.slice(0, only.start) + to + source.slice(only.end);
}

/** Statements that follow one another, or a single node. */
function readWanted(from: string): Node[] {
  const asProperty = tryParse(`({ ${from} })`);
  const object = firstOf(asProperty, 'ObjectExpression');
  const properties = object?.['properties'];
  if (Array.isArray(properties) && properties.length === 1) return properties.filter(isNode);
  const body = firstOf(tryParse(`async () => { ${from} }`), 'BlockStatement')?.['body'];
  if (!Array.isArray(body)) throw new Error(`Neither statements, expression nor property: ${from}`);
  const statements = body.filter(isNode);
  const [only] = statements;
  if (statements.length === 1 && only?.type === 'ExpressionStatement' && !from.trimEnd().endsWith(';'))
    return [only['expression']].filter(isNode);
  return statements;
}

function tryParse(text: string): Node | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Where these nodes stand in a row, whole. */
function placesOf(root: Node, wanted: readonly Node[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  visit(root, (node) => {
    for (const value of Object.values(node)) {
      const row = Array.isArray(value) ? value : [value];
      for (let at = 0; at + wanted.length <= row.length; at += 1) {
        const part = row.slice(at, at + wanted.length);
        if (!part.every((item, index) => isSame(item, wanted[index]))) continue;
        const [first, last] = [part[0], part.at(-1)];
        if (isNode(first) && isNode(last)) found.push({ start: first.start, end: last.end });
      }
    }
  });
  return found;
}

function functionsNamed(program: Node, name: string): Node[] {
  const found: Node[] = [];
  visit(program, (node) => {
    const named = node['id'] ?? node['key'];
    if (isNode(named) && named['name'] === name && !node.type.startsWith('TS')) found.push(node);
  });
  return found;
}

function firstOf(root: Node | undefined, type: string): Node | undefined {
  let first: Node | undefined;
  if (root) visit(root, (node) => void (first ??= node.type === type ? node : undefined));
  return first;
}

/** Alike but for where they stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return one === other;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const where of ['start', 'end', 'raw', 'parenthesized']) {
    left.delete(where);
    right.delete(where);
  }
  return left.size === right.size && [...left].every(([field, value]) => isSame(value, right.get(field)));
}
