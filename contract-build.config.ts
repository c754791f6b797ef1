import { parseSync, Visitor, type ObjectExpression } from 'oxc-parser';
import type { Plugin } from 'vite';

/** What the definition of a call tells the server alone: what it takes, and what the page of all calls says of it. */
export const OF_SERVER: ReadonlySet<string> = new Set(['summary', 'params', 'query', 'body']);

/** Of these a browser reads it all the same: what waits in the outbox is read by the body that it will be. */
export const READ_BY_BROWSERS: ReadonlySet<string> = new Set([
  'changeSettingsEndpoint.body',
  'createCardEndpoint.body',
  'createWarehouseGroupEndpoint.body',
  'listCardsEndpoint.query',
  'updateCardEndpoint.body',
  'updateTaxpayerEndpoint.body',
  'updateWarehouseGroupEndpoint.body',
]);

/**
 * A call is defined once for both ends. Of the definition a browser gets its own: how to ask, and the schema of the answer. The rest, and
 * the schemas that nothing else needs, would be on every device and made at every start.
 */
export function callsForBrowsers(): Plugin {
  return {
    name: 'prilavok:calls-for-browsers',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code, id) => ({ code: withoutServerParts(id, code), map: null }),
    },
  };
}

interface Change {
  start: number;
  end: number;
  text: string;
}

/** Lines stay where they were, for the source maps. */
export function withoutServerParts(file: string, code: string): string {
  const { program } = parseSync(file, code);
  const left: Change[] = [];
  const pure: Change[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return;
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return;
      const [definition] = init.arguments;
      if (definition?.type !== 'ObjectExpression')
        throw new Error(`${id.name} is not written out in ${file}`);
      left.push(...serverPartsOf(id.name, definition, code));
    },
    CallExpression({ callee, start }) {
      // A schema with a condition is made by a call of a method, which a bundler cannot know to have no other effect.
      if (callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'check')
        pure.push({ start, end: start, text: '/* @__PURE__ */ ' });
    },
  }).visit(program);
  const isLeft = ({ start }: Change) => left.some((part) => start >= part.start && start < part.end);
  const byStart = new Map(
    [...pure.filter((change) => !isLeft(change)), ...left].map((one) => [one.start, one]),
  );
  return [...byStart.values()]
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code);
}

function serverPartsOf(endpoint: string, { properties }: ObjectExpression, code: string): Change[] {
  return properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { name } = property.key;
    if (!OF_SERVER.has(name) || READ_BY_BROWSERS.has(`${endpoint}.${name}`)) return [];
    const { start } = property;
    const end = property.end + (/^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0);
    return [{ start, end, text: code.slice(start, end).replaceAll(/[^\n]/g, '') }];
  });
}
