import { describe, expect, it } from 'vitest';
import { barcodeOf } from './read-code.ts';

describe('a code in a picture', () => {
  it('is taken with a right check digit, and with no other', () => {
    expect(barcodeOf('ean_13', '4600000000015')).toBe('4600000000015');
    expect(barcodeOf('ean_8', '96385074')).toBe('96385074');
    expect(barcodeOf('upc_a', '036000291452')).toBe('036000291452');
    for (const wrong of ['4600000000016', '4600000000051', '460000000001', '46000000000I5'])
      expect(barcodeOf('ean_13', wrong)).toBeUndefined();
    expect(barcodeOf('ean_8', '96385075')).toBeUndefined();
    expect(barcodeOf('upc_a', '036000291453')).toBeUndefined();
  });

  it('that is UPC-A has twelve digits, whichever name the reader gives it', () => {
    expect(barcodeOf('ean_13', '0036000291452')).toBe(barcodeOf('upc_a', '036000291452'));
  });

  it('of another kind is taken as it stands, unless it is no barcode', () => {
    expect(barcodeOf('code_128', ' MUG-17/2 ')).toBe('MUG-17/2');
    expect(barcodeOf('qr_code', 'Кружка-17')).toBe('Кружка-17');
    for (const none of ['', '   ', 'https://example.com/17', 'two\nlines', 'x'.repeat(76)])
      expect(barcodeOf('qr_code', none)).toBeUndefined();
  });
});
