/** What jsdom lacks and pages use; each does the least that makes a page behave as in a browser. */
// Newer browsers return a promise of the scrolling's end, which the types do not know yet.
const scrolled = (): void => Promise.resolve() as unknown as undefined;
window.scrollTo = scrolled;
Element.prototype.scrollIntoView = scrolled;

/** A desktop window with a mouse, light theme: queries of width are answered for 1440 px. */
window.matchMedia ??= (query: string) => {
  const inPx = query.replace(/(\d+)rem/g, (_, rem) => `${Number(rem) * 16}px`);
  const minWidth = /min-width: ?(\d+)px|width >= (\d+)px/.exec(inPx);
  const maxWidth = /max-width: ?(\d+)px|width < (\d+)px/.exec(inPx);
  const matches = minWidth
    ? Number(minWidth[1] ?? minWidth[2]) <= 1440
    : maxWidth
      ? false
      : /hover|fine/.test(query);
  return Object.assign(new EventTarget(), {
    matches,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
};

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
