import { isRouteErrorResponse, Outlet, useRouteError } from 'react-router-dom';
import { useSession } from '#api/session/session.ts';
import { NotFoundPage } from '#pages/errors/not-found-page.tsx';
import { SomethingWrongPage } from '#pages/errors/something-wrong-page.tsx';
import { BrandFrame } from './brand-frame.tsx';
import { HomeLayout } from './home-layout.tsx';

/** What stands in place of a page that cannot be found, loaded or drawn. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <SomethingWrongPage isPartMissing={isMissingChunk(error)} />;
}

/** The page's own code did not come, as the engines say it. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)
  );
}

/** The same where there is no frame around the page. */
export function RootError() {
  return (
    <BrandFrame>
      <main className="flex grow flex-col">
        <RouteError />
      </main>
    </BrandFrame>
  );
}

/** Around «Страница не найдена»: a signed-in user keeps the menu, and can go on from there. */
export function UnknownRouteFrame() {
  const { isLoggedIn } = useSession();
  if (isLoggedIn) return <HomeLayout />;
  return (
    <BrandFrame>
      <main className="flex grow flex-col">
        <Outlet />
      </main>
    </BrandFrame>
  );
}
