/**
 * A response that is JSON in wire format already, because the database wrote it: neither names nor values are gone through
 * again. Has no version of its own, so no `ETag`.
 */
export class WireText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
