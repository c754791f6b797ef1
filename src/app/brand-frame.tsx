import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import { paths } from '#lib/paths.ts';

/** The dark bar with the name alone, for pages outside the home area. */
export function BrandFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center bg-menu px-4 text-white lg:px-page">
        <Link
          to={paths.home}
          className="inline-flex min-h-10 items-center gap-2.5 rounded-md text-lg font-heading focus-visible:outline-[#8c9eff]"
        >
          <Logo />
          Прилавок
        </Link>
      </header>
      {children}
    </div>
  );
}
