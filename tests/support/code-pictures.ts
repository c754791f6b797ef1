import encoder from 'bwip-js/node';
import sharp from 'sharp';

interface PictureOptions {
  /** Width of the narrowest bar, in pixels of the picture. */
  modulePx?: number;
  rotate?: number;
  blur?: number;
  /** How far a pixel may be from what it is, of 255. */
  noise?: number;
  /** How dark white is and how light black, of 255: a dim warehouse. */
  contrast?: readonly [black: number, white: number];
  width?: number;
  height?: number;
}

/** Test support: a printed code as a camera sees it, in the middle of its picture. The same asked twice is the same. */
export async function codePicture(
  bcid: 'ean13' | 'ean8' | 'upca' | 'code128' | 'code39' | 'qrcode',
  text: string,
  {
    modulePx = 3,
    rotate = 0,
    blur = 0,
    noise = 0,
    contrast: [black, white] = [0, 255],
    width = 640,
    height = 480,
  }: PictureOptions = {},
) {
  const png = await encoder.toBuffer({
    bcid,
    text,
    scale: 4,
    height: 18,
    includetext: bcid !== 'qrcode',
    paddingwidth: 12,
    paddingheight: 6,
    backgroundcolor: 'ffffff',
  });
  const { width: drawn } = await sharp(png).metadata();
  const label = await sharp(png)
    .resize({ width: Math.round((drawn * modulePx) / 4 / (bcid === 'qrcode' ? 2 : 1)) })
    .rotate(rotate, { background: 'white' })
    .toBuffer();
  let picture = sharp(
    await sharp({ create: { width, height, channels: 3, background: 'white' } })
      .composite([{ input: label, gravity: 'centre' }])
      .png()
      .toBuffer(),
  );
  if (blur > 0) picture = picture.blur(blur);
  const raw = await picture.ensureAlpha().raw().toBuffer();
  const data = new Uint8ClampedArray(raw);
  let seed = 7;
  for (let at = 0; at < data.length; at += 1) {
    if (at % 4 === 3) continue;
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const off = (seed / 2_147_483_648 - 0.5) * 2 * noise;
    data[at] = black + ((data[at] ?? 0) * (white - black)) / 255 + off;
  }
  return { width, height, data };
}
