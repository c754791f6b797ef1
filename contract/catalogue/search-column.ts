import { grown } from './grown.ts';
import { TextColumn, type FrozenTexts } from './text-column.ts';

/** Stands in the rest of a text for a word that is kept elsewhere. No token with a digit is this, and no search has it. */
const WORD = '\u0001';
const HAS_DIGIT = /\d/;

/** A column as plain data, to be kept. */
export interface FrozenSearch {
  words: string[];
  rest: FrozenTexts;
  numbers: Uint32Array<ArrayBuffer>;
  starts: Uint32Array<ArrayBuffer>;
  counts: Uint32Array<ArrayBuffer>;
}

/**
 * The folded texts of cards. Words repeat from card to card: each stands once, with a number, and a search looks at a few thousand of
 * them and at the numbers. What has digits in it (articles, barcodes) hardly repeats and stays in a text.
 */
export class SearchColumn {
  /** Each with a space in front, as in the whole text. */
  readonly #words: string[];
  readonly #numberOf = new Map<string, number>();
  readonly #rest: TextColumn;
  /** The numbers of each card's words, one after another. */
  #numbers: Uint32Array<ArrayBuffer>;
  #numbersUsed: number;
  /** By slot: where its numbers are. */
  #starts: Uint32Array<ArrayBuffer>;
  #counts: Uint32Array<ArrayBuffer>;

  /** Takes over what was {@link frozen}. */
  constructor(from?: FrozenSearch) {
    this.#words = from?.words ?? [];
    for (const [number, word] of this.#words.entries()) this.#numberOf.set(word, number);
    this.#rest = new TextColumn(from?.rest);
    this.#numbers = from?.numbers ?? new Uint32Array(0);
    this.#numbersUsed = this.#numbers.length;
    this.#starts = from?.starts ?? new Uint32Array(0);
    this.#counts = from?.counts ?? new Uint32Array(0);
  }

  /** The first `slots` slots. To be called when it is closed. */
  frozen(slots: number): FrozenSearch {
    return {
      words: [...this.#words],
      rest: this.#rest.frozen(),
      numbers: this.#numbers.slice(0, this.#numbersUsed),
      starts: this.#starts.slice(0, slots),
      counts: this.#counts.slice(0, slots),
    };
  }

  get(slot: number): string {
    let next = this.#starts[slot] ?? 0;
    const tokens = this.#rest.get(slot).split(' ');
    return tokens.map((token) => (token === WORD ? this.#wordAt(next++).slice(1) : token)).join(' ');
  }

  /** `text` begins with a space: what comes before one is no word. */
  set(slot: number, text: string): void {
    const numbers: number[] = [];
    const rest = text.split(' ').map((token, index) => {
      if (index === 0 || HAS_DIGIT.test(token)) return token;
      numbers.push(this.#numberFor(` ${token}`));
      return WORD;
    });
    this.#rest.set(slot, rest.join(' '));
    this.#setNumbers(slot, numbers);
  }

  /** Each word without digits that a text has, or had. */
  words(): string[] {
    return this.#words.map((word) => word.slice(1));
  }

  close(): void {
    this.#rest.close();
  }

  /** As {@link TextColumn.keepThoseWith}; an alternative has no space but in front. */
  keepThoseWith(alternatives: readonly string[], matches: Uint8Array): void {
    const wanted = Uint8Array.from(this.#words, (word) =>
      Number(alternatives.some((text) => word.includes(text))),
    );
    const found = new Uint8Array(matches.length);
    if (wanted.includes(1)) this.#markThoseWith(wanted, matches, found);
    this.#rest.keepThoseWith(alternatives, matches, found);
  }

  #markThoseWith(wanted: Uint8Array, matches: Uint8Array, found: Uint8Array): void {
    const [starts, counts, numbers] = [this.#starts, this.#counts, this.#numbers];
    for (let slot = 0; slot < matches.length; slot += 1) {
      if (matches[slot] !== 1) continue;
      let at = starts[slot] ?? 0;
      const end = at + (counts[slot] ?? 0);
      while (at < end && wanted[numbers[at] ?? 0] !== 1) at += 1;
      found[slot] = Number(at < end);
    }
  }

  #wordAt(at: number): string {
    return this.#words[this.#numbers[at] ?? 0] ?? ' ';
  }

  #numberFor(word: string): number {
    const known = this.#numberOf.get(word);
    if (known !== undefined) return known;
    this.#numberOf.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }

  /** In place of those before, where they fit. */
  #setNumbers(slot: number, numbers: readonly number[]): void {
    this.#starts = grown(this.#starts, slot + 1);
    this.#counts = grown(this.#counts, slot + 1);
    if (numbers.length > (this.#counts[slot] ?? 0)) {
      this.#starts[slot] = this.#numbersUsed;
      this.#numbersUsed += numbers.length;
      this.#numbers = grown(this.#numbers, this.#numbersUsed);
    }
    this.#counts[slot] = numbers.length;
    this.#numbers.set(numbers, this.#starts[slot]);
  }
}
