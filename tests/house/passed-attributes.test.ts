import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isNode, parseTypeScript, visit, type Node } from '#tests/support/syntax-tree.ts';
import { sourcesOf } from './import-graph.ts';

interface Pass {
  component: string;
  attribute: string;
}

/** Of an identifier, or of a literal in its place. */
function nameOf(value: unknown): string {
  const name = isNode(value) ? (value['name'] ?? value['value']) : undefined;
  return typeof name === 'string' ? name : '';
}

function nodesOf(value: unknown, type: string): Node[] {
  const found: Node[] = [];
  visit(value, (node) => {
    if (node.type === type) found.push(node);
  });
  return found;
}

/** `aria-…` and `data-…` given to components of ours: TypeScript lets any name with a hyphen through. */
function passesIn(program: unknown): Pass[] {
  return nodesOf(program, 'JSXOpeningElement').flatMap((element) => {
    const component = nameOf(element['name']);
    if (!/^[A-Z]/.test(component) || !Array.isArray(element['attributes'])) return [];
    return element['attributes']
      .map((attribute: unknown) => (isNode(attribute) ? nameOf(attribute['name']) : ''))
      .filter((name) => name.includes('-'))
      .map((attribute) => ({ component, attribute }));
  });
}

/** By component: the names of the props it takes apart; all where it hands on the rest. */
function propsIn(program: unknown): [string, ReadonlySet<string> | 'all'][] {
  return nodesOf(program, 'FunctionDeclaration').flatMap(
    (declared): [string, ReadonlySet<string> | 'all'][] => {
      const [props]: unknown[] = Array.isArray(declared['params']) ? declared['params'] : [];
      const name = nameOf(declared['id']);
      if (!/^[A-Z]/.test(name)) return [];
      if (!isNode(props)) return [[name, new Set()]];
      if (props.type !== 'ObjectPattern' || nodesOf(props['properties'], 'RestElement').length > 0) {
        return [[name, 'all']];
      }
      return [[name, new Set(nodesOf(props['properties'], 'Property').map(({ key }) => nameOf(key)))]];
    },
  );
}

function lostIn(programs: readonly unknown[]): Pass[] {
  const taken = new Map(programs.flatMap(propsIn));
  return programs.flatMap(passesIn).filter(({ component, attribute }) => {
    const props = taken.get(component);
    return props !== undefined && props !== 'all' && !props.has(attribute);
  });
}

it('no component is given an «aria-…» or «data-…» that it drops', () => {
  const files = sourcesOf('src').filter((file) => file.endsWith('.tsx'));
  expect(lostIn(files.map((file) => parseTypeScript(readFileSync(file, 'utf8'), file)))).toEqual([]);
});

it('what is dropped is found, and what is taken or handed on is not', () => {
  const source = `
    function Sheet({ title }) { return <section>{title}</section>; }
    function Named({ 'aria-label': label }) { return <section aria-label={label} />; }
    function Open({ title, ...rest }) { return <section {...rest}>{title}</section>; }
    const all = <><Sheet aria-label="а" title="б" /><Named aria-label="в" /><Open data-x="г" /></>;`;
  expect(lostIn([parseTypeScript(source, 'sheet.tsx')])).toEqual([
    { component: 'Sheet', attribute: 'aria-label' },
  ]);
});
