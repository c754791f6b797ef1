import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { afterPress } from '#lib/after-press.ts';
import { classNames } from '#lib/class-names.ts';
import { firstScreen } from '#api/first-screen.ts';
import { loadQuietly } from '#lib/load-quietly.ts';
import type { LiveMenu } from './live-menu.tsx';
import type { MenuMarks } from './menu-entry.tsx';
import { StillMenu } from './still-menu.tsx';

/** Windows that show it: `md`. */
const WIDE = '(min-width: 48rem)';
const LOOK_INTERVAL_MS = 50;
/** From the end of a touch to its click. */
const CLICK_WITHIN_MS = 100;

const loadLiveMenu = () => import('./live-menu.tsx');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Live {
  Menu: typeof LiveMenu;
  openUnder: string;
  focusedIndex: number;
}

/**
 * The horizontal menu. The library that opens its submenus comes after the first screen, or when the menu is touched,
 * and takes the place of the same menu without it: with the focus where it was, and the submenu open that was asked for.
 */
export function TopMenu({ className, ...marks }: MenuMarks & { className?: string }) {
  const [live, setLive] = useState<Live>();
  const still = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  const openUnder = useRef('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  const enliven = useCallback(async () => {
    try {
      const { LiveMenu: Menu } = await loadQuietly(loadLiveMenu);
      while (isPressed.current) await wait(LOOK_INTERVAL_MS);
      const entries = [...(still.current?.querySelectorAll('a, button') ?? [])];
      const focusedIndex = entries.findIndex((entry) => entry === document.activeElement);
      // At once: nobody can press or focus what is about to go.
      flushSync(() => setLive((known) => known ?? { Menu, openUnder: openUnder.current, focusedIndex }));
    } catch {
      // The library did not come: a submenu's first page is better than a button that does nothing.
      if (openUnder.current !== '') void navigate(openUnder.current);
      openUnder.current = '';
    }
  }, [navigate]);
  // A phone has a menu of its own; on one that is turned this one waits to be touched.
  useEffect(() => {
    if (window.matchMedia(WIDE).matches) void firstScreen(queryClient).then(enliven);
  }, [queryClient, enliven]);

  /** A press that has begun on the menu ends on it: an element that is replaced meanwhile would lose its click. */
  const holdStill = () => {
    isPressed.current = true;
    afterPress(() => setTimeout(() => (isPressed.current = false), CLICK_WITHIN_MS));
  };

  const look = classNames('relative', className);
  if (live) {
    const { Menu, ...start } = live;
    return <Menu {...start} {...marks} className={look} />;
  }
  return (
    <StillMenu
      ref={still}
      marks={marks}
      className={look}
      onPointerEnter={() => void loadQuietly(loadLiveMenu).catch(() => undefined)}
      onPointerDown={holdStill}
      onFocus={() => void enliven()}
      onOpen={(under) => {
        openUnder.current = under;
        void enliven();
      }}
    />
  );
}
