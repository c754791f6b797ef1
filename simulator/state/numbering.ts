import { hashOf } from './random.ts';
import type { State } from './state.ts';

/** nmIDs rise with every card, in uneven steps as on the real site. */
export function allocateNmID(state: State): number {
  state.nextNmID += 1 + (hashOf(state.nextNmID) % 40_000);
  return state.nextNmID;
}

export function allocateChrtID(state: State): number {
  state.nextChrtID += 1 + (hashOf(state.nextChrtID) % 900);
  return state.nextChrtID;
}

/** 13 digits that start with 20 and end with an EAN-13 check digit. */
export function allocateBarcode(state: State): string {
  state.nextBarcode += 1;
  // A prime step walks over all ten-digit numbers before it repeats one.
  const body = `20${String((state.nextBarcode * 7_368_787) % 10_000_000_000).padStart(10, '0')}`;
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) sum += Number(body[index]) * (index % 2 === 0 ? 1 : 3);
  return body + String((10 - (sum % 10)) % 10);
}
