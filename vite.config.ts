import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './chunk-groups.config.ts';
import { callsForBrowsers } from './contract-build.config.ts';
import { compactDocument } from './compact-document.config.ts';
import { firstStyles } from './first-styles.config.ts';
import { signalsWithoutPlace } from './react-build.config.ts';
import { routePreload } from './route-preload.config.ts';
import { routerForProduction } from './router-build.config.ts';
import { webManifest } from './web-manifest.config.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Where `npm run dev` finds the server: the same default as the server's own. */
const DEFAULT_SERVER = 'http://127.0.0.1:8080';

/** The pages that people begin with. */
const OPENINGS = {
  list: 'src/pages/cards/list/card-list-page.tsx',
  'sign-in': 'src/pages/auth/login-page.tsx',
};

/** What every start of a user asks for when its first screen stands. */
const LATER = {
  after: [
    'src/app/after-first-screen.ts',
    'src/app/ask-at-press.ts',
    'src/app/keep-last-list.ts',
    'src/app/install-offer.ts',
    'src/app/shell/live-menu.tsx',
    'src/offline/catalogue/start-catalogue.ts',
    'src/offline/live/start-live-updates.ts',
    'src/offline/release/follow-releases.ts',
    'src/pages/cards/list/filter-choices.tsx',
    'src/pages/cards/list/selection-bar.tsx',
  ],
  takings: ['src/offline/takings/start-takings.ts'],
};

const CHUNK_GROUPS = chunkGroups('src/main.tsx', OPENINGS, LATER);

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, process.cwd(), ['VITE_', 'SERVER_']);
  checkChatUrl(env['VITE_CHAT_URL']);
  const target = env['SERVER_URL'] || DEFAULT_SERVER;
  return {
    plugins: [
      react(),
      tailwindcss(),
      routerForProduction(),
      signalsWithoutPlace(),
      callsForBrowsers(),
      firstStyles([...Object.values(OPENINGS), 'src/app/shell/shell.tsx']),
      routePreload(
        {
          '/auth/login': 'src/pages/auth/login-page.tsx',
          '/home/cards': 'src/pages/cards/list/card-list-page.tsx',
          '/home/cards/edit': 'src/pages/cards/edit/card-edit-page.tsx',
          '/home/shipments': 'src/pages/shipments/shipments-page.tsx',
          '/home/promotions': 'src/pages/promotions/promotions-page.tsx',
          '/home/analytics': 'src/pages/analytics/profit-page.tsx',
        },
        ['onest-first'],
      ),
      compactDocument(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'sw.ts',
        registerType: 'prompt',
        // The page registers the worker itself, under a Trusted Types policy.
        injectRegister: false,
        injectManifest: {
          globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}'],
          // Most browsers read codes by themselves: the others keep it when they need it (`sw/late-parts.ts`).
          globIgnores: ['**/decode-worker-*.js'],
          buildPlugins: { vite: [oneFileWorker] },
        },
        manifest: webManifest,
      }),
    ],
    define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
    worker: { format: 'es' },
    build: {
      outDir: 'dist/web',
      emptyOutDir: true,
      sourcemap: 'hidden',
      // A browser that does not know the hint asks for a module when it is imported.
      modulePreload: {
        polyfill: false,
        // What a later page consists of, its worker has by then; the names of it all would weigh on the first.
        resolveDependencies: (url, chunks, { hostType }) =>
          hostType === 'html' || FIRST_PAGES.test(url) ? chunks : [],
      },
      // A font that few texts need is a file of its own, however small.
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
    },
    server: { proxy: { '/api': { target }, '/media': { target } } },
    preview: { proxy: { '/api': { target }, '/media': { target } } },
  };
});

/** Where a visit begins: their parts are asked for together. */
const FIRST_PAGES = /\/(?:card-list|login)-page-/;

/** The worker is one file. Its build asks for that by a name of the option which the bundler warns of. */
const oneFileWorker: Plugin = {
  name: 'prilavok:one-file-worker',
  config({ build }) {
    if (!build?.rolldownOptions && !build?.rollupOptions) return;
    const { output } = build.rolldownOptions ?? build.rollupOptions ?? {};
    if (!output || Array.isArray(output)) return;
    delete output.inlineDynamicImports;
    output.codeSplitting = false;
  },
};

/** The address ends up in a link, so `javascript:` and mistakes must not get into a build. */
function checkChatUrl(url: string | undefined): void {
  if (!url) return;
  const isWebAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWebAddress)
    throw new Error(`Неверное значение VITE_CHAT_URL: нужен адрес вида https://…, а не «${url}».`);
}
