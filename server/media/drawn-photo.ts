import { SHAPES, type Palette } from './drawn-shapes.ts';

const NAME = /^([a-z]{1,20})-(0|[1-9]\d{0,2})-([1-9]\d{0,2})\.svg$/;
const MAX_HUE = 359;

/**
 * A calm picture of a thing, 900 × 1200, that its name alone describes: `dress-340-7.svg` is a dress of hue 340 in view 7.
 * The same name is the same picture for ever; any other name is undefined.
 */
export function drawnPhoto(name: string): string | undefined {
  const [, shape = '', hueText = '', viewText = ''] = NAME.exec(name) ?? [];
  const draw = Object.hasOwn(SHAPES, shape) ? SHAPES[shape] : undefined;
  const hue = Number(hueText);
  if (!draw || hueText === '' || hue > MAX_HUE) return undefined;
  const view = Number(viewText);
  // Small turns and steps make a row of views look like one thing photographed several times.
  const turn = ((view * 7) % 13) - 6;
  const step = ((view * 11) % 17) - 8;
  const size = 0.92 + ((view * 5) % 9) / 50;
  const ground = 88 + ((view * 3) % 5);
  const palette: Palette = {
    body: `hsl(${hue} 36% 68%)`,
    light: `hsl(${hue} 48% 84%)`,
    shade: `hsl(${hue} 32% 55%)`,
    line: `hsl(${hue} 30% 45%)`,
  };
  const x = 150 + step;
  const y = 196 + step / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" viewBox="0 0 300 400">
<rect width="300" height="400" fill="hsl(${hue} 42% ${ground}%)"/>
<rect y="290" width="300" height="110" fill="hsl(${hue} 38% ${ground - 4}%)"/>
<ellipse cx="${x}" cy="300" rx="${86 * size}" ry="15" fill="hsl(${hue} 26% 45%)" opacity=".18"/>
<g transform="translate(${x} ${y}) rotate(${turn}) scale(${(size * 1.12).toFixed(3)}) translate(-100 -100)">${draw(palette)}
</g>
</svg>
`;
}
