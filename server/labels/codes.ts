import encoder from 'bwip-js/node';
import { hasWrongCheckDigit } from '#contract/card-rules.ts';
import type { LabelCode } from '#contract/labels.ts';

/** Bars and the spaces between them, by turns, in modules. */
export interface LinearCode {
  kind: 'EAN_13' | 'CODE_128';
  widths: readonly number[];
  moduleCount: number;
  /** Blank that a scanner needs, in modules. */
  quiet: { left: number; right: number };
}

export interface SquareCode {
  kind: 'QR';
  /** Modules of a side, without what is to be blank around. */
  side: number;
  /** Row by row; 1 is dark. */
  modules: readonly number[];
  quiet: number;
}

const QUIET = { EAN_13: { left: 11, right: 7 }, CODE_128: { left: 10, right: 10 } };
const QR_QUIET = 4;
/** Digits that Code 128 has room for on the smallest label: nobody has to try. */
const FITS_ANYWHERE = /^\d{1,14}$/;

/** The code that a barcode really gets: EAN-13 for what is one, else Code 128, and QR for what that cannot say or is too long for. */
export function codeFor(wanted: LabelCode, barcode: string, roomModules: number): LabelCode {
  if (wanted === 'QR') return 'QR';
  if (wanted === 'EAN_13' && /^\d{13}$/.test(barcode) && !hasWrongCheckDigit(barcode)) return 'EAN_13';
  if (FITS_ANYWHERE.test(barcode)) return 'CODE_128';
  if (!/^[\x20-\x7e]+$/.test(barcode)) return 'QR';
  return withQuiet(linearCode('CODE_128', barcode)) <= roomModules ? 'CODE_128' : 'QR';
}

export function withQuiet({ moduleCount, quiet }: LinearCode): number {
  return moduleCount + quiet.left + quiet.right;
}

export function linearCode(kind: LinearCode['kind'], barcode: string): LinearCode {
  const [symbol] = encoder.raw({ bcid: kind === 'EAN_13' ? 'ean13' : 'code128', text: barcode });
  if (!symbol || !('sbs' in symbol)) throw new Error(`No bars for ${kind}`);
  const moduleCount = symbol.sbs.reduce((sum, width) => sum + width, 0);
  return { kind, widths: symbol.sbs, moduleCount, quiet: QUIET[kind] };
}

/** Error correction M: a scratch of an eighth does not matter. */
export function squareCode(barcode: string): SquareCode {
  const [symbol] = encoder.raw('qrcode', barcode, 'eclevel=M');
  if (!symbol || !('pixs' in symbol)) throw new Error('No modules for QR');
  return { kind: 'QR', side: symbol.pixx, modules: symbol.pixs, quiet: QR_QUIET };
}
