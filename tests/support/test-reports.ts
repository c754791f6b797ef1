/** How many tests of a runner passed, and what is said of each that did not. */
export interface Tally {
  passed: number;
  failed: string[];
}

const MESSAGE_LINES = 12;

// The shapes are the runners' own documented JSON reports; nobody else writes these files.
interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
}

interface PlaywrightReport {
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number };
}

/** Vitest's: a file that could not be run at all is one failure of its own. */
export function readVitest(report: unknown): Tally {
  const { numPassedTests, testResults } = report as VitestReport;
  const failed = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => describeFailure(`${name} › ${test.fullName}`, test.failureMessages?.join('\n')));
    return tests.length === 0 && status === 'failed' ? [describeFailure(name, message)] : tests;
  });
  return { passed: numPassedTests, failed };
}

/** Playwright's: a test that passed when it was tried again has passed. */
export function readPlaywright(report: unknown): Tally {
  const { suites, errors, stats } = report as PlaywrightReport;
  const failed = suites
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .map((spec) =>
      describeFailure(
        `${spec.file}:${spec.line} › ${spec.title}`,
        spec.tests
          .flatMap((test) => test.results)
          .map((result) => result.error?.message)
          .find(Boolean),
      ),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: [...failed, ...errors.map((error) => describeFailure('Playwright', error.message))],
  };
}

function specsOf({ suites = [], specs = [] }: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}

function describeFailure(name: string, message = ''): string {
  const lines = message.split('\n').slice(0, MESSAGE_LINES);
  return [name, ...lines.filter((line) => line.trim() !== '').map((line) => `    ${line}`)].join('\n');
}
