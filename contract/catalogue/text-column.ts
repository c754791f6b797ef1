import { packText, unpackText } from './packed-text.ts';

const ROWS_PER_BLOCK = 512;
const PACKED_CHARACTERS = 256;

/** Texts of neighbours, packed, end to end: one long string is looked through without a step per text. */
interface Block {
  joined: string;
  /** Where the n-th text begins; one more at the end. */
  starts: Uint32Array;
  /** Which characters stand side by side somewhere in it, a bit for each pair; made when something is first looked for. */
  pairs: Uint8Array | undefined;
  /** Of a block that is being written: the texts one by one. */
  open: string[] | undefined;
}

/** A column as plain data, to be kept. */
export interface FrozenTexts {
  /** A block each. */
  joined: string[];
  /** Of all blocks, one after another. */
  starts: Uint32Array<ArrayBuffer>;
}

const STARTS_PER_BLOCK = ROWS_PER_BLOCK + 1;

/** The texts of one column by slot. After writing, {@link close} before anything is looked for. */
export class TextColumn {
  readonly #blocks: Block[];
  readonly #open = new Set<Block>();

  /** Takes over what was {@link frozen}. */
  constructor({ joined, starts }: FrozenTexts = { joined: [], starts: new Uint32Array(0) }) {
    this.#blocks = joined.map((text, number) => ({
      joined: text,
      starts: starts.subarray(number * STARTS_PER_BLOCK, (number + 1) * STARTS_PER_BLOCK),
      pairs: undefined,
      open: undefined,
    }));
  }

  /** To be called when it is closed. */
  frozen(): FrozenTexts {
    const starts = new Uint32Array(this.#blocks.length * STARTS_PER_BLOCK);
    for (const [number, block] of this.#blocks.entries()) starts.set(block.starts, number * STARTS_PER_BLOCK);
    return { joined: this.#blocks.map(({ joined }) => joined), starts };
  }

  get(slot: number): string {
    const block = this.#blocks[Math.floor(slot / ROWS_PER_BLOCK)];
    return block === undefined ? '' : unpackText(textIn(block, slot % ROWS_PER_BLOCK));
  }

  /** By slot, when it is closed: a block that is unpacked at once takes a tenth of the time of its texts one by one. */
  all(): string[] {
    return this.#blocks.flatMap(({ joined }, number) => {
      const texts = unpackText(joined).split('\n');
      if (texts.length === ROWS_PER_BLOCK) return texts;
      // Some have line breaks of their own.
      return Array.from({ length: ROWS_PER_BLOCK }, (_, index) => this.get(number * ROWS_PER_BLOCK + index));
    });
  }

  set(slot: number, text: string): void {
    const number = Math.floor(slot / ROWS_PER_BLOCK);
    while (this.#blocks.length <= number) {
      const starts = new Uint32Array(STARTS_PER_BLOCK);
      this.#blocks.push({ joined: '', starts, pairs: undefined, open: undefined });
    }
    const block = this.#blocks[number];
    if (block === undefined) return;
    const packed = packText(text);
    if (textIn(block, slot % ROWS_PER_BLOCK) === packed) return;
    block.open ??= Array.from({ length: ROWS_PER_BLOCK }, (_, index) => textIn(block, index));
    block.open[slot % ROWS_PER_BLOCK] = packed;
    this.#open.add(block);
  }

  close(): void {
    for (const block of this.#open) {
      const texts = block.open ?? [];
      block.joined = texts.join('\n');
      block.pairs = undefined;
      let start = 0;
      for (const [index, text] of texts.entries()) {
        block.starts[index] = start;
        start += text.length + 1;
      }
      block.starts[ROWS_PER_BLOCK] = start;
      block.open = undefined;
    }
    this.#open.clear();
  }

  /**
   * Leaves in `matches` (a byte per slot) those whose text has any of `alternatives`, which have no line break in them, and those
   * that are `found` already.
   */
  keepThoseWith(
    alternatives: readonly string[],
    matches: Uint8Array,
    found = new Uint8Array(matches.length),
  ): void {
    const packed = alternatives.map(packText);
    for (const [number, block] of this.#blocks.entries()) {
      const from = number * ROWS_PER_BLOCK;
      const foundHere = found.subarray(from, from + ROWS_PER_BLOCK);
      if (!isAnyOpen(matches, found, from)) continue;
      block.pairs ??= pairsIn(block.joined);
      for (const text of packed) if (hasPairsOf(text, block.pairs)) markThoseWith(text, block, foundHere);
    }
    for (let slot = 0; slot < matches.length; slot += 1) {
      matches[slot] = (matches[slot] ?? 0) & (found[slot] ?? 0);
    }
  }
}

function isAnyOpen(matches: Uint8Array, found: Uint8Array, from: number): boolean {
  for (let slot = from; slot < from + ROWS_PER_BLOCK; slot += 1) {
    if (matches[slot] === 1 && found[slot] === 0) return true;
  }
  return false;
}

function textIn({ open, joined, starts }: Block, index: number): string {
  if (open !== undefined) return open[index] ?? '';
  return joined.slice(starts[index], Math.max(0, (starts[index + 1] ?? 0) - 1));
}

function pairAt(text: string, index: number): number {
  return text.charCodeAt(index) * PACKED_CHARACTERS + text.charCodeAt(index + 1);
}

function pairsIn(text: string): Uint8Array {
  const pairs = new Uint8Array(PACKED_CHARACTERS ** 2 / 8);
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = pairAt(text, index);
    pairs[pair >> 3] = (pairs[pair >> 3] ?? 0) | (1 << (pair & 7));
  }
  return pairs;
}

/** No: it is not there. Most of what is looked for is in few blocks. */
function hasPairsOf(text: string, pairs: Uint8Array): boolean {
  for (let index = 0; index < text.length - 1; index += 1) {
    const pair = pairAt(text, index);
    if (((pairs[pair >> 3] ?? 0) & (1 << (pair & 7))) === 0) return false;
  }
  return true;
}

function markThoseWith(text: string, { joined, starts }: Block, found: Uint8Array): void {
  // Spaces are everywhere: what stands behind one is looked for, and the space then.
  const isStart = text.startsWith(' ');
  const core = isStart ? text.slice(1) : text;
  let index = 0;
  let at = joined.indexOf(core);
  while (at !== -1) {
    if (isStart && joined[at - 1] !== ' ') {
      at = joined.indexOf(core, at + 1);
      continue;
    }
    while ((starts[index + 1] ?? Infinity) <= at) index += 1;
    found[index] = 1;
    index += 1;
    at = joined.indexOf(core, starts[index]);
  }
}
