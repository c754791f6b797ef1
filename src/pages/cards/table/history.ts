import { applyPatch, type Edits, type Patch } from './edits.ts';
import type { Range } from './range.ts';

/** What was done at once, and where. */
export interface Step {
  patch: Patch;
  range: Range;
  /** Keys of the range's first and last column. */
  edges: readonly [left: string, right: string];
}

/** What was typed, and the way back and forth. */
export interface History {
  edits: Edits;
  past: readonly Step[];
  future: readonly Step[];
}

/** Ten times everything in the biggest table; older steps are forgotten. */
const MAX_KEPT_CELLS = 400_000;
const MAX_STEPS = 500;

export function begin(edits: Edits): History {
  return { edits, past: [], future: [] };
}

export function doStep(history: History, step: Step): History {
  if (step.patch.length === 0) return history;
  return {
    edits: applyPatch(history.edits, step.patch),
    past: withinMemory([...history.past, step]),
    future: [],
  };
}

/** The history before its last step, and that step; null: nothing was done. */
export function undoStep({ edits, past, future }: History): { history: History; step: Step } | null {
  const step = past.at(-1);
  if (!step) return null;
  return {
    history: {
      edits: applyPatch(edits, step.patch, 'before'),
      past: past.slice(0, -1),
      future: [...future, step],
    },
    step,
  };
}

export function redoStep({ edits, past, future }: History): { history: History; step: Step } | null {
  const step = future.at(-1);
  if (!step) return null;
  return {
    history: {
      edits: applyPatch(edits, step.patch),
      past: [...past, step],
      future: future.slice(0, -1),
    },
    step,
  };
}

/** The last step stays, whatever its size. */
function withinMemory(past: readonly Step[]): readonly Step[] {
  let cells = 0;
  let kept = 0;
  for (const { patch } of past.toReversed()) {
    cells += patch.length;
    if (kept > 0 && (cells > MAX_KEPT_CELLS || kept === MAX_STEPS)) break;
    kept += 1;
  }
  return past.slice(-kept);
}
