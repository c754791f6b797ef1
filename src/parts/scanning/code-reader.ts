/** Reads the codes that are in a picture of the camera. */
export interface CodeReader {
  /** Barcodes in sight now, with right check digits. */
  read(picture: HTMLVideoElement): Promise<string[]>;
  end(): void;
}
