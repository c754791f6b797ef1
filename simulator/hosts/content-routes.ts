import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { contentResponse, contentError } from '#simulator/gateway/responses.ts';
import {
  characteristicsOf,
  findSubject,
  parentNameOf,
  PARENTS,
  SUBJECTS,
} from '#simulator/reference/directory.ts';
import { brandsOf, COLORS } from '#simulator/reference/brands-and-colors.ts';
import { tnvedCodesOf } from '#simulator/reference/tnved.ts';
import { COUNTRIES, KINDS, SEASONS, VAT_RATES } from '#simulator/reference/characteristic-values.ts';
import { registerOperation, type Call, type Operation, type Simulator } from '#simulator/gateway/gateway.ts';
import type { LimitGroup } from '#simulator/gateway/limits.ts';
import { wholeNumber } from '#simulator/gateway/query.ts';
import { allocateBarcode } from '#simulator/state/numbering.ts';
import { registerTagRoutes } from './tag-routes.ts';

const BARCODES_MAX = 5000;
const SUBJECTS_PER_PAGE = 30;
const SUBJECTS_PER_PAGE_MAX = 1000;

const BarcodeOrder = z.object({ count: z.int().check(z.minimum(1), z.maximum(BARCODES_MAX)) });

const DIRECTORIES: { path: string; group: LimitGroup; values: unknown }[] = [
  { path: 'colors', group: 'content-directories', values: COLORS },
  { path: 'kinds', group: 'content-directories', values: KINDS },
  { path: 'countries', group: 'content', values: COUNTRIES },
  { path: 'seasons', group: 'content-directories', values: SEASONS },
  { path: 'vat', group: 'content-directories', values: VAT_RATES },
];

/** The content host's directories and barcodes; its tags stand beside. */
export function registerContentRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: Pick<Operation, 'method' | 'path' | 'name'> & { group: LimitGroup; isWrite?: boolean },
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        isWrite: false,
        ...operation,
        path: `/content${operation.path}`,
        category: 'content',
        shape: 'content',
      },
      handle,
    );

  add(
    {
      method: 'GET',
      path: '/content/v2/object/parent/all',
      name: 'content/object/parent/all',
      group: 'content',
    },
    () => contentResponse(PARENTS, ''),
  );

  add(
    { method: 'GET', path: '/content/v2/object/all', name: 'content/object/all', group: 'content' },
    ({ query }) => {
      const name = typeof query['name'] === 'string' ? query['name'].toLowerCase() : '';
      const parentID = wholeNumber(query['parentID']);
      const limit = Math.min(wholeNumber(query['limit']) ?? SUBJECTS_PER_PAGE, SUBJECTS_PER_PAGE_MAX);
      const offset = wholeNumber(query['offset']) ?? 0;
      const found = SUBJECTS.filter(
        (subject) =>
          subject.subjectName.toLowerCase().includes(name) &&
          (parentID === undefined || subject.parentID === parentID),
      );
      return contentResponse(
        found.slice(offset, offset + limit).map(({ subjectID, parentID: parent, subjectName }) => ({
          subjectID,
          parentID: parent,
          subjectName,
          parentName: parentNameOf(subjectID),
        })),
      );
    },
  );

  add(
    {
      method: 'GET',
      path: '/content/v2/object/charcs/:subjectId',
      name: 'content/object/charcs',
      group: 'content',
    },
    ({ params, reply }) => {
      const subjectID = wholeNumber(params['subjectId']);
      const subject = subjectID === undefined ? undefined : findSubject(subjectID);
      if (!subject) return reply.code(400).send(contentError('Invalid subjectID'));
      return contentResponse(
        characteristicsOf(subject.subjectID).map((characteristic) => ({
          charcID: characteristic.id,
          subjectName: subject.subjectName,
          subjectID: subject.subjectID,
          name: characteristic.name,
          required: characteristic.isRequired,
          unitName: characteristic.unitName,
          maxCount: characteristic.maxCount,
          popular: characteristic.isRequired,
          charcType: characteristic.charcType,
          hasFilter: characteristic.isRequired,
          isVariable: characteristic.isVariable,
          existNamedField: characteristic.hasNamedField,
        })),
      );
    },
  );

  for (const { path, group, values } of DIRECTORIES) {
    add(
      { method: 'GET', path: `/content/v2/directory/${path}`, name: `content/directory/${path}`, group },
      () => contentResponse(values, ''),
    );
  }

  add(
    {
      method: 'GET',
      path: '/content/v2/directory/tnved',
      name: 'content/directory/tnved',
      group: 'content',
    },
    ({ query, reply }) => {
      const subjectID = wholeNumber(query['subjectID']);
      const search = query['search'] === undefined ? '' : String(wholeNumber(query['search']) ?? 'none');
      if (subjectID === undefined || !findSubject(subjectID) || search === 'none') {
        return reply.code(400).send(contentError('Invalid request'));
      }
      return contentResponse(tnvedCodesOf(subjectID).filter(({ tnved }) => tnved.includes(search)));
    },
  );

  add(
    { method: 'GET', path: '/api/content/v1/brands', name: 'content/brands', group: 'content-brands' },
    ({ query, reply }) => {
      const subjectID = wholeNumber(query['subjectId']);
      if (subjectID === undefined || !findSubject(subjectID)) {
        const isBad = subjectID === undefined;
        return reply
          .code(isBad ? 400 : 404)
          .header('content-type', 'application/problem+json')
          .send(
            JSON.stringify({
              title: isBad ? 'Bad Request' : 'Not Found',
              detail: isBad ? 'validation failed' : 'Brands not found',
              origin: 'brands-api',
              requestId: '0'.repeat(32),
            }),
          );
      }
      const brands = brandsOf(subjectID);
      return { brands, next: 0, total: brands.length };
    },
  );

  add(
    {
      method: 'POST',
      path: '/content/v2/barcodes',
      name: 'content/barcodes',
      group: 'content',
      isWrite: true,
    },
    ({ body, reply }) => {
      const order = BarcodeOrder.safeParse(body);
      if (!order.success) return reply.code(400).send(contentError('Invalid request format'));
      return contentResponse(
        Array.from({ length: order.data.count }, () => allocateBarcode(simulator.state)),
      );
    },
  );

  registerTagRoutes(add, simulator);
}
