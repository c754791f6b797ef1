import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { CameraPicture } from './camera-picture.tsx';
import { hasTorch, lightTorch } from './torch.ts';

const FELT_MS = 60;

interface CameraDialogProps {
  onCode: (code: string) => void;
  /** What was counted last, for whoever looks at the camera. */
  lastText: string;
  onClose: () => void;
}

/** The camera as a scanner: a code that comes into sight is a piece, once until it is away for a moment. */
export function CameraDialog({ onCode, lastText, onClose }: CameraDialogProps) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (code: string) => {
    // Not everywhere: phones feel it, computers do not.
    (navigator as Partial<Navigator>).vibrate?.(FELT_MS);
    onCode(code);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Сканировать камерой"
      description="Наведите на баркод. Следующую штуку того же товара — убрав первую из кадра."
      size="sm"
      footer={
        <>
          {stream && hasTorch(stream) ? <TorchButton key={stream.id} stream={stream} /> : null}
          {problem ? <Button onClick={() => setProblem(null)}>Попробовать снова</Button> : null}
          <Button onClick={onClose}>Готово</Button>
        </>
      }
    >
      {problem ? (
        <Notice tone="warning">{problem}</Notice>
      ) : (
        <CameraPicture onCode={take} onProblem={setProblem} onStream={setStream} />
      )}
      <output className="mt-3 block min-h-12 text-lg font-medium">{lastText}</output>
    </Dialog>
  );
}

function TorchButton({ stream }: { stream: MediaStream }) {
  const [isLit, setLit] = useState(false);
  return (
    <Button
      aria-pressed={isLit}
      onClick={() => void lightTorch(stream, !isLit).then((obeyed) => obeyed && setLit(!isLit))}
    >
      Фонарик
    </Button>
  );
}
