import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { filmCodes } from './film-codes.ts';

interface CameraPictureProps {
  onCode: (code: string) => void;
  onProblem: (text: string) => void;
  /** null: the camera was let go. */
  onStream: (stream: MediaStream | null) => void;
}

/**
 * What the camera sees, for as long as it is looked at: a tab that is left, and a screen that is locked, let go of the camera; who
 * comes back has it again.
 */
export function CameraPicture({ onCode, onProblem, onStream }: CameraPictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const isShown = useIsPageShown();
  const take = useEffectEvent(onCode);
  const fail = useEffectEvent(onProblem);
  const tell = useEffectEvent(onStream);
  useEffect(() => {
    const picture = video.current;
    if (!isShown || !picture) return undefined;
    const end = filmCodes(picture, {
      onStream: (stream) => tell(stream),
      onCode: (code) => take(code),
      onProblem: (text) => fail(text),
    });
    return () => {
      end();
      tell(null);
    };
  }, [isShown]);
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Картинка с камеры"
      className="aspect-4/3 w-full rounded-control bg-black-soft object-cover"
    />
  );
}

function useIsPageShown(): boolean {
  const [isShown, setShown] = useState(!document.hidden);
  useEffect(() => {
    const follow = () => setShown(!document.hidden);
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return isShown;
}
