import type { TableCard } from '#contract/card-table.ts';
import { NO_EDITS, patchOf, type Writing } from './edits.ts';
import { begin, doStep, redoStep, undoStep, type History } from './history.ts';
import { rangeBetween, type Place, type Range } from './range.ts';

type Cards = readonly TableCard[];

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
  | { type: 'write'; cards: Cards; writings: readonly Writing[]; range: Range }
  /** What stands in the field is what the cell is to say. */
  | { type: 'finish'; cards: Cards }
  | { type: 'cancel' }
  | { type: 'undo' }
  | { type: 'redo' };

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
      return state.editing === null ? state : finished(state, state.editing, action.cards);
    case 'cancel':
      return { ...state, editing: null };
    case 'undo':
      return walked(state, undoStep(state.history));
    case 'redo':
      return walked(state, redoStep(state.history));
  }
}

export function chosenRange({ active, end }: GridState): Range {
  return rangeBetween(active, end);
}

interface Write {
  cards: Cards;
  writings: readonly Writing[];
  range: Range;
}

function written(state: GridState, { cards, writings, range }: Write): GridState {
  const patch = patchOf(cards, state.history.edits, writings);
  return { ...state, history: doStep(state.history, { patch, range }) };
}

function finished(state: GridState, text: string, cards: Cards): GridState {
  const writings = [{ ...state.active, text }];
  const range = rangeBetween(state.active, state.active);
  return { ...written(state, { cards, writings, range }), editing: null };
}

function walked(state: GridState, step: { history: History; range: Range } | null): GridState {
  return step ? { ...state, history: step.history, ...choiceOf(step.range) } : state;
}

function choiceOf({ top, left, bottom, right }: Range) {
  return { active: { row: top, column: left }, end: { row: bottom, column: right }, editing: null };
}
