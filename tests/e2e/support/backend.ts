import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SERVER_ENTRY = resolve('dist/server/main.js');
/** Only ends what hangs: a first start on a busy machine takes minutes. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 15_000;

export interface BackendOptions {
  /** The folder of a server that was filled once: copying it is faster than filling anew. */
  template?: string;
  env?: Record<string, string>;
  /** Another build's `main.js`. */
  entry?: string;
  /** Of Node. */
  flags?: readonly string[];
}

/** A real production server with its own data folder, that a test may stop, kill and start again on the same port. */
export class Backend {
  readonly url: string;
  /** The demo's marketplace: what others do there, a test does here. */
  readonly simulatorUrl: string;
  readonly #port: number;
  readonly #simulatorPort: number;
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  readonly #entry: string;
  readonly #flags: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(
    { port, simulatorPort }: { port: number; simulatorPort: number },
    dataDir: string,
    { env = {}, entry = SERVER_ENTRY, flags = [] }: BackendOptions,
  ) {
    this.#port = port;
    this.#simulatorPort = simulatorPort;
    this.#dataDir = dataDir;
    this.#env = env;
    this.#entry = entry;
    this.#flags = flags;
    this.url = `http://127.0.0.1:${port}`;
    this.simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  }

  static async create(options: BackendOptions = {}): Promise<Backend> {
    const dataDir = mkdtempSync(join(tmpdir(), 'prilavok-e2e-'));
    if (options.template) cpSync(options.template, dataDir, { recursive: true });
    const backend = new Backend(await freePorts(), dataDir, options);
    await backend.start();
    return backend;
  }

  get dataDir(): string {
    return this.#dataDir;
  }

  /** Of the running server. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The server is not running');
    return this.#process.pid;
  }

  /** Whoever cleans up need not know whether it runs already. */
  async start(): Promise<void> {
    if (this.#isRunning()) return;
    if (await this.#isReady()) throw new Error(`Another server answers on port ${this.#port}`);
    const child = spawn(process.execPath, [...this.#flags, this.#entry], {
      env: {
        ...process.env,
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        DATA_DIR: this.#dataDir,
        LOG_LEVEL: 'warn',
        SIMULATOR_SPEED: '10',
        SIMULATOR_PORT: String(this.#simulatorPort),
        SHIPMENT_POLL_BASE_MS: '200',
        // Tests of several files follow each other on one server, all of one seller: nobody is as quick.
        RATE_LIMIT_SCALE: '10',
        ...this.#env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    let complaint = '';
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${complaint}`);
      if (Date.now() > deadline) {
        await this.kill();
        throw new Error(`The server did not answer in time: ${complaint}`);
      }
      await pause(100);
    }
  }

  /** Clean stop, as by Ctrl-C. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** The machine is gone: no goodbye to anybody. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || !this.#isRunning()) return;
    this.#process = undefined;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(late);
    // Else a test would try what is done «offline» with a server at hand.
    if (await this.#isReady()) throw new Error(`A server still answers on port ${this.#port}`);
  }

  #isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/v1/health/ready/`)).ok;
    } catch {
      return false;
    }
  }
}

/** Both are held until both are known: else they might be one. */
async function freePorts(): Promise<{ port: number; simulatorPort: number }> {
  const [first, second] = [createServer(), createServer()];
  const [port, simulatorPort] = [await listen(first), await listen(second)];
  for (const server of [first, second]) await new Promise((done) => server.close(done));
  return { port, simulatorPort };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
