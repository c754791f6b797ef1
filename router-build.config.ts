import type { Plugin } from 'vite';

const ENTRIES = new Set(['react-router', 'react-router/dom']);

/**
 * The router's package offers bundlers its build for development alone. This takes the one for production, which it ships
 * beside that: the same code without checks and hints for developers. There components that nobody imports lose the names
 * that inspectors show: an assignment to a property keeps them and all that they use in a build.
 */
export function routerForProduction(): Plugin {
  return {
    name: 'prilavok:router-for-production',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!ENTRIES.has(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: productionFile(found.id) };
    },
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) => ({ code: withoutDisplayNames(code), map: null }),
    },
  };
}

/** Says so if the package has changed its layout: a build must not become heavier unseen. */
export function productionFile(id: string): string {
  const file = id.replace('/react-router/dist/development/', '/react-router/dist/production/');
  if (file === id) throw new Error(`${id} is not where react-router had its build for development`);
  return file;
}

/** What is made by a call is marked as made for its value alone; lines stay where they were, for the source maps. */
export function withoutDisplayNames(code: string): string {
  return code
    .replaceAll(/^\w+\.displayName = "[\w.]+";$/gm, '')
    .replaceAll(/^(var \w+ = )(React\d*\.(?:forwardRef|memo|createContext)\()/gm, '$1/* @__PURE__ */ $2');
}
