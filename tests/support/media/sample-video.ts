import { Buffer } from 'node:buffer';

/** Test support: one box of a video's file. */
export function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A file that is built as a video is; there is nothing to see in it. Another seed makes another one. */
export function sampleVideo({ brand = 'isom', seed = 1, bytes = 1000 } = {}): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0mp42`, 'latin1')),
    box('moov', Buffer.alloc(100, seed)),
    box('mdat', Buffer.alloc(bytes, seed)),
  ]);
}
