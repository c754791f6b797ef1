import { parseSync } from 'oxc-parser';

/** A node of the parsed source; positions are those of the text. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** Throws when the text is not TypeScript (or TSX, by the file's name). */
export function parseTypeScript(source: string, file = 'source.ts'): Node {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`Not TypeScript: ${source}`);
  return program as unknown as Node; // the parser's own union of node types
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Looks at every node of a parsed file. */
export function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, look);
  if (!isNode(value)) return;
  look(value);
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, look);
}
