import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#server/errors/start-error.ts';

const RESPONSE_TIMEOUT_MS = 1000;
const GUARD_STALE_MS = 3000;
const GUARD_POLL_MS = 30;
/** A unix socket's path must fit into sockaddr_un; macOS has the smallest. */
const MAX_SOCKET_PATH_BYTES = 100;

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Holds a folder for this process alone: the embedded database itself lets two processes write into one folder and
 * corrupts it. A listening socket is used because the system frees it however the process ends, unlike a file with a pid.
 * Throws {@link StartError} that names the owner's pid when another process holds the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = lockAddress(folder);
  const releaseGuard = process.platform === 'win32' ? () => undefined : await takeGuard(folder);
  try {
    const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      const owner = await askOwner(address);
      if (owner !== undefined) throw folderInUse(folder, owner);
      // The owner was killed: the socket's file is left, and nobody listens.
      unlinkSync(address);
      return listen(address);
    });
    server.unref();
    return {
      release: () => new Promise((resolve) => server.close(() => resolve())),
    };
  } finally {
    releaseGuard();
  }
}

function lockAddress(folder: string): string {
  const path = realpathSync(folder);
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\prilavok-${digest}`;
  const address = join(path, 'lock.sock');
  return Buffer.byteLength(address) <= MAX_SOCKET_PATH_BYTES
    ? address
    : join(tmpdir(), `prilavok-${digest}.sock`);
}

/** One starter at a time may look at the socket and replace it: two of them would remove each other's. */
async function takeGuard(folder: string): Promise<() => void> {
  const path = join(folder, 'lock.guard');
  for (;;) {
    try {
      closeSync(openSync(path, 'wx'));
      return () => unlinkSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    removeIfAbandoned(path);
    await sleep(GUARD_POLL_MS);
  }
}

function removeIfAbandoned(path: string): void {
  try {
    if (Date.now() - statSync(path).mtimeMs > GUARD_STALE_MS) unlinkSync(path);
  } catch {
    // The other starter removed it between our two looks.
  }
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(`${process.pid}\n`);
    });
    server.once('error', reject);
    server.listen(address, () => resolve(server));
  });
}

/** The pid of the living owner, `null` when it is too busy to answer, `undefined` when nobody listens. */
function askOwner(address: string): Promise<number | null | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let response = '';
    let connected = false;
    const finish = () => {
      socket.destroy();
      resolve(connected ? Number(response) || null : undefined);
    };
    socket.setTimeout(RESPONSE_TIMEOUT_MS, finish);
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk) => (response += chunk.toString()));
    socket.on('end', finish);
    socket.on('error', finish);
  });
}

function folderInUse(folder: string, pid: number | null): StartError {
  const owner = pid === null ? 'другим процессом' : `процессом ${pid}`;
  return new StartError(
    `Папка данных ${folder} занята ${owner}. Остановите его или задайте другую папку в DATA_DIR.`,
  );
}
