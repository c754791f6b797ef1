import { errorName } from '#lib/error-name.ts';

const OTHERWISE = 'Пока сканируйте сканером или введите баркод.';
const REFUSED =
  'Браузеру не разрешена камера. Разрешите её: значок слева от адреса страницы, «Камера»; для приложения на экране телефона — ' +
  'в настройках телефона. Потом нажмите «Попробовать снова».';
const NONE = `Камеры на этом устройстве не видно. Подключите её и попробуйте снова. ${OTHERWISE}`;
const BUSY =
  'Камера занята другой программой или вкладкой. Закройте её — звонок, другое окно с камерой — и попробуйте снова.';
const INSECURE = `Браузер даёт камеру только страницам с адресом https://. Откройте «Прилавок» по такому адресу. ${OTHERWISE}`;
const UNKNOWN = `Камера не открылась. Попробуйте снова или перезагрузите страницу. ${OTHERWISE}`;
export const STOPPED =
  'Камера отключилась. Проверьте, что она подключена и разрешена, и нажмите «Попробовать снова».';

const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: REFUSED,
  // By the policy of whoever has set the device up.
  SecurityError: REFUSED,
  NotFoundError: NONE,
  OverconstrainedError: NONE,
  NotReadableError: BUSY,
  // What Firefox calls a camera that another program holds.
  AbortError: BUSY,
};

/** The camera did not open; the message is for the user: what is wrong and what to do. */
export class CameraError extends Error {
  override name = 'CameraError';
}

/** The picture of the camera that looks away from the user, where there are two. Rejects with a {@link CameraError}. */
export async function openCamera(): Promise<MediaStream> {
  // Not in the types: without https a browser has no cameras.
  const { mediaDevices } = navigator as Partial<Navigator>;
  if (!mediaDevices) throw new CameraError(globalThis.isSecureContext ? NONE : INSECURE);
  try {
    return await mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(PROBLEMS[errorName(error)] ?? UNKNOWN, { cause: error });
  }
}

export function stopCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
