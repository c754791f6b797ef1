import { createHash } from 'node:crypto';
import { asList, asNode, resolve, type Node } from '#tests/support/simulator/openapi-nodes.ts';

/**
 * What a document says of an operation, flat: «200 data[].nmID» → «integer · означает 3f2a9c». Two editions of a document that differ in
 * any of it differ here too; what a text means is told by its print alone, which says that it was changed.
 */
export type OperationFacts = Readonly<Record<string, string>>;

/** What is said of one thing by the document in a fixed order; examples and the order of fields say nothing. */
const SAID_OF_A_FIELD = [
  'type',
  'format',
  'nullable',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'additionalProperties',
  'deprecated',
] as const;
/** A schema may hold itself. */
const MAX_DEPTH = 12;

/** Of nothing, when the document does not have the operation. */
export function operationFacts(document: Node, method: string, path: string): OperationFacts {
  const item = asNode(asNode(document['paths'])[path]);
  const operation = asNode(item[method.toLowerCase()]);
  if (Object.keys(operation).length === 0) return {};
  const facts: Record<string, string> = { операция: saidOf({ ...operation, type: undefined }) };
  for (const one of [...asList(item['parameters']), ...asList(operation['parameters'])]) {
    const parameter = resolve(document, one);
    const schema = asNode(resolve(document, parameter['schema']));
    const place = `${String(parameter['in'])} ${String(parameter['name'])}`;
    const means = { description: parameter['description'], ...schema };
    facts[place] = saidOf(means, parameter['required'] === true);
  }
  const request = resolve(document, operation['requestBody']);
  for (const [type, media] of Object.entries(asNode(request['content']))) {
    addFacts(facts, document, { place: `запрос ${type}`, schema: asNode(media)['schema'] });
  }
  for (const [status, one] of Object.entries(asNode(operation['responses']))) {
    const response = resolve(document, one);
    facts[`ответ ${status}`] = saidOf({ description: response['description'] });
    for (const [type, media] of Object.entries(asNode(response['content']))) {
      const place = type === 'application/json' ? status : `${status} (${type})`;
      const own: Record<string, string> = {};
      addFacts(own, document, { place, schema: asNode(media)['schema'] });
      // Errors are alike and many: that one of their fields has changed is enough.
      if (status.startsWith('2')) Object.assign(facts, own);
      else facts[place] = `поля ${printOf(Object.entries(own).flat())}`;
    }
  }
  return facts;
}

interface Place {
  place: string;
  schema: unknown;
  isRequired?: boolean;
  depth?: number;
}

function addFacts(
  facts: Record<string, string>,
  document: Node,
  { place, schema, isRequired = false, depth = 0 }: Place,
): void {
  const node = resolve(document, schema);
  if (Object.keys(node).length === 0 || depth > MAX_DEPTH) return;
  facts[place] = saidOf(node, isRequired);
  const required = asList(node['required']);
  for (const [name, property] of Object.entries(asNode(node['properties']))) {
    const isOwnRequired = required.includes(name);
    addFacts(facts, document, {
      place: `${place}.${name}`,
      schema: property,
      isRequired: isOwnRequired,
      depth: depth + 1,
    });
  }
  if (node['items'] !== undefined) {
    addFacts(facts, document, { place: `${place}[]`, schema: node['items'], depth: depth + 1 });
  }
  for (const kind of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, part] of asList(node[kind]).entries()) {
      addFacts(facts, document, { place: `${place} ${kind} ${index}`, schema: part, depth: depth + 1 });
    }
  }
}

function saidOf(node: Node, isRequired = false): string {
  const plain = SAID_OF_A_FIELD.flatMap((name) =>
    node[name] === undefined ? [] : [`${name} ${JSON.stringify(node[name])}`],
  );
  const values = asList(node['enum']).map((value) => JSON.stringify(value));
  const means = [node['summary'], node['title'], node['description']].filter((text) => text !== undefined);
  return [
    ...plain,
    ...(values.length > 0 ? [`enum ${values.toSorted().join(' ')}`] : []),
    ...(isRequired ? ['required'] : []),
    ...(means.length > 0 ? [`означает ${printOf(means)}`] : []),
  ].join(' · ');
}

/** Short, because it is compared with one other alone. Spaces say nothing. */
function printOf(texts: readonly unknown[]): string {
  const text = texts.map(String).join('\n').replaceAll(/\s+/g, ' ').trim();
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
