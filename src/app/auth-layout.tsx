import { Link, Outlet } from 'react-router-dom';
import { Logo } from '#ui/logo.tsx';
import { paths } from './paths.ts';

/** The auth area: the same dark bar as the shell's, and one sheet in the middle. */
export function AuthLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-14 shrink-0 items-center bg-menu px-page pt-[env(safe-area-inset-top)] text-white">
        <Link
          to={paths.home}
          className="inline-flex min-h-10 items-center gap-2.5 rounded-md text-lg font-heading"
        >
          <Logo />
          Прилавок
        </Link>
      </header>
      <main className="flex grow justify-center px-4 pt-[min(12vh,6rem)] pb-10">
        <div className="w-full max-w-sm">
          <Outlet />
        </div>
      </main>
    </div>
  );
}
