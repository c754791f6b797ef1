import type { MutatedModule } from './modules.ts';
import type { Mutant } from './mutants.ts';

const GOAL_PERCENT = 90;
const LONGEST_TEXT = 60;

export interface ModuleScore {
  module: MutatedModule;
  total: number;
  survivors: readonly Mutant[];
}

export function printModule({ module: { file }, total, survivors }: ModuleScore): void {
  print(`${file.padEnd(48)} ${figure(total, survivors.length)}`);
  for (const { line, from, to } of survivors) print(`  ${file}:${line}  ${short(from)}  →  ${short(to)}`);
}

export function printTotal(scores: readonly ModuleScore[]): void {
  print('');
  for (const room of new Set(scores.map(({ module }) => module.room))) {
    const ofRoom = scores.filter(({ module }) => module.room === room);
    const total = ofRoom.reduce((sum, score) => sum + score.total, 0);
    const survived = ofRoom.reduce((sum, score) => sum + score.survivors.length, 0);
    print(`${room.padEnd(48)} ${figure(total, survived)}, goal ${GOAL_PERCENT} %`);
  }
}

function figure(total: number, survived: number): string {
  const killed = total - survived;
  const percent = total === 0 ? 100 : (killed / total) * 100;
  return `${killed}/${total}, ${percent.toFixed(1)} %`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
}

function print(text: string): void {
  console.log(text);
}
