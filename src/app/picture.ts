/** All that says how an element looks, and the number of a row's card; no addresses, no handlers, nothing that names it. */
const KEPT_ATTRIBUTES = new Set([
  'data-card',
  'class',
  'style',
  'type',
  'placeholder',
  'colspan',
  'width',
  'height',
  'viewBox',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'd',
  'cx',
  'cy',
  'r',
  'x',
  'y',
  'rx',
  'points',
  'transform',
]);

/** Of an element as it stands on the screen: what is below the window's edge is left out. */
export function pictureOf(element: Element): PictureNode[] {
  const nodes: PictureNode[] = [];
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) nodes.push(child.textContent ?? '');
    if (!(child instanceof Element) || isBelowWindow(child)) continue;
    const attributes = [...child.attributes].filter(({ name }) => KEPT_ATTRIBUTES.has(name));
    const kept = Object.fromEntries(attributes.map(({ name, value }) => [name, value]));
    // «2 мин» of then would be a lie the next time: its place stays empty.
    nodes.push([child.localName, kept, child.localName === 'time' ? [] : pictureOf(child)]);
  }
  return nodes;
}

function isBelowWindow(element: Element): boolean {
  return element.getBoundingClientRect().top >= window.innerHeight;
}
