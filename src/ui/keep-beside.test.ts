import { afterEach, expect, it, vi } from 'vitest';
import { keepBeside } from './keep-beside.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('places the box again when a keyboard covers or moves what is seen of the window, until it is closed', () => {
  const seen = new EventTarget();
  vi.stubGlobal('visualViewport', seen);
  const box = document.createElement('div');
  const anchor = document.createElement('button');
  document.body.append(anchor, box);
  const place = vi.fn();
  const stop = keepBeside(box, anchor, place);
  for (const change of ['resize', 'scroll']) {
    place.mockClear();
    seen.dispatchEvent(new Event(change));
    expect(place, change).toHaveBeenCalled();
  }
  stop();
  place.mockClear();
  for (const change of ['resize', 'scroll']) seen.dispatchEvent(new Event(change));
  expect(place).not.toHaveBeenCalled();
});
