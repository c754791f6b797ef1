import { deflateSync } from 'node:zlib';

/**
 * The objects of a PDF (ISO 32000-1, 7.5) as they are written, one after another: only where each begins is remembered,
 * so that a file of any length takes no memory.
 */
export class PdfObjects {
  /** By number; 0 is the head of the free list. */
  readonly #offsets: number[] = [0];
  #length = 0;

  /** A number for an object that is written later. */
  reserve(): number {
    this.#offsets.push(0);
    return this.#offsets.length - 1;
  }

  head(): Buffer {
    // Four bytes above 127 say that the file is not text.
    return this.#written(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
  }

  object(number: number, body: string): Buffer {
    this.#offsets[number] = this.#length;
    return this.#written(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'));
  }

  stream(number: number, content: string | Buffer, facts = ''): Buffer {
    const packed = deflateSync(content);
    this.#offsets[number] = this.#length;
    return this.#written(
      Buffer.concat([
        Buffer.from(
          `${number} 0 obj\n<< ${facts} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
          'latin1',
        ),
        packed,
        Buffer.from('\nendstream\nendobj\n', 'latin1'),
      ]),
    );
  }

  /** The table of places, which ends the file. */
  tail(facts: string): Buffer {
    const places = this.#offsets.map((offset, number) =>
      number === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
    );
    const count = this.#offsets.length;
    return Buffer.from(
      `xref\n0 ${count}\n${places.join('')}trailer\n<< /Size ${count} ${facts} >>\nstartxref\n${this.#length}\n%%EOF\n`,
      'latin1',
    );
  }

  #written(bytes: Buffer): Buffer {
    this.#length += bytes.length;
    return bytes;
  }
}

/** A number as PDF writes it: never with an exponent. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
