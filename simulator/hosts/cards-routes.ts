import type { FastifyInstance } from 'fastify';
import { contentResponse } from '#simulator/gateway/responses.ts';
import { listCards, listErrors, listTrash } from './card-lists.ts';
import { moveCards } from './card-moves.ts';
import { joinCards, moveToTrash, updateCards, uploadCards } from './card-writes.ts';
import { registerOperation, type Call, type Simulator } from '#simulator/gateway/gateway.ts';
import type { LimitGroup } from '#simulator/gateway/limits.ts';

/** The life of cards: lists, creation, change, errors, trash. */
export function registerCardsRoutes(app: FastifyInstance, simulator: Simulator): void {
  const add = (
    operation: { method: 'GET' | 'POST'; path: string; group: LimitGroup; isWrite?: boolean },
    handle: (call: Call) => unknown,
  ) =>
    registerOperation(
      app,
      simulator,
      {
        ...operation,
        path: `/content/content/v2/${operation.path}`,
        name: `content/${operation.path}`,
        category: 'content',
        shape: 'content',
        isWrite: operation.isWrite ?? false,
      },
      handle,
    );

  add({ method: 'POST', path: 'get/cards/list', group: 'content-list' }, listCards);
  add({ method: 'POST', path: 'get/cards/trash', group: 'content' }, listTrash);
  add({ method: 'POST', path: 'cards/error/list', group: 'content-errors' }, listErrors);
  add({ method: 'GET', path: 'cards/limits', group: 'content-limits' }, ({ seller }) =>
    contentResponse({ freeLimits: seller.freeLimits, paidLimits: 0 }),
  );
  add({ method: 'POST', path: 'cards/upload', group: 'content-upload', isWrite: true }, (call) =>
    uploadCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/upload/add', group: 'content-upload-add', isWrite: true }, (call) =>
    joinCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/update', group: 'content-update', isWrite: true }, (call) =>
    updateCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/moveNm', group: 'content', isWrite: true }, (call) =>
    moveCards(simulator, call),
  );
  add({ method: 'POST', path: 'cards/delete/trash', group: 'content-trash', isWrite: true }, (call) =>
    moveToTrash(call, true),
  );
  add({ method: 'POST', path: 'cards/recover', group: 'content-recover', isWrite: true }, (call) =>
    moveToTrash(call, false),
  );
}
