/** Something that the person who starts the program can put right: shown as one sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
