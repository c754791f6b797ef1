import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pause } from '#lib/pause.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Detector } from './barcode-detector.ts';

const LOOK_EVERY_MS = 150;
/** The same code again within this time is the same piece, still before the camera. */
const SAME_PIECE_MS = 1_500;

interface CameraDialogProps {
  detector: Detector;
  onCode: (code: string) => void;
  /** What was counted last, for whoever looks at the camera. */
  lastText: string;
  onClose: () => void;
}

/** The camera as a scanner: a code that comes into sight is a piece, once until it is away for a moment. */
export function CameraDialog({ detector, onCode, lastText, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = useEffectEvent(onCode);
  useEffect(() => {
    const closed = new AbortController();
    let stream: MediaStream | undefined;
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const look = async () => {
      const picture = video.current;
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (closed.signal.aborted || !picture) return close();
      picture.srcObject = stream;
      await picture.play();
      const seenAtMs = new Map<string, number>();
      while (!closed.signal.aborted) {
        for (const { rawValue } of await detector.detect(picture)) {
          const lastMs = seenAtMs.get(rawValue);
          seenAtMs.set(rawValue, Date.now());
          if (lastMs === undefined || Date.now() - lastMs > SAME_PIECE_MS) take(rawValue);
        }
        await pause(LOOK_EVERY_MS, closed.signal);
      }
    };
    look().catch(() => {
      if (!closed.signal.aborted)
        setProblem(
          'Камера не открылась: её нет, она занята или браузеру не разрешили. Сканируйте сканером или введите баркод.',
        );
    });
    return () => {
      closed.abort();
      close();
    };
  }, [detector]);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Сканировать камерой"
      description="Наведите на баркод. Следующую штуку того же товара — убрав первую из кадра."
      size="sm"
      footer={<Button onClick={onClose}>Готово</Button>}
    >
      {problem ? (
        <Notice tone="warning">{problem}</Notice>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          className="aspect-4/3 w-full rounded-control bg-black-soft object-cover"
        />
      )}
      <output className="mt-3 block min-h-12 text-lg font-medium">{lastText}</output>
    </Dialog>
  );
}
