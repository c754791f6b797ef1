import { writeFileSync } from 'node:fs';
import type { codePicture } from '#tests/support/code-pictures.ts';

type Picture = Awaited<ReturnType<typeof codePicture>>;

const FRAMES_PER_SECOND = 5;

/** Writes a film (Y4M) that Chromium's fake camera plays round and round. In shades of grey, like printed codes. */
export function writeFilm(path: string, pictures: readonly { picture: Picture; seconds: number }[]): void {
  const [first] = pictures;
  if (!first) throw new Error('A film has pictures');
  const { width, height } = first.picture;
  const colour = Buffer.alloc((width * height) / 2, 128);
  const frames = pictures.flatMap(({ picture: { data }, seconds }) => {
    const grey = Buffer.from(Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0));
    const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colour]);
    return Array.from({ length: seconds * FRAMES_PER_SECOND }, () => frame);
  });
  const header = `YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), ...frames]));
}
