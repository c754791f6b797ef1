import { Outlet } from 'react-router-dom';
import { BrandFrame } from './brand-frame.tsx';

/** The auth area: one sheet in the middle. */
export function AuthLayout() {
  return (
    <BrandFrame>
      <main className="flex grow justify-center px-4 pt-[min(12vh,6rem)] pb-10">
        <div className="w-full max-w-sm">
          <Outlet />
        </div>
      </main>
    </BrandFrame>
  );
}
