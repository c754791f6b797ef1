/** What some browsers can do by themselves; the library of types does not know it yet. */
interface DetectedBarcode {
  rawValue: string;
}
export interface Detector {
  detect(source: HTMLVideoElement): Promise<DetectedBarcode[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const WANTED_FORMATS = ['ean_13', 'ean_8', 'code_128', 'upc_a', 'code_39'];

/** A reader of barcodes for pictures of a camera; undefined where the browser has none, or no camera may be asked for. */
export async function openDetector(): Promise<Detector | undefined> {
  // Not in the types: a browser may lack both.
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!BarcodeDetector || !mediaDevices) return undefined;
  try {
    const supported = await BarcodeDetector.getSupportedFormats();
    const formats = WANTED_FORMATS.filter((format) => supported.includes(format));
    return formats.length > 0 ? new BarcodeDetector({ formats }) : undefined;
  } catch {
    return undefined;
  }
}
