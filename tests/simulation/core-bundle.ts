import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build, type Plugin } from 'esbuild';
import * as react from 'react';
import * as zodMini from 'zod/mini';
import * as contractAuth from '#contract/auth.ts';
import * as contractCardCreation from '#contract/card-creation.ts';
import * as contractCardGroups from '#contract/card-groups.ts';
import * as contractCardHistory from '#contract/card-history.ts';
import * as contractCardList from '#contract/card-list.ts';
import * as contractCardOperations from '#contract/card-operations.ts';
import * as contractCardRules from '#contract/card-rules.ts';
import * as contractCards from '#contract/cards.ts';
import * as contractCatalogue from '#contract/catalogue/catalogue.ts';
import * as contractSearchWords from '#contract/catalogue/search-words.ts';
import * as contractCatalogueChecksum from '#contract/catalogue-checksum.ts';
import * as contractCatalogueFeed from '#contract/catalogue-feed.ts';
import * as contractEndpoint from '#contract/endpoint.ts';
import * as contractMedia from '#contract/media.ts';
import * as contractServiceWorker from '#contract/service-worker.ts';
import * as contractShipments from '#contract/shipments.ts';
import * as contractShopCards from '#contract/shop-cards.ts';
import * as contractSubjects from '#contract/subjects.ts';
import * as contractSystem from '#contract/system.ts';
import * as contractTakingLimits from '#contract/taking-limits.ts';
import * as contractTakings from '#contract/takings.ts';
import * as contractTaxpayers from '#contract/taxpayers.ts';
import * as contractUsers from '#contract/users.ts';
import * as contractWarehouses from '#contract/warehouses.ts';
import * as contractWire from '#contract/wire.ts';
import type * as core from './core-entry.ts';
import { takeOut, type Mutation } from './take-out.ts';

export type Core = typeof core;

/** Starts a fresh copy of the app's core with these globals instead of the browser's. */
export type StartCore = (globals: Record<string, unknown>) => Core;

/** Without state of their own, so that every tab may have the same. */
const SHARED: Record<string, unknown> = {
  react,
  'zod/mini': zodMini,
  '#contract/auth.ts': contractAuth,
  '#contract/card-creation.ts': contractCardCreation,
  '#contract/card-groups.ts': contractCardGroups,
  '#contract/card-history.ts': contractCardHistory,
  '#contract/card-list.ts': contractCardList,
  '#contract/card-operations.ts': contractCardOperations,
  '#contract/card-rules.ts': contractCardRules,
  '#contract/cards.ts': contractCards,
  '#contract/catalogue/catalogue.ts': contractCatalogue,
  '#contract/catalogue/search-words.ts': contractSearchWords,
  '#contract/catalogue-checksum.ts': contractCatalogueChecksum,
  '#contract/catalogue-feed.ts': contractCatalogueFeed,
  '#contract/endpoint.ts': contractEndpoint,
  '#contract/media.ts': contractMedia,
  '#contract/service-worker.ts': contractServiceWorker,
  '#contract/shipments.ts': contractShipments,
  '#contract/shop-cards.ts': contractShopCards,
  '#contract/subjects.ts': contractSubjects,
  '#contract/system.ts': contractSystem,
  '#contract/taking-limits.ts': contractTakingLimits,
  '#contract/takings.ts': contractTakings,
  '#contract/taxpayers.ts': contractTaxpayers,
  '#contract/users.ts': contractUsers,
  '#contract/warehouses.ts': contractWarehouses,
  '#contract/wire.ts': contractWire,
};

/** Every name by which the core reaches the world outside; a tab gets its own of each. */
export const globalNames = [
  'globalThis',
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'IDBKeyRange',
  'caches',
  'fetch',
  'Response',
  'BroadcastChannel',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'Math',
  'crypto',
] as const;

/**
 * The core's modules hold one session, one outbox, one query client: a tab. So that several tabs can live in one
 * process, the modules are bundled once, unchanged, and evaluated anew for each tab with globals of its own.
 */
export async function bundleCore(mutations: readonly Mutation[] = []): Promise<StartCore> {
  const root = `${join(dirname(fileURLToPath(import.meta.url)), '..', '..')}/`;
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['tests/simulation/core-entry.ts'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: Object.keys(SHARED),
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false' },
    plugins: [withMutations(root, mutations), workerAddresses],
    logLevel: 'silent',
  });
  const code = result.outputFiles[0]?.text ?? '';
  const run = vm.compileFunction(code, ['require', 'module', 'exports', ...globalNames], {
    filename: 'core.js',
  });
  return (globals) => {
    const module: { exports: unknown } = { exports: {} };
    const require = (name: string) => SHARED[name];
    run(require, module, module.exports, ...globalNames.map((name) => globals[name]));
    return module.exports as Core; // what the entry exports
  };
}

/** Every tab is given its worker: its address is asked for, and never loaded. */
const workerAddresses: Plugin = {
  name: 'worker-addresses',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: 'worker' }));
    onLoad({ filter: /.*/, namespace: 'worker' }, () => ({ contents: 'export default "";' }));
  },
};

function withMutations(root: string, mutations: readonly Mutation[]): Plugin {
  return {
    name: 'mutations',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/.*\.tsx?$/ }, ({ path }) => {
        const here = mutations.filter(({ file }) => path === root + file);
        if (here.length === 0) return undefined;
        const source = readFileSync(path, 'utf8');
        return { contents: here.reduce(takeOut, source), loader: 'ts' };
      });
    },
  };
}
