import { z } from 'zod/mini';
import { API_BASE, type EndpointDefinition } from '#contract/endpoint.ts';
import { errorBodySchema } from '#contract/errors.ts';
import { toSnakeKey } from '#contract/wire.ts';

type Json = Record<string, unknown>;
type Schema = NonNullable<EndpointDefinition['body']>;

export interface ApiParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
}

export interface ApiOperation {
  summary: string;
  tags: string[];
  security: Json[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Json };
  responses: Record<string, Json>;
}

export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, ApiOperation>>;
  components: Json;
}

const ERROR_REASONS: Readonly<Record<number, string>> = {
  400: 'Неверный запрос',
  401: 'Нет сеанса, или он закончился',
  404: 'Нет такого, или оно чужое',
  409: 'Состояние не позволяет, или такой запрос ещё выполняется',
  412: 'Данные уже изменил кто-то другой; в current — их нынешнее состояние',
  413: 'Слишком большой запрос',
  415: 'Тело запроса не в JSON',
  422: 'Idempotency-Key уже использован для другого запроса',
  428: 'Нет заголовка If-Match',
  429: 'Слишком много запросов; Retry-After говорит, когда повторить',
  500: 'Ошибка сервера',
  503: 'Сервис временно недоступен; Retry-After говорит, когда повторить',
};

/** OpenAPI 3.1 of the served endpoints, in the words of the wire. */
export function openApiOf(endpoints: readonly EndpointDefinition[], version: string): ApiDocument {
  const paths: ApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const path = API_BASE + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${toSnakeKey(name)}}`);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Прилавок',
      version,
      description: 'Кабинет продавца. Имена полей — snake_case, ошибки — {detail, code, errors?}.',
    },
    paths,
    components: {
      securitySchemes: { access: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBodySchema, 'output') },
    },
  };
}

function operationOf(endpoint: EndpointDefinition): ApiOperation {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: endpoint.access === 'user' ? [{ access: [] }] : [],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: jsonContent(jsonSchema(endpoint.body, 'input')),
          },
        }
      : {}),
    responses: { ...successOf(endpoint), ...errorsOf(endpoint) },
  };
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): ApiParameter[] {
  if (!schema) return [];
  const input = jsonSchema(schema, 'input');
  const output = jsonSchema(schema, 'output');
  const required = new Set(Array.isArray(input.required) ? (input.required as string[]) : []);
  const parsed = propertiesOf(output);
  return Object.entries(propertiesOf(input)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    // A repeated parameter is read by a function, which has no schema; what it becomes has one.
    schema: Object.keys(property).length > 0 ? property : (parsed[name] ?? {}),
  }));
}

function headersOf(endpoint: EndpointDefinition): ApiParameter[] {
  const headers: ApiParameter[] = [];
  const header = (name: string, required: boolean, example: string) =>
    headers.push({ name, in: 'header', required, schema: { type: 'string', examples: [example] } });
  if (endpoint.ifMatch) header('If-Match', endpoint.ifMatch === 'required', '"v17"');
  if (endpoint.idempotency) {
    header('Idempotency-Key', endpoint.idempotency === 'required', '5f0c9b6e-7d1a-4c1e-9b1f-0c2d3e4f5a6b');
  }
  return headers;
}

function successOf({ status = 200, response }: EndpointDefinition): Record<string, Json> {
  const description = status === 201 ? 'Создано' : 'Готово';
  return {
    [status]: response
      ? { description, content: jsonContent(jsonSchema(response, 'output')) }
      : { description },
  };
}

function errorsOf(endpoint: EndpointDefinition): Record<string, Json> {
  return Object.fromEntries(
    errorStatuses(endpoint).map((status) => [
      String(status),
      {
        description: ERROR_REASONS[status] ?? '',
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

/** The statuses an endpoint may answer besides success; a fuzz test holds the server to them. */
export function errorStatuses(endpoint: EndpointDefinition): number[] {
  if (endpoint.path === '/user/refresh/') return [401, 500, 503];
  const statuses = [400, 429, 500, 503];
  if (endpoint.access === 'user' || endpoint.path === '/user/auth/') statuses.push(401);
  if (endpoint.params) statuses.push(404);
  if (endpoint.method !== 'GET') statuses.push(404, 409, 413, 415);
  if (endpoint.ifMatch) statuses.push(412);
  if (endpoint.ifMatch === 'required') statuses.push(428);
  if (endpoint.idempotency) statuses.push(412, 422);
  return [...new Set(statuses)].toSorted((a, b) => a - b);
}

const jsonContent = (schema: Json) => ({ 'application/json': { schema } });

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  void $schema;
  return inWireNames(rest);
}

/** Names of properties only: everything else in a JSON schema is words of its own. */
function inWireNames(node: Json): Json {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, unknown] => {
      if (key === 'properties') return [key, renameProperties(value as Record<string, Json>)];
      if (key === 'required') return [key, (value as string[]).map(toSnakeKey)];
      if (Array.isArray(value))
        return [key, value.map((item) => (isRecord(item) ? inWireNames(item) : item))];
      return [key, isRecord(value) && key !== 'default' ? inWireNames(value) : value];
    }),
  );
}

function renameProperties(properties: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [toSnakeKey(name), inWireNames(schema)]),
  );
}

function propertiesOf(schema: Json): Record<string, Json> {
  return isRecord(schema.properties) ? (schema.properties as Record<string, Json>) : {};
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
