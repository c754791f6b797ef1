import { configureGlobal } from 'fast-check';
import { startTests } from 'vitest/internal/browser';
import {
  TestRunner,
  vi,
  type RunnerTask,
  type RunnerTestCase,
  type RunnerTestFile,
  type RunnerTestSuite,
} from 'vitest';
import { installSwitch, type Calls } from './active-mutant.ts';
import { readPlan, tell, tellAlive } from './progress.ts';

/** A figure that is measured twice is the same; and what fails once is not made smaller. */
configureGlobal({ seed: 1, endOnFailure: true });

const TIMES_USUAL_DURATION = 3;
const DURATION_BESIDE_USUAL_MS = 3_000;

/** No mutant has it: with it everything is run once more, and has to pass as before. */
const CONTROL_ID = -1;

const plan = readPlan();
const mutant = installSwitch();
/** Tests take some of the others' clocks away. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

interface SeenFile {
  file: RunnerTestFile;
  durationMs: number;
  /** By each test. */
  passed: ReadonlyMap<string, Calls>;
}

/**
 * Vitest's own runner. When the tests have run without mutants, as always, it runs them again in the same worker for each
 * mutant: only those that pass it, up to the first that fails.
 */
export default class MutantRunner extends TestRunner {
  readonly #seen: SeenFile[] = [];
  /** Concerns every test of every file: what one has loaded is not loaded again for the next. */
  readonly #whileLoaded = new Map<number, number>();
  #passed = new Map<string, Calls>();
  readonly #usualMs = new Map<string, number>();
  #trying: { id: number; usualCalls: ReadonlyMap<string, number> } | undefined;
  #isKilled = false;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.#isKilled) test.mode = 'skip';
    if (this.#trying) {
      tellAlive(plan);
      mutant.activate(this.#trying.id, this.#trying.usualCalls.get(test.id) ?? 0);
    } else {
      const passed = mutant.takePassed();
      if (this.#passed.size === 0) for (const [id, calls] of passed) this.#whileLoaded.set(id, calls);
    }
    await super.onBeforeRunTask(test);
  }

  /** With a mutant in it a test may wait for ever: it takes longer than usual, and has noticed. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const work = TestRunner.getTestFn(test)();
    if (!this.#trying) return work;
    const limitMs = TIMES_USUAL_DURATION * (this.#usualMs.get(test.id) ?? 0) + DURATION_BESIDE_USUAL_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLate = new Promise<void>((_, reject) => {
      timer = startTimer(() => reject(new Error('Takes too long')), limitMs);
    });
    try {
      await Promise.race([work, isLate]);
    } finally {
      stopTimer(timer);
    }
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    if (!this.#trying) {
      this.#passed.set(test.id, mutant.takePassed());
      this.#usualMs.set(test.id, test.result?.duration ?? 0);
    } else if (test.result?.state === 'fail') this.#isKilled = true;
    super.onAfterRunTask(test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (this.#trying || !('filepath' in suite)) return;
    this.#seen.push({
      // A suite with a path is a file.
      file: suite as RunnerTestFile,
      durationMs: suite.result?.duration ?? 0,
      passed: this.#passed,
    });
    this.#passed = new Map();
    if (this.#seen.length === plan.tests.length) await this.#tryAll();
  }

  async #tryAll(): Promise<void> {
    const failed = this.#seen.flatMap(({ file }) =>
      file.result?.state === 'fail' ? [file, ...file.tasks] : [],
    );
    if (failed.length > 0)
      return tell(plan, { event: 'tests failed', names: failed.filter(hasFailed).map(({ name }) => name) });
    this.#seen.sort((one, other) => one.durationMs - other.durationMs);
    this.#beSilent();
    this.#whileLoaded.set(CONTROL_ID, 0);
    if (await this.#kills(CONTROL_ID)) return tell(plan, { event: 'tests failed', names: ['a second time'] });
    tell(plan, { event: 'tests passed' });
    for (const id of plan.ids) {
      tell(plan, { event: 'begun', id });
      tell(plan, { event: 'ended', id, isKilled: await this.#kills(id) });
    }
  }

  async #kills(id: number): Promise<boolean> {
    this.#isKilled = false;
    for (const { file, passed } of this.#seen) {
      const concerned = [...passed].filter(([, calls]) => this.#whileLoaded.has(id) || calls.has(id));
      const testIds = concerned.map(([test]) => test);
      if (testIds.length === 0) continue;
      this.#trying = {
        id,
        usualCalls: new Map(concerned.map(([test, calls]) => [test, calls.get(id) ?? 0])),
      };
      mutant.activate(id, this.#whileLoaded.get(id) ?? 0);
      vi.resetModules();
      const [result] = await startTests([{ filepath: file.filepath, testIds }], this);
      vi.restoreAllMocks();
      if (this.#isKilled || result?.result?.state === 'fail') return true;
    }
    return false;
  }

  /** Nothing of what is tried from here on is told to the reporters. */
  #beSilent(): void {
    const onCollectStart = (file: RunnerTestFile) => super.onCollectStart(file);
    Object.assign(this, {
      onCollectStart,
      onCollected: () => undefined,
      onTaskUpdate: async () => undefined,
    });
  }
}

function hasFailed({ result }: RunnerTask): boolean {
  return result?.state === 'fail';
}
