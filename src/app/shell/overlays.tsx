import { lazy, Suspense, useState } from 'react';
import { useShortcuts } from './use-shortcuts.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

/** What the keys of every screen open; loaded when first asked for. */
export function Overlays() {
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const close = () => setShown(null);
  useShortcuts({ onPalette: () => setShown('palette'), onHelp: () => setShown('help') });
  return (
    <Suspense fallback={null}>
      {shown === 'palette' ? <CommandPalette onClose={close} /> : null}
      {shown === 'help' ? <KeyboardHelp onClose={close} /> : null}
    </Suspense>
  );
}
