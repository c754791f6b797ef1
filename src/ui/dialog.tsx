import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { PointerEvent, ReactNode, SubmitEvent } from 'react';
import { createPortal } from 'react-dom';
import { afterPress } from '#lib/after-press.ts';
import { classNames } from '#lib/class-names.ts';
import { addDialogLayer } from './dialog-layers.ts';
import { IconButton } from './icon-button.tsx';
import { useKeyboardScroll } from './use-keyboard-scroll.ts';

type DialogSize = 'sm' | 'md' | 'lg' | 'xl';

const WIDTHS: Record<DialogSize, string> = {
  sm: 'md:max-w-md',
  md: 'md:max-w-xl',
  lg: 'md:max-w-3xl',
  xl: 'md:max-w-5xl',
};

interface DialogProps {
  open: boolean;
  /** Asked by Escape, the cross and a press on the backdrop. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
  size?: DialogSize;
  /** Makes the dialog a form: Enter in a field and a footer button of type submit call it. */
  onSubmit?: () => void;
  /** False while leaving would lose work: Escape, the cross and the backdrop then do nothing. */
  isDismissible?: boolean;
  children?: ReactNode;
}

/**
 * A modal dialog on the browser's own `<dialog>`: the rest of the page is inert, Escape closes, focus returns to where it
 * was. On a phone it is a sheet at the bottom. Focus starts at `data-autofocus`, else at the first field, else at the
 * dialog itself, so that Enter never confirms by accident.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<OpenDialog {...props} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  footer,
  size = 'md',
  onSubmit,
  isDismissible = true,
  children,
}: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const isPressOnBackdrop = useRef(false);
  const id = useId();
  const [bodyRef, bodyStop] = useKeyboardScroll();
  useModal(ref);

  const requestClose = () => {
    if (isDismissible) onClose();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog inside another form's React tree must not submit that form.
    event.stopPropagation();
    onSubmit?.();
  };

  const inside = (
    <>
      <header className="flex items-start gap-3 px-5 pt-4 pb-3 md:px-6 md:pt-5">
        <div className="min-w-0 grow">
          <h2 id={`${id}-title`} className="text-lg">
            {title}
          </h2>
          {description ? (
            <div id={`${id}-description`} className="mt-1 text-ink-2">
              {description}
            </div>
          ) : null}
        </div>
        {isDismissible ? (
          <IconButton icon="close" label="Закрыть" size="sm" onClick={requestClose} className="-mt-1 -mr-2" />
        ) : null}
      </header>
      {children ? (
        <div
          ref={bodyRef}
          data-dialog-body
          className="min-h-0 grow overflow-y-auto px-5 pt-1 pb-5 -outline-offset-2 md:px-6"
          {...bodyStop}
        >
          {children}
        </div>
      ) : null}
      {footer ? (
        <footer className="flex flex-wrap justify-end gap-2 wrapping-buttons-control border-t border-line-soft px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:px-6">
          {footer}
        </footer>
      ) : null}
    </>
  );
  const panel = {
    tabIndex: -1,
    'data-dialog-panel': true,
    onPointerDown: holdHeight,
    className: classNames(
      'flex max-h-[min(92dvh,calc(100dvh-var(--notices-height)-0.5rem))] w-full animate-sheet-in flex-col overflow-hidden rounded-t-panel bg-panel text-ink shadow-float outline-none forced-colors:border md:max-h-[calc(100dvh-2*max(2rem,calc(var(--notices-height)+0.75rem)))] md:rounded-panel',
      WIDTHS[size],
    ),
  };

  return (
    // The backdrop's press is for the mouse alone: the keyboard has Escape and the cross.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      aria-labelledby={`${id}-title`}
      {...(description ? { 'aria-describedby': `${id}-description` } : {})}
      onCancel={(event) => {
        // The browser's own closing would leave the page thinking that the dialog is open.
        event.preventDefault();
        if (event.target === event.currentTarget) requestClose();
      }}
      onClose={(event) => {
        // A second Escape closes a dialog whatever its page says. The event comes late: by then the dialog may be open
        // again, as it is when React mounts twice in development.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
      onPointerDown={(event) => {
        isPressOnBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressOnBackdrop.current) requestClose();
      }}
      className="fixed inset-0 m-0 flex h-dvh max-h-none w-full max-w-none animate-fade-in items-end justify-center overflow-hidden border-0 bg-transparent p-0 backdrop:animate-fade-in backdrop:bg-[rgb(14_17_23/45%)] md:items-center md:p-8"
    >
      {onSubmit ? (
        <form onSubmit={submit} noValidate {...panel}>
          {inside}
        </form>
      ) : (
        <div {...panel}>{inside}</div>
      )}
    </dialog>
  );
}

/** What comes while a button is pressed would move the foot away from under it, and the press would be lost. */
function holdHeight({ currentTarget: { style, offsetHeight } }: PointerEvent<HTMLElement>): void {
  style.height = `${offsetHeight}px`;
  afterPress(() => (style.height = ''));
}

function useModal(ref: { current: HTMLDialogElement | null }): void {
  const opener = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    opener.current ??= document.activeElement;
    dialog.showModal();
    firstFocus(dialog)?.focus();
    const removeLayer = addDialogLayer(dialog);
    return () => {
      removeLayer();
      dialog.close();
    };
  }, [ref]);

  useEffect(
    () => () => {
      const { activeElement } = document;
      const isFocusLost = activeElement === null || activeElement === document.body;
      if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
    [],
  );
}

function firstFocus(dialog: HTMLElement): HTMLElement | null {
  const field = ':is(input, select, textarea):not(:disabled, [type="hidden"])';
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(`[data-dialog-body] ${field}`) ??
    dialog.querySelector<HTMLElement>('[data-dialog-panel]')
  );
}
