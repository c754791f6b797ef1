import { lazy, Suspense, useState } from 'react';
import { CommandPalette } from './command-palette.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** What the keys of every screen open. */
export function Overlays() {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const close = () => setShown(null);
  useShortcuts({ onPalette: () => setShown('palette'), onHelp: () => setShown('help') });
  return (
    <>
      {shown === 'palette' ? <CommandPalette onClose={close} /> : null}
      <Suspense fallback={null}>{shown === 'help' ? <KeyboardHelp onClose={close} /> : null}</Suspense>
    </>
  );
}
