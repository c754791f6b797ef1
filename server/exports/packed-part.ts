import { createDeflateRaw } from 'node:zlib';
import { ZipPassThrough } from 'fflate';

/** As ZIP numbers its methods. */
const DEFLATE = 8;

/**
 * A part of an archive that zlib packs, off the thread that answers requests: so a big one holds nobody up, and its buffers are
 * not garbage to be collected.
 */
export class PackedPart extends ZipPassThrough {
  readonly #deflate = createDeflateRaw();

  constructor(name: string) {
    super(name);
    this.compression = DEFLATE;
    this.#deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => this.ondata(null, chunk, false));
  }

  /** Resolves when the bytes are packed: whoever waits for it has no more than these under way. */
  async write(bytes: Uint8Array): Promise<void> {
    this.push(bytes, false);
    await new Promise<void>((packed, failed) => {
      this.#deflate.write(bytes, (error) => (error ? failed(error) : packed()));
    });
  }

  async end(): Promise<void> {
    const packed = new Promise((done, failed) => this.#deflate.once('end', done).once('error', failed));
    this.#deflate.end();
    await packed;
    this.push(new Uint8Array(), true);
  }

  /** Also of one that is left half made. */
  release(): void {
    this.#deflate.destroy();
  }

  /** Of what was pushed, the check sum is reckoned by now; zlib gets it by `write`. */
  override process(_bytes: Uint8Array, isLast: boolean): void {
    if (isLast) this.ondata(null, new Uint8Array(), true);
  }
}
