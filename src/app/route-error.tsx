import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { NotFoundPage } from '#pages/errors/not-found-page.tsx';
import { SomethingWrongPage } from '#pages/errors/something-wrong-page.tsx';
import { BrandFrame } from './brand-frame.tsx';

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

export function UnknownRoute() {
  return (
    <BrandFrame>
      <main className="flex grow flex-col">
        <NotFoundPage />
      </main>
    </BrandFrame>
  );
}
