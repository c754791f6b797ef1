import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** What jsdom has less of than a browser and Node have. */
const WHOLE_IN_NODE = new Set(['crypto', 'performance']);

/**
 * A page in a context of its own: jsdom, with what a browser has and only Node provides (streams, compression…). As isolated as a process
 * for each file, of which starting took two thirds of the time of the page tests.
 */
export default {
  ...jsdom,
  name: 'page',
  async setupVM(options) {
    const page = await jsdom.setupVM?.(options);
    if (!page) throw new Error('jsdom makes no contexts');
    const window: object = page.getVmContext();
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (name in window && !WHOLE_IN_NODE.has(name)) continue;
      // Some are made when they are first asked for, by Node's own global object.
      const value: unknown = Reflect.get(globalThis, name);
      Object.defineProperty(window, name, { value, writable: true, configurable: true });
    }
    // A tab that is closed is heard no more: else the page of an earlier file would answer as another tab.
    const channels = new Set<BroadcastChannel>();
    const PageChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.add(this);
      }
    };
    Object.assign(window, { BroadcastChannel: PageChannel });
    return {
      ...page,
      teardown: () => {
        for (const channel of channels) channel.close();
        return page.teardown();
      },
    };
  },
} satisfies Environment;
