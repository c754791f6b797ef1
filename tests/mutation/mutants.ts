import { isNode, parseTypeScript, type Node } from '#tests/support/syntax-tree.ts';
import { changesOf, type Change } from './operators.ts';

/** One small change of a module. */
export interface Mutant extends Change {
  /** Its place among the mutants of the module. */
  id: number;
  line: number;
  from: string;
}

/** Types, and the wrappers of expressions that carry them. */
const TYPED = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
]);

export function findMutants(source: string): Mutant[] {
  const changes = changesUnder(parseTypeScript(source), source);
  const distinct = new Map(changes.map((change) => [`${change.start} ${change.end} ${change.to}`, change]));
  return [...distinct.values()]
    .sort((one, other) => one.start - other.start || other.end - one.end)
    .map((change, id) => ({
      ...change,
      id,
      line: source.slice(0, change.start).split('\n').length,
      from: source.slice(change.start, change.end),
    }));
}

/** The source with this one change. */
export function mutated(source: string, { start, end, to }: Change): string {
  return source.slice(0, start) + to + source.slice(end);
}

function changesUnder(value: unknown, source: string): Change[] {
  if (Array.isArray(value)) return value.flatMap((item) => changesUnder(item, source));
  if (!isNode(value) || isOnlyForTypes(value)) return [];
  const children = Object.entries(value).filter(([field]) => !isName(value, field));
  const changes = [
    ...changesOf(value, source),
    ...children.flatMap(([, child]) => changesUnder(child, source)),
  ];
  return value.type === 'ChainExpression'
    ? changes.map((change) => asWholeChain(change, value, source))
    : changes;
}

function isOnlyForTypes({ type, ...node }: Node): boolean {
  if (type === 'ImportDeclaration' || typeof node['directive'] === 'string') return true;
  return type.startsWith('TS') && !TYPED.has(type);
}

function isName(node: Node, field: string): boolean {
  return field === 'key' && node['computed'] !== true;
}

/** A chain stops as a whole where something is missing: a part of it in brackets would go on. */
function asWholeChain(change: Change, chain: Node, source: string): Change {
  const isOnSpine = change.start === chain.start;
  if (!isOnSpine) return change;
  const { start, end } = chain;
  return { start, end, to: change.to + source.slice(change.end, end) };
}
