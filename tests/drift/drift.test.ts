import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createShopClient } from '#server/marketplace/shop-client.ts';
import type { OperationRequest } from '#server/marketplace/request.ts';
import { calls, requestOf } from '#tests/support/marketplace/client-calls.ts';
import { areDocumentsHere, DOCUMENTS_FOLDER } from '#tests/support/simulator/openapi-documents.ts';
import { asList, asNode, resolve, type Node } from '#tests/support/simulator/openapi-nodes.ts';
import { compareFacts } from './compare-facts.ts';
import { readKnownOperations } from './known-operations.ts';
import { operationFacts } from './operation-facts.ts';
import { documentedCall, readOperations } from './read-operations.ts';
import { isTouched } from './touched-by-client.ts';

/** In the manner of the marketplace's documents: references, a choice, a list of lists of fields, an error. */
const document = (): Node => ({
  paths: {
    '/api/v2/list/goods/filter': {
      get: {
        summary: 'Получить товары',
        description: 'Метод возвращает товары',
        parameters: [
          { $ref: '#/components/parameters/limit' },
          { in: 'query', name: 'offset', schema: { type: 'integer', minimum: 0 } },
        ],
        responses: {
          200: {
            description: 'Успешно',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
          },
          401: {
            description: 'Нет доступа',
            content: {
              'application/problem+json': {
                schema: { type: 'object', properties: { title: { type: 'string' } } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    parameters: {
      limit: { in: 'query', name: 'limit', required: true, schema: { type: 'integer', maximum: 1000 } },
    },
    schemas: {
      Answer: {
        type: 'object',
        required: ['data'],
        properties: {
          data: {
            type: 'object',
            properties: {
              listGoods: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['nmID'],
                  properties: {
                    nmID: { type: 'integer', description: 'Артикул WB', example: 5 },
                    vendorCode: { type: 'string', maxLength: 72, example: 'К-1' },
                    sizes: {
                      type: 'array',
                      items: { $ref: '#/components/schemas/Size' },
                    },
                    discount: { type: 'integer', description: 'Скидка, %', example: 10 },
                    clubDiscount: { type: 'integer', nullable: true, example: 0 },
                    editableSizePrice: { type: 'boolean', example: false },
                    kind: { type: 'string', enum: ['a', 'b'], example: 'a' },
                  },
                },
              },
            },
          },
        },
      },
      Size: {
        type: 'object',
        properties: {
          sizeID: { type: 'integer', example: 7 },
          price: { type: 'integer', example: 100 },
          techSizeName: { oneOf: [{ type: 'string' }, { type: 'integer' }], example: '42' },
        },
      },
    },
  },
});
const METHOD = 'GET';
const PATH = '/api/v2/list/goods/filter';
const factsOf = (of: Node) => operationFacts(of, METHOD, PATH);

type Change = (node: Node) => boolean;
const aField: Change = (node) => addTo(node, 'properties', { новое: { type: 'string' } });
const anEnum: Change = (node) => Array.isArray(node['enum']) && node['enum'].push('c') > 0;
const aType: Change = (node) => {
  if (typeof node['type'] !== 'string' || node['properties'] !== undefined) return false;
  node['type'] = node['type'] === 'string' ? 'integer' : 'string';
  return true;
};
const aStatus: Change = (node) => addTo(node, 'responses', { 418: { description: 'Чайник' } });
const aMeaning: Change = (node) => {
  if (typeof node['description'] !== 'string') return false;
  node['description'] += ' с 1 января';
  return true;
};
const aRemoval: Change = (node) => {
  const [name] = Object.keys(asNode(node['properties']));
  return name !== undefined && delete asNode(node['properties'])[name];
};
const aNeed: Change = (node) => {
  if (node['in'] !== 'query') return false;
  node['required'] = node['required'] !== true;
  return true;
};
const CHANGES = { aField, anEnum, aType, aStatus, aMeaning, aRemoval, aNeed };

function addTo(node: Node, key: string, added: Node): boolean {
  if (node[key] === undefined) return false;
  Object.assign(asNode(node[key]), added);
  return true;
}

/** Every object of the document, itself first. */
function partsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (typeof value !== 'object' || value === null) return [];
  return [asNode(value), ...Object.values(value).flatMap(partsOf)];
}

/** Where the change can be made at all. */
function placesFor(of: Node, change: Change): number[] {
  return partsOf(of).flatMap((_, place) => {
    const copy = structuredClone(of);
    const part = partsOf(copy)[place];
    return part && change(part) ? [place] : [];
  });
}

describe('an edition of a document', () => {
  it('that is the same, or tells things in another order and with other examples, has not changed', () => {
    const other = document();
    const schemas = asNode(asNode(other['components'])['schemas']);
    const size = asNode(schemas['Size']);
    size['properties'] = Object.fromEntries(Object.entries(asNode(size['properties'])).toReversed());
    for (const part of partsOf(other)) if (part['example'] === 7) part['example'] = 8;
    expect(compareFacts(factsOf(document()), factsOf(other))).toEqual([]);
  });

  it.each(Object.entries(CHANGES))('that differs in %s is told, wherever it is', (_name, change) => {
    const places = placesFor(document(), change);
    expect(places.length).toBeGreaterThan(0);
    for (const place of places) {
      const other = document();
      const part = partsOf(other)[place];
      if (part) change(part);
      expect(compareFacts(factsOf(document()), factsOf(other))).not.toEqual([]);
    }
  });

  it('without the operation is told as such', () => {
    expect(factsOf({})).toEqual({});
    const changes = compareFacts(factsOf(document()), {});
    expect(changes).toContainEqual(expect.objectContaining({ place: 'операция', now: null }));
  });

  it('whose text alone is otherwise is told as that', () => {
    const other = document();
    asNode(asNode(asNode(other['paths'])[PATH])['get'])['description'] = 'Метод возвращает все товары';
    expect(compareFacts(factsOf(document()), factsOf(other))).toMatchObject([
      { place: 'операция', isOfMeaning: true },
    ]);
  });
});

describe('the client', () => {
  const clientRequest = (): Promise<OperationRequest<unknown>> => requestOf('listAllPrices');

  it('has to do with what it sends and reads, and with nothing else', async () => {
    const request = await clientRequest();
    const { example } = documentedCall(document(), 'listAllPrices', request);
    const touched = (place: string) => isTouched(request, place, example);
    for (const place of [
      'операция',
      'ответ 200',
      'query limit',
      '200',
      '200.data',
      '200.data.listGoods[].nmID',
    ]) {
      expect([place, touched(place)]).toEqual([place, true]);
    }
    expect(touched('200.data.listGoods[].discount')).toBe(true);
    expect(touched('200.data.listGoods[].kind')).toBe(false);
    expect(touched('query filterNmID')).toBe(false);
    expect(touched('401 (application/problem+json)')).toBe(false);
  });

  it('has to do with the fields of its body', async () => {
    const request = await requestOf('putStocks');
    expect(isTouched(request, 'запрос application/json.stocks[].chrtId', undefined)).toBe(true);
    expect(isTouched(request, 'запрос application/json.stocks[].sku', undefined)).toBe(false);
  });
});

it('what is known has each operation of the client', () => {
  const { theirTime: _theirTime, ...operations } = createShopClient(
    () => Promise.reject(new Error('not sent')),
    (ourMs) => ourMs,
  );
  expect(Object.keys(readKnownOperations()).toSorted()).toEqual(Object.keys(operations).toSorted());
  expect(Object.keys(calls).toSorted()).toEqual(Object.keys(operations).toSorted());
});

describe.runIf(areDocumentsHere)('against the official documents', () => {
  it('nothing has changed since somebody looked', async () => {
    const known = readKnownOperations();
    for (const { name, facts } of await readOperations(DOCUMENTS_FOLDER)) {
      expect([name, compareFacts(known[name] ?? {}, facts)]).toEqual([name, []]);
    }
  });

  it('any of five hundred changes in what they say of our operations is told', async () => {
    const operations = await readOperations(DOCUMENTS_FOLDER);
    const change = fc.constantFrom(...Object.values(CHANGES));
    let made = 0;
    fc.assert(
      fc.property(fc.constantFrom(...operations), fc.nat(), change, (operation, at, make) => {
        const { document: whole, request, path, facts } = operation;
        const parts = describedParts(
          whole,
          asNode(asNode(asNode(whole['paths'])[path])[request.method.toLowerCase()]),
        );
        const part = parts[at % parts.length] ?? {};
        const before = structuredClone(part);
        const isMade = make(part);
        const now = operationFacts(whole, request.method, path);
        for (const key of Object.keys(part)) delete part[key];
        Object.assign(part, before);
        if (isMade) made += 1;
        expect(compareFacts(facts, now).length > 0).toBe(isMade);
      }),
      { numRuns: 2_500 },
    );
    expect(made).toBeGreaterThan(500);
  });
});

/** What describes an operation: itself, its parameters, answers and fields, references followed. */
function describedParts(whole: Node, operation: Node): Node[] {
  const bodies = (one: unknown) =>
    Object.values(asNode(resolve(whole, one)['content'])).map((media) => asNode(media)['schema']);
  const schemas = [
    ...bodies(operation['requestBody']),
    ...Object.entries(asNode(operation['responses'])).flatMap(([status, one]) =>
      status.startsWith('2') ? bodies(one) : [],
    ),
  ];
  const parameters = asList(operation['parameters']).map((one) => resolve(whole, one));
  return [operation, ...parameters, ...schemas.flatMap((schema) => fieldsOf(whole, schema))];
}

function fieldsOf(whole: Node, schema: unknown, depth = 0): Node[] {
  const node = resolve(whole, schema);
  if (Object.keys(node).length === 0 || depth > 8) return [];
  const inner = [
    ...Object.values(asNode(node['properties'])),
    ...asList(node['allOf']),
    ...asList(node['oneOf']),
    ...asList(node['anyOf']),
    ...(node['items'] === undefined ? [] : [node['items']]),
  ];
  return [node, ...inner.flatMap((part) => fieldsOf(whole, part, depth + 1))];
}
