import type { FastifyInstance } from 'fastify';
import { registerOperation, type Simulator } from '#simulator/gateway/gateway.ts';
import type { TokenCategory } from '#simulator/state/tokens.ts';

const HOSTS: [host: string, category: TokenCategory | undefined][] = [
  ['content', 'content'],
  ['prices', 'prices'],
  ['calendar', 'prices'],
  ['marketplace', 'marketplace'],
  ['statistics', 'statistics'],
  ['analytics', 'analytics'],
  ['finance', 'finance'],
  ['common', undefined],
];

/** Who the seller is, and the ping of every host. */
export function registerCommonRoutes(app: FastifyInstance, simulator: Simulator): void {
  registerOperation(
    app,
    simulator,
    {
      name: 'common/seller-info',
      method: 'GET',
      path: '/common/api/v1/seller-info',
      category: undefined,
      group: 'seller-info',
      shape: 'problem',
      isWrite: false,
    },
    ({ seller }) => ({ name: seller.name, sid: seller.sid, tin: seller.tin, tradeMark: seller.tradeMark }),
  );

  for (const [host, category] of HOSTS) {
    registerOperation(
      app,
      simulator,
      {
        name: `${host}/ping`,
        method: 'GET',
        path: `/${host}/ping`,
        category,
        group: 'ping',
        shape: 'problem',
        isWrite: false,
      },
      ({ nowMs }) => ({ TS: new Date(nowMs).toISOString(), Status: 'OK' }),
    );
  }
}
