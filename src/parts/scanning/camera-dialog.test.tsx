import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CameraDialog } from './camera-dialog.tsx';

const CODE = '4600000000015';

class FakeTrack extends EventTarget {
  stop = vi.fn<() => void>();
  applyConstraints = vi.fn<() => Promise<void>>(async () => undefined);
  getCapabilities = () => ({ torch: hasLamp });
}
interface FakeStream {
  id: string;
  track: FakeTrack;
  getTracks: () => FakeTrack[];
  getVideoTracks: () => FakeTrack[];
}

let hasLamp = false;
let streams: FakeStream[] = [];
const detect = vi.fn<() => Promise<{ rawValue: string; format: string }[]>>();
const getUserMedia = vi.fn<() => Promise<FakeStream>>();

function openStream(): FakeStream {
  const track = new FakeTrack();
  const all = () => [track];
  const stream = { id: String(streams.length), track, getTracks: all, getVideoTracks: all };
  streams.push(stream);
  return stream;
}

class FakeDetector {
  static getSupportedFormats = async () => ['ean_13', 'code_128'];
  detect = detect;
}

function show() {
  const onCode = vi.fn<(code: string) => void>();
  const shown = render(<CameraDialog onCode={onCode} lastText="" onClose={() => undefined} />);
  return { onCode, ...shown };
}
const named = (name: string) => new DOMException('', name);
function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  hasLamp = false;
  streams = [];
  detect.mockReset().mockResolvedValue([]);
  getUserMedia.mockReset().mockImplementation(async () => openStream());
  vi.stubGlobal('BarcodeDetector', FakeDetector);
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('the camera as a scanner', () => {
  it('SC-03: takes a piece once, and no code whose check digit is wrong', async () => {
    detect.mockResolvedValue([
      { rawValue: CODE, format: 'ean_13' },
      { rawValue: '4600000000016', format: 'ean_13' },
    ]);
    const { onCode } = show();
    await waitFor(() => expect(detect.mock.calls.length).toBeGreaterThan(5));
    expect(onCode.mock.calls).toEqual([[CODE]]);
  });

  it.each([
    ['NotAllowedError', /не разрешена камера\. Разрешите её/],
    ['NotFoundError', /Камеры на этом устройстве не видно\. Подключите её/],
    ['NotReadableError', /занята другой программой или вкладкой\. Закройте её/],
    ['SomethingElse', /Камера не открылась\. Попробуйте снова/],
  ])('SC-02: says in words what to do about %s, and opens when it is done', async (name, words) => {
    getUserMedia.mockRejectedValueOnce(named(name));
    show();
    expect(await screen.findByText(words)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }));
    expect(await screen.findByLabelText('Картинка с камеры')).toBeVisible();
    await waitFor(() => expect(detect).toHaveBeenCalled());
  });

  it('SC-02: says that a page without https has no camera', async () => {
    Reflect.deleteProperty(navigator, 'mediaDevices');
    vi.stubGlobal('isSecureContext', false);
    show();
    expect(await screen.findByText(/только страницам с адресом https:/)).toBeVisible();
  });

  it('SC-04: lets go of the camera when the tab is left, and has it again when it is back', async () => {
    const { unmount } = show();
    await waitFor(() => expect(detect).toHaveBeenCalled());
    setHidden(true);
    expect(streams[0]?.track.stop).toHaveBeenCalled();
    setHidden(false);
    await waitFor(() => expect(streams).toHaveLength(2));
    expect(streams[1]?.track.stop).not.toHaveBeenCalled();
    unmount();
    await waitFor(() => expect(streams[1]?.track.stop).toHaveBeenCalled());
  });

  it('SC-04: lets go of a camera that was allowed after the dialog was closed', async () => {
    let allow: (stream: FakeStream) => void = () => undefined;
    getUserMedia.mockImplementation(() => new Promise((resolve) => (allow = resolve)));
    const { unmount } = show();
    await waitFor(() => expect(getUserMedia).toHaveBeenCalled());
    unmount();
    allow(openStream());
    await waitFor(() => expect(streams[0]?.track.stop).toHaveBeenCalled());
    expect(HTMLMediaElement.prototype.play).not.toHaveBeenCalled();
    expect(detect).not.toHaveBeenCalled();
  });

  it('says that the camera was taken away', async () => {
    show();
    await waitFor(() => expect(detect).toHaveBeenCalled());
    act(() => void streams[0]?.track.dispatchEvent(new Event('ended')));
    expect(await screen.findByText(/Камера отключилась/)).toBeVisible();
    expect(streams[0]?.track.stop).toHaveBeenCalled();
  });

  it('SC-05: says that the decoder is not here where the browser’s own reader does not work, and lets go', async () => {
    detect.mockRejectedValue(named('NotSupportedError'));
    const terminate = vi.fn<() => void>();
    class BrokenWorker extends EventTarget {
      terminate = terminate;
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
    }
    vi.stubGlobal('Worker', BrokenWorker);
    show();
    expect(await screen.findByText(/нужна небольшая программа/)).toBeVisible();
    expect(terminate).toHaveBeenCalled();
    expect(streams[0]?.track.stop).toHaveBeenCalled();
  });

  it('lights the lamp where there is one, and offers none where there is not', async () => {
    const { unmount } = show();
    await waitFor(() => expect(detect).toHaveBeenCalled());
    expect(screen.queryByRole('button', { name: 'Фонарик' })).toBeNull();
    unmount();
    hasLamp = true;
    show();
    const lamp = await screen.findByRole('button', { name: 'Фонарик' });
    await userEvent.click(lamp);
    await waitFor(() => expect(lamp).toHaveAttribute('aria-pressed', 'true'));
    expect(streams[1]?.track.applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] });
  });
});
