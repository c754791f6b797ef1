import type { GridContent } from './column.ts';
import { NO_EDITS, patchOf, type Writing } from './edits.ts';
import { begin, doStep, redoStep, undoStep, type History, type Step } from './history.ts';
import { rangeBetween, type Place, type Range } from './range.ts';

export interface GridState {
  history: History;
  /** Where one types. */
  active: Place;
  /** The other corner of what is chosen: the active cell itself where that is one cell. */
  end: Place;
  /** What stands in the active cell's field; null: nobody types. */
  editing: string | null;
}

export type GridAction =
  | { type: 'go'; to: Place }
  /** The chosen range grows or shrinks; the active cell stays. */
  | { type: 'extend'; to: Place }
  | { type: 'choose'; range: Range }
  | { type: 'edit'; text: string }
  | { type: 'write'; content: GridContent; writings: readonly Writing[]; range: Range }
  /** What stands in the field is what the cell is to say. */
  | { type: 'finish'; content: GridContent }
  | { type: 'cancel' }
  | { type: 'undo' | 'redo'; content: GridContent };

export function beginGrid(column: number): GridState {
  const first = { row: 0, column };
  return { history: begin(NO_EDITS), active: first, end: first, editing: null };
}

export function gridReducer(state: GridState, action: GridAction): GridState {
  switch (action.type) {
    case 'go':
      return { ...state, active: action.to, end: action.to, editing: null };
    case 'extend':
      return { ...state, end: action.to, editing: null };
    case 'choose':
      return { ...state, ...choiceOf(action.range) };
    case 'edit':
      return { ...state, editing: action.text, end: state.active };
    case 'write':
      return { ...written(state, action), ...choiceOf(action.range) };
    case 'finish':
      return state.editing === null ? state : finished(state, state.editing, action.content);
    case 'cancel':
      return { ...state, editing: null };
    case 'undo':
      return walked(state, undoStep(state.history), action.content);
    case 'redo':
      return walked(state, redoStep(state.history), action.content);
  }
}

export function chosenRange({ active, end }: GridState): Range {
  return rangeBetween(active, end);
}

interface Write {
  content: GridContent;
  writings: readonly Writing[];
  range: Range;
}

function written(state: GridState, { content, writings, range }: Write): GridState {
  const patch = patchOf(content, state.history.edits, writings);
  const keyAt = (column: number) => content.columns[column]?.key ?? '';
  const step = { patch, range, edges: [keyAt(range.left), keyAt(range.right)] as const };
  return { ...state, history: doStep(state.history, step) };
}

function finished(state: GridState, text: string, content: GridContent): GridState {
  const writings = [{ ...state.active, text }];
  const range = rangeBetween(state.active, state.active);
  return { ...written(state, { content, writings, range }), editing: null };
}

function walked(
  state: GridState,
  walk: { history: History; step: Step } | null,
  { columns }: GridContent,
): GridState {
  if (!walk) return state;
  const { range, edges } = walk.step;
  // Columns may have come and gone since.
  const [left, right] = edges.map((key) => columns.findIndex((column) => column.key === key));
  const isThere = left !== undefined && right !== undefined && left >= 0 && right >= left;
  const place = isThere ? { ...range, left, right } : { ...range, left: 0, right: 0 };
  return { ...state, history: walk.history, ...choiceOf(place) };
}

function choiceOf({ top, left, bottom, right }: Range) {
  return { active: { row: top, column: left }, end: { row: bottom, column: right }, editing: null };
}
