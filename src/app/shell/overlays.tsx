import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { downloads } from '#parts/downloads/downloads.ts';
import { CommandPalette } from './command-palette.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const KeyboardHelp = lazy(async () => ({ default: (await import('./keyboard-help.tsx')).KeyboardHelp }));

const DownloadTray = lazy(async () => ({
  default: (await import('#parts/downloads/download-tray.tsx')).DownloadTray,
}));

/** What the keys of every screen open, and the files that come while screens change. */
export function Overlays() {
  const hasDownloads = useSyncExternalStore(downloads.subscribe, () => downloads.getSnapshot().length > 0);
  const [shown, setShown] = useState<'palette' | 'help' | null>(null);
  const close = () => setShown(null);
  useShortcuts({ onPalette: () => setShown('palette'), onHelp: () => setShown('help') });
  return (
    <>
      {shown === 'palette' ? <CommandPalette onClose={close} /> : null}
      <Suspense fallback={null}>{shown === 'help' ? <KeyboardHelp onClose={close} /> : null}</Suspense>
      <Suspense fallback={null}>{hasDownloads ? <DownloadTray /> : null}</Suspense>
    </>
  );
}
