import { appendFileSync, readFileSync, utimesSync } from 'node:fs';
import { z } from 'zod/mini';

/** How the process that tries mutants tells the one that watches it: a line each, for it may hang at any of them. */
const lineSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('tests failed'), names: z.array(z.string()) }),
  z.object({ event: z.literal('tests passed') }),
  z.object({ event: z.literal('begun'), id: z.int() }),
  z.object({ event: z.literal('ended'), id: z.int(), isKilled: z.boolean() }),
]);
export type ProgressLine = z.infer<typeof lineSchema>;

/** What is to be tried, handed over in the environment. */
const planSchema = z.object({
  file: z.string(),
  environment: z.enum(['node', 'jsdom']),
  tests: z.array(z.string()),
  source: z.string(),
  ids: z.array(z.int()),
  progressFile: z.string(),
});
export type Plan = z.infer<typeof planSchema>;
export const PLAN_VARIABLE = 'MUTATION_PLAN';

export function readPlan(): Plan {
  return planSchema.parse(JSON.parse(readFileSync(process.env[PLAN_VARIABLE] ?? '', 'utf8')));
}

export function tell(plan: Pick<Plan, 'progressFile'>, line: ProgressLine): void {
  appendFileSync(plan.progressFile, `${JSON.stringify(line)}\n`);
}

/** Nothing to tell, but the next test has begun. */
export function tellAlive({ progressFile }: Pick<Plan, 'progressFile'>): void {
  utimesSync(progressFile, new Date(), new Date());
}

/** Whole lines only: the last one may be on its way. */
export function readProgress(file: string): ProgressLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => lineSchema.parse(JSON.parse(line)));
}
