import { isNode, type Node } from '#tests/support/syntax-tree.ts';

/** The node with another text in the place of a part of it. */
export interface Change {
  start: number;
  end: number;
  to: string;
}

const COMPARISONS: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};
const ARITHMETIC: Record<string, string[]> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
};
const LOGICAL: Record<string, string[]> = { '&&': ['||'], '||': ['&&'], '??': ['&&'] };
const OTHER_METHOD: Record<string, string> = { some: 'every', every: 'some', min: 'max', max: 'min' };
/** Without the call its object is still of the same kind. */
const LEAVES_KIND = new Set(['filter', 'slice', 'sort', 'toSorted', 'trim']);
const REMOVABLE = new Set([
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
]);
/** What people read is looked at by people: no test is to repeat a sentence. */
const HAS_RUSSIAN = /[а-яё]/i;

/** What the operators make of one node; of what is inside it they are asked again. */
export function changesOf(node: Node, source: string): Change[] {
  const { type, start, end } = node;
  const whole = (to: string): Change => ({ start, end, to });
  if (type === 'BinaryExpression') return operatorChanges(node, { ...COMPARISONS, ...ARITHMETIC });
  if (type === 'LogicalExpression') return operatorChanges(node, LOGICAL);
  if (type === 'AssignmentExpression') return operatorChanges(node, ARITHMETIC);
  if (type === 'UnaryExpression' && (node['operator'] === '!' || node['operator'] === '-'))
    return [whole(source.slice(start + 1, end))];
  if (type === 'Literal') return literalChanges(node).map(whole);
  if (type === 'TemplateLiteral') return isEmptied(source.slice(start, end)) ? [whole("''")] : [];
  if (type === 'ArrayExpression') return hasItems(node['elements']) ? [whole('[]')] : [];
  if (type === 'CallExpression') return methodChanges(node, source);
  if (type === 'IfStatement' || type === 'ConditionalExpression') return always(node['test'], true, false);
  if (type === 'WhileStatement' || type === 'ForStatement') return always(node['test'], false);
  if (type === 'ArrowFunctionExpression' && isCondition(node['body']))
    return always(node['body'], true, false);
  if (type === 'ReturnStatement' && isCondition(node['argument']))
    return [...always(node['argument'], true, false), whole('{}')];
  if (REMOVABLE.has(type)) return [whole('{}')];
  if (node['optional'] === true) return [withoutOptional(node, source)].filter((one) => one !== undefined);
  return [];

  function operatorChanges({ left, right, operator }: Node, table: Record<string, string[]>): Change[] {
    if (!isNode(left) || !isNode(right)) return [];
    const [one, other] = [source.slice(start, left.end), source.slice(right.start, end)];
    const others = table[String(operator)] ?? [];
    return others.map((to) =>
      whole(type === 'AssignmentExpression' ? `${one} ${to} ${other}` : `(${one} ${to} ${other})`),
    );
  }
}

function literalChanges({ value, raw }: Node): string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value !== 'string') return [];
  if (value === '') return ["'mutant'"];
  return isEmptied(String(raw)) ? ["''"] : [];
}

function isEmptied(text: string): boolean {
  return !HAS_RUSSIAN.test(text) && text.length > 2;
}

function hasItems(elements: unknown): boolean {
  return Array.isArray(elements) && elements.length > 0;
}

function always(test: unknown, ...values: boolean[]): Change[] {
  if (!isNode(test) || test.type === 'Literal') return [];
  return values.map((value) => ({ start: test.start, end: test.end, to: String(value) }));
}

function isCondition(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type === 'BinaryExpression') return String(value['operator']) in COMPARISONS;
  if (value.type === 'UnaryExpression') return value['operator'] === '!';
  return value.type === 'LogicalExpression' && value['operator'] !== '??';
}

function methodChanges(node: Node, source: string): Change[] {
  const { callee, start, end } = node;
  const optional = node['optional'] === true ? withoutOptional(node, source) : undefined;
  const changes = optional ? [optional] : [];
  if (!isNode(callee) || callee.type !== 'MemberExpression') return changes;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property)) return changes;
  const name = String(property['name']);
  const other = OTHER_METHOD[name];
  if (other) {
    const to = source.slice(start, property.start) + other + source.slice(property.end, end);
    changes.push({ start, end, to });
  }
  if (LEAVES_KIND.has(name)) changes.push({ start, end, to: source.slice(object.start, object.end) });
  return changes;
}

/** `a?.b` as if `a` were always there: the compiler is told so, so that the mutant is not its to refuse. */
function withoutOptional(node: Node, source: string): Change | undefined {
  const { start, end } = node;
  const before = isNode(node['object']) ? node['object'] : node['callee'];
  if (!isNode(before)) return undefined;
  const after = source
    .slice(before.end, end)
    .replace(/^(\s*)\?\.(?=[[(])/, '$1!')
    .replace(/^(\s*)\?\./, '$1!.');
  return { start, end, to: source.slice(start, before.end) + after };
}
