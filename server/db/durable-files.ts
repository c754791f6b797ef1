import { NodeFS } from '@electric-sql/pglite/nodefs';
import { fdatasyncSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** What is used of the package's Emscripten internals, which it does not type; tests notice a renamed one. */
interface NodeFiles {
  stream_ops: {
    fsync: (stream: { nfd: number }) => number;
    write: (stream: { node: object }, ...rest: unknown[]) => number;
  };
  realPath: (node: object) => string;
}

/** Flushed by each commit already. */
const LOG_FOLDER = /[\\/]pg_wal[\\/]/;

/** The package's file system, with the flush that it leaves out: without it a power cut loses acknowledged writes. */
export class DurableFiles extends NodeFS {
  flushCount = 0;
  #written = new Set<object>();
  #pathOf: NodeFiles['realPath'] | undefined;

  override async init(...[engine, options]: Parameters<NodeFS['init']>) {
    const result = await super.init(engine, options);
    result.emscriptenOpts.preRun ??= [];
    result.emscriptenOpts.preRun.push((module: unknown) => {
      const { NODEFS } = module as { NODEFS: NodeFiles };
      NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd);
        this.flushCount += 1;
        return 0;
      };
      const { write } = NODEFS.stream_ops;
      NODEFS.stream_ops.write = (stream, ...rest) => {
        this.#written.add(stream.node);
        return write(stream, ...rest);
      };
      this.#pathOf = (node) => NODEFS.realPath(node);
    });
    return result;
  }

  /**
   * Brings what the tables' files were written to the disk, beside the engine: a checkpoint flushes them one by one while everybody waits, and
   * finds little left to do then. Resolves with how many there were.
   */
  async flushAhead(): Promise<number> {
    const paths = [...this.#written]
      .map((node) => this.#pathOf?.(node) ?? '')
      .filter((path) => !LOG_FOLDER.test(path));
    this.#written.clear();
    for (const path of paths) await flushFile(path);
    return paths.length;
  }
}

/** A file that cannot be flushed, or is gone, is left to the engine: it flushes each itself, and stops at one that it cannot. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => undefined);
  if (!file) return;
  try {
    await file.datasync();
  } catch {
    // See above.
  } finally {
    await file.close();
  }
}
