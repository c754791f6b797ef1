import { pause } from '#lib/pause.ts';
import type { CodeReader } from './code-reader.ts';
import { CameraError, openCamera, STOPPED, stopCamera } from './open-camera.ts';
import { DecoderMissingError } from './open-decoder.ts';
import { openReader } from './open-reader.ts';
import { createPieceWatch } from './piece-watch.ts';

/** Between two looks: the device stays cool, and nobody changes goods faster. */
const LOOK_EVERY_MS = 100;

const DECODER_MISSING =
  'Чтобы читать баркоды камерой, этому браузеру нужна небольшая программа. На устройстве её ещё нет, и сейчас она не загрузилась: ' +
  'проверьте связь и попробуйте снова. Дальше она работает и без связи. Пока сканируйте сканером или введите баркод.';
const READING_FAILED =
  'Прочитать картинку камеры не удалось. Попробуйте снова. Пока сканируйте сканером или введите баркод.';

interface Listeners {
  onStream: (stream: MediaStream) => void;
  /** A piece came into sight. */
  onCode: (code: string) => void;
  /** It is over, and why: a text for the user. */
  onProblem: (text: string) => void;
}

/** Shows the camera in a video and tells the codes that come into sight. Returns the way to end it and let go of the camera. */
export function filmCodes(video: HTMLVideoElement, { onStream, onCode, onProblem }: Listeners): () => void {
  const ended = new AbortController();
  let stream: MediaStream | undefined;
  let reader: CodeReader | undefined;

  function end() {
    ended.abort();
    stopCamera(stream);
    reader?.end();
  }
  function fail(text: string) {
    if (ended.signal.aborted) return;
    end();
    onProblem(text);
  }
  async function film() {
    stream = await openCamera();
    if (ended.signal.aborted) return end();
    for (const track of stream.getTracks()) track.addEventListener('ended', () => fail(STOPPED));
    video.srcObject = stream;
    onStream(stream);
    await video.play();
    reader = await openReader();
    const pieces = createPieceWatch();
    while (!ended.signal.aborted) {
      const codes = await reader.read(video);
      if (ended.signal.aborted) break;
      for (const code of pieces.look(codes, performance.now())) onCode(code);
      await pause(LOOK_EVERY_MS, ended.signal);
    }
    return end();
  }
  film().catch((error: unknown) => fail(problemOf(error)));
  return end;
}

function problemOf(error: unknown): string {
  if (error instanceof CameraError) return error.message;
  return error instanceof DecoderMissingError ? DECODER_MISSING : READING_FAILED;
}
