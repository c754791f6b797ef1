import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap.js';
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer.js';
import Code128Reader from '@zxing/library/esnext/core/oned/Code128Reader.js';
import EAN13Reader from '@zxing/library/esnext/core/oned/EAN13Reader.js';
import EAN8Reader from '@zxing/library/esnext/core/oned/EAN8Reader.js';
import QRCodeReader from '@zxing/library/esnext/core/qrcode/QRCodeReader.js';
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource.js';
import { barcodeOf, type CodeFormat } from './read-code.ts';

/** Pixels as a canvas gives them: red, green, blue and alpha. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** Named one by one: the library as a whole, whose index knows every kind of code there is, is four times this. */
const LINEAR: readonly { format: CodeFormat; reader: EAN13Reader | EAN8Reader | Code128Reader }[] = [
  // UPC-A is EAN-13 that begins with 0.
  { format: 'ean_13', reader: new EAN13Reader() },
  { format: 'code_128', reader: new Code128Reader() },
  { format: 'ean_8', reader: new EAN8Reader() },
];
const SQUARE = new QRCodeReader();

/** The barcode in a picture, upright, upside down or on its side; undefined where there is none, or none that can be read. */
export function decodePicture({ width, height, data }: Picture): string | undefined {
  const grey = greyOf(data);
  const upright = bitmapOf(grey, width, height);
  return (
    linearIn(upright) ??
    linearIn(bitmapOf(turned(grey, width, height), height, width)) ??
    said('qr_code', () => SQUARE.decode(upright).getText())
  );
}

function linearIn(bitmap: BinaryBitmap): string | undefined {
  for (const { format, reader } of LINEAR) {
    const barcode = said(format, () => reader.decode(bitmap).getText());
    if (barcode !== undefined) return barcode;
  }
  return undefined;
}

/** The library tells by an exception that it has found nothing. */
function said(format: CodeFormat, read: () => string): string | undefined {
  try {
    return barcodeOf(format, read());
  } catch {
    return undefined;
  }
}

function bitmapOf(grey: Uint8ClampedArray, width: number, height: number): BinaryBitmap {
  return new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
}

function greyOf(data: Uint8ClampedArray): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(data.length / 4);
  for (let at = 0; at < grey.length; at += 1) {
    const from = at * 4;
    // Green counts twice: it is where a camera sees sharpest. Inside the picture by the loop's end.
    grey[at] = ((data[from] ?? 0) + 2 * (data[from + 1] ?? 0) + (data[from + 2] ?? 0)) >> 2;
  }
  return grey;
}

/** Columns become rows: bars that lie are read like bars that stand. */
function turned(grey: Uint8ClampedArray, width: number, height: number): Uint8ClampedArray {
  const sideways = new Uint8ClampedArray(grey.length);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      sideways[column * height + row] = grey[row * width + column] ?? 0;
  return sideways;
}
