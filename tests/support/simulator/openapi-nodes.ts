/** Test support: parts of an OpenAPI document, whose shape nobody promises. */
export type Node = Record<string, unknown>;

/** A value of the schema: its own example, or one made of its parts'. */
export function exampleOf(document: Node, value: unknown): unknown {
  const schema = resolve(document, value);
  if (schema['example'] !== undefined) return schema['example'];
  const [choice] = [...asList(schema['oneOf']), ...asList(schema['anyOf'])];
  if (choice !== undefined) return exampleOf(document, choice);
  const parts = asList(schema['allOf']).map((part) => asNode(exampleOf(document, part)));
  if (parts.length > 0) return Object.assign({}, ...parts) as Node;
  if (schema['properties'] !== undefined) {
    return Object.fromEntries(
      Object.entries(asNode(schema['properties'])).map(([name, part]) => [name, exampleOf(document, part)]),
    );
  }
  if (schema['type'] === 'array') return [exampleOf(document, schema['items'])];
  const [first] = asList(schema['enum']);
  if (first !== undefined) return first;
  const byType: Record<string, unknown> = { string: '', integer: 1, number: 1, boolean: false, object: {} };
  return byType[String(schema['type'])] ?? null;
}

/** The part itself, or the one that it refers to. */
export function resolve(document: Node, value: unknown): Node {
  let node = asNode(value);
  while (typeof node['$ref'] === 'string') {
    let target: unknown = document;
    for (const part of node['$ref'].slice(2).split('/')) {
      target = asNode(target)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    node = asNode(target);
  }
  return node;
}

export function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
