import type { CodeReader } from './code-reader.ts';
import { barcodeOf, CODE_FORMATS, type CodeFormat } from './read-code.ts';

/** What some browsers can do by themselves; the library of types does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string; format: CodeFormat }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** The browser's own reader; undefined where it has none that reads what is on goods. */
export async function openNativeReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  try {
    const supported = await BarcodeDetector.getSupportedFormats();
    const formats = CODE_FORMATS.filter((format) => supported.includes(format));
    if (!formats.includes('ean_13')) return undefined;
    const detector = new BarcodeDetector({ formats });
    return {
      async read(picture) {
        const found = await detector.detect(picture);
        return found.flatMap(({ format, rawValue }) => barcodeOf(format, rawValue) ?? []);
      },
      end: () => undefined,
    };
  } catch {
    return undefined;
  }
}
