import { useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import type { Profile } from '#contract/users.ts';
import { withWaitingSettings } from '#offline/outbox/overlay.ts';
import { useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { OutboxIndicator } from '#parts/outbox/outbox-indicator.tsx';
import { Badge } from '#ui/badge.tsx';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import { paths } from '#lib/paths.ts';
import { useTheme } from './theme.ts';
import { useAppBadge } from './app-badge.ts';
import { ConnectionAnnouncer } from './connection-announcer.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { followEarlyPress } from './early-press.ts';
import { hasInactiveTokens, useInactiveTokenNotice } from './inactive-tokens.ts';
import { LogoutButton } from './logout-button.tsx';
import { PageCrumbs } from './page-crumbs.tsx';
import { PhoneMenu } from './phone-menu.tsx';
import { Overlays } from './overlays.tsx';
import { TopMenu } from './top-menu.tsx';
import { useUnsavedSessionWarning } from './unsaved-session.ts';
import { useUpdatePrompt } from './update-prompt.ts';

/** The frame around every page of the home area. */
export function Shell({ profile }: { profile: Profile }) {
  useTheme(withWaitingSettings(profile.settings, useOutboxContent()).theme);
  useInactiveTokenNotice(profile);
  useUnsavedSessionWarning();
  useUpdatePrompt();
  useAppBadge(profile.shipmentsWithErrors);
  const mainRef = useFocusOnNewPage();
  const navigate = useNavigate();
  // The page stands where the first frame stood, and leads where that was pressed while it was being drawn.
  useLayoutEffect(() => {
    document.getElementById('first-frame')?.remove();
    void followEarlyPress(navigate);
  }, [navigate]);
  const marks = {
    shipmentsWithErrors: profile.shipmentsWithErrors,
    hasInactiveTokens: hasInactiveTokens(profile),
  };

  return (
    <div className="flex min-h-dvh flex-col [--sticky-top:calc(3.5rem+env(safe-area-inset-top))]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-white focus:translate-y-0"
      >
        К содержанию
      </a>
      {/* Fixed, with its room below it: browsers scroll the page to a focused link of a sticky menu, which is in sight. */}
      <header
        data-print="hide"
        className="fixed inset-x-0 top-0 z-30 bg-menu pt-[env(safe-area-inset-top)] text-white forced-colors:border-b"
      >
        <div className="flex h-14 items-center gap-3 px-4 lg:gap-6 lg:px-page">
          <div className="md:hidden">
            <PhoneMenu accountName={profile.accountName} {...marks} />
          </div>
          <Link
            to={paths.home}
            className="inline-flex min-h-9 items-center gap-2.5 rounded-md text-lg font-heading focus-visible:outline-[#8c9eff]"
          >
            <Logo />
            <span className="max-lg:sr-only">Прилавок</span>
          </Link>
          <TopMenu {...marks} className="max-md:hidden" />
          <div className="ml-auto flex min-w-0 items-center gap-3 lg:gap-4">
            <OutboxIndicator />
            <ConnectionIndicator />
            <ConnectionAnnouncer />
            <span title={profile.name} className="max-w-44 truncate text-sm max-xl:hidden">
              {profile.accountName}
            </span>
            <LogoutButton className="max-md:hidden" />
          </div>
        </div>
      </header>
      <div aria-hidden data-print="hide" className="h-(--sticky-top) shrink-0" />
      <div className="flex grow flex-col p-page max-md:pt-5 max-md:pb-12">
        <main ref={mainRef} id="main" tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <PageCrumbs />
            {profile.isDemo ? (
              <Badge tone="orange" isWrapping>
                Демо: маркетплейс — симулятор
              </Badge>
            ) : null}
          </div>
          <Outlet />
        </main>
      </div>
      <Overlays />
    </div>
  );
}

/** A new page takes the focus, so that screen readers begin there and Tab does not start at the menu again. */
function useFocusOnNewPage() {
  const ref = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  // Before the effects of the page itself: a list that one comes back to gives the focus to its row.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    ref.current?.focus({ preventScroll: true });
  }, [pathname]);
  return ref;
}
