import { marketplaceHosts } from '#server/marketplace/request.ts';
import { startSimulator } from '#simulator/start-simulator.ts';
import type { DatabaseTemplate } from './database-template.ts';
import { startKillProxy, type KillProxy } from './kill-proxy.ts';
import { introduceSellers, SECRET_KEY, SIGNING_KEY } from './seller.ts';
import { startServerProcess, type ServerProcess, type ServerProgram } from './server-process.ts';

/** One life: a marketplace, a database and as many server processes as it takes. */
export interface MarketplaceWorld {
  /** Of the stand-in itself, past the proxy. */
  marketplaceUrl: string;
  proxy: KillProxy;
  /** PostgreSQL only: where the world's database is. */
  databaseUrl: string | undefined;
  /** Another process; `variables` come on top of the world's own. */
  start(variables?: Record<string, string>): ServerProcess;
  close(): Promise<void>;
}

export async function openMarketplaceWorld({
  program,
  template,
  speed,
  variables: ofWorld = {},
}: {
  program: ServerProgram;
  template: DatabaseTemplate;
  speed: number;
  variables?: Record<string, string>;
}): Promise<MarketplaceWorld> {
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    limits: 'off',
    speed,
    signingKey: SIGNING_KEY,
  });
  await introduceSellers(simulator.url);
  const proxy = await startKillProxy(simulator.url);
  const copy = await template.copy();
  const servers: ServerProcess[] = [];
  return {
    marketplaceUrl: simulator.url,
    proxy,
    databaseUrl: copy.databaseUrl,
    start(variables = {}) {
      const server = startServerProcess(program, {
        ...copy.variables,
        ...environmentOf(proxy),
        ...ofWorld,
        ...variables,
      });
      servers.push(server);
      return server;
    },
    async close() {
      for (const server of servers) {
        server.kill();
        await server.ended;
      }
      await proxy.close();
      await simulator.close();
      await copy.remove();
    },
  };
}

function environmentOf(proxy: KillProxy): Record<string, string> {
  const hosts = marketplaceHosts.map((host) => [`WB_BASE_URL_${host.toUpperCase()}`, `${proxy.url}/${host}`]);
  return {
    SECRET_KEY: SECRET_KEY.toString('hex'),
    ...(Object.fromEntries(hosts) as Record<string, string>),
  };
}
