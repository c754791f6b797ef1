import { afterEach, expect, it, vi } from 'vitest';
import { placeBeside } from './place-beside.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const WINDOW_HEIGHT = 800;

interface Scene {
  anchorTop: number;
  anchorLeft?: number;
  seen?: { offsetTop: number; height: number };
  tabIndex?: number;
}

function placed(scene: Scene) {
  return placedBox(scene).style;
}

function placedBox({ anchorTop, anchorLeft = 20, seen, tabIndex }: Scene) {
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(WINDOW_HEIGHT);
  // The window is as wide as its scrollbar gutter and what the page has.
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(615);
  vi.spyOn(document.body, 'clientWidth', 'get').mockReturnValue(600);
  vi.stubGlobal('visualViewport', seen);
  const anchor = document.createElement('button');
  vi.spyOn(anchor, 'getBoundingClientRect').mockReturnValue(new DOMRect(anchorLeft, anchorTop, 100, 30));
  const box = document.createElement('div');
  vi.spyOn(box, 'scrollHeight', 'get').mockReturnValue(240);
  vi.spyOn(box, 'offsetWidth', 'get').mockReturnValue(200);
  if (tabIndex !== undefined) box.tabIndex = tabIndex;
  placeBeside(box, anchor, 'start', 'below');
  return box;
}

it('stands below its anchor while there is room', () => {
  const style = placed({ anchorTop: 300 });
  expect(style.top).toBe('336px');
  expect(style.bottom).toBe('auto');
});

it('keeps out of the room that the page leaves for a scrollbar, also when there is none', () => {
  const { style } = placedBox({ anchorTop: 300, anchorLeft: 560 });
  expect(style.maxWidth).toBe('584px');
  expect(style.left).toBe('392px');
});

it('goes above the anchor when a keyboard covers the room below, though the window is as high as before', () => {
  const style = placed({ anchorTop: 300, seen: { offsetTop: 0, height: 400 } });
  expect(style.top).toBe('auto');
  expect(style.bottom).toBe('506px');
  expect(style.maxHeight).toBe('286px');
});

it('never reaches above what is seen of a window that the keyboard has moved', () => {
  const style = placed({ anchorTop: 500, seen: { offsetTop: 200, height: 400 } });
  expect(style.bottom).toBe('306px');
  expect(style.maxHeight).toBe('286px');
});

it('is reached by the keyboard while it has more to read than it shows, if it takes the focus at all', () => {
  expect(placedBox({ anchorTop: 400, seen: { offsetTop: 0, height: 600 }, tabIndex: -1 }).tabIndex).toBe(-1);
  const covered = { offsetTop: 300, height: 300 };
  expect(placedBox({ anchorTop: 400, seen: covered, tabIndex: -1 }).tabIndex).toBe(0);
  expect(placedBox({ anchorTop: 400, seen: covered, tabIndex: 0 }).tabIndex).toBe(0);
  expect(placedBox({ anchorTop: 400, seen: covered }).hasAttribute('tabindex')).toBe(false);
});
