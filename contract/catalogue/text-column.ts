import { packText, unpackText } from './packed-text.ts';

const ROWS_PER_BLOCK = 512;

/** Texts of neighbours, packed, end to end: one long string is looked through without a step per text. */
interface Block {
  joined: string;
  /** Where the n-th text begins; one more at the end. */
  starts: Uint32Array;
  /** Of a block that is being written: the texts one by one. */
  open: string[] | undefined;
}

/** The texts of one column by slot. After writing, {@link close} before anything is read. */
export class TextColumn {
  readonly #blocks: Block[] = [];
  readonly #open = new Set<Block>();

  get(slot: number): string {
    const block = this.#blocks[Math.floor(slot / ROWS_PER_BLOCK)];
    return block === undefined ? '' : unpackText(textIn(block, slot % ROWS_PER_BLOCK));
  }

  set(slot: number, text: string): void {
    const number = Math.floor(slot / ROWS_PER_BLOCK);
    while (this.#blocks.length <= number) {
      this.#blocks.push({ joined: '', starts: new Uint32Array(ROWS_PER_BLOCK + 1), open: undefined });
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

  /** Leaves in `matches` (a byte per slot) those whose text has any of `alternatives`, which have no line break in them. */
  keepThoseWith(alternatives: readonly string[], matches: Uint8Array): void {
    const packed = alternatives.map(packText);
    const found = new Uint8Array(ROWS_PER_BLOCK);
    for (const [number, block] of this.#blocks.entries()) {
      const inBlock = matches.subarray(number * ROWS_PER_BLOCK, (number + 1) * ROWS_PER_BLOCK);
      if (!inBlock.includes(1)) continue;
      found.fill(0);
      for (const text of packed) markThoseWith(text, block, found);
      for (let index = 0; index < inBlock.length; index += 1)
        inBlock[index] = (inBlock[index] ?? 0) & (found[index] ?? 0);
    }
  }
}

function textIn({ open, joined, starts }: Block, index: number): string {
  if (open !== undefined) return open[index] ?? '';
  return joined.slice(starts[index], Math.max(0, (starts[index + 1] ?? 0) - 1));
}

function markThoseWith(text: string, { joined, starts }: Block, found: Uint8Array): void {
  let index = 0;
  for (let at = joined.indexOf(text); at !== -1; at = joined.indexOf(text, starts[index])) {
    while ((starts[index + 1] ?? Infinity) <= at) index += 1;
    found[index] = 1;
    index += 1;
  }
}
