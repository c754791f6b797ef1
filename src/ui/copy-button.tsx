import { useEffect, useRef, useState } from 'react';
import { copyText } from '#lib/clipboard.ts';
import { classNames } from '#lib/class-names.ts';
import { FloatingLayer } from './floating-layer.tsx';
import { Icon } from './icon.tsx';
import { showToast } from './toast-store.ts';

/** How long «Скопировано» stays. */
export const COPY_SUCCESS_MS = 3000;

interface CopyButtonProps {
  text: string;
  /** What is copied, as «артикул»: the button is called «Скопировать артикул». */
  what?: string;
  className?: string;
}

/** Copies a text and says so only when it is true. */
export function CopyButton({ text, what, className }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    clearTimeout(timer.current);
    setPressed(true);
    const isDone = await copyText(text);
    setCopied(isDone);
    if (isDone) timer.current = setTimeout(() => setCopied(false), COPY_SUCCESS_MS);
    else showToast({ type: 'error', text: 'Не удалось скопировать: браузер не дал доступа к буферу обмена' });
  };

  return (
    <>
      <button
        ref={anchor}
        type="button"
        onClick={() => void copy()}
        aria-label={what ? `Скопировать ${what}` : 'Скопировать'}
        title={what ? `Скопировать ${what}` : 'Скопировать'}
        className={classNames(
          'finger-room -my-1 inline-flex size-6 shrink-0 items-center justify-center rounded-md align-middle hover:bg-hover hover:text-ink',
          isCopied ? 'text-green' : 'copy-mark text-muted',
          className,
        )}
      >
        {/* The usual mark is drawn by the style: a list has one in each row. */}
        {isCopied ? <Icon name="check" size={14} /> : null}
      </button>
      {/* It is there before it says anything, as screen readers need it; not before the first press, for a list of buttons. */}
      {isPressed ? (
        <output className="absolute">
          {isCopied ? (
            // In the top layer: beside the button it would widen a page that ends there.
            <FloatingLayer
              anchor={anchor}
              align="center"
              side="above"
              className="pointer-events-none rounded-md bg-bar px-2 py-0.5 text-xs whitespace-nowrap text-white forced-colors:border"
            >
              Скопировано
            </FloatingLayer>
          ) : null}
        </output>
      ) : null}
    </>
  );
}
