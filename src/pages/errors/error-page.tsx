import type { ReactNode } from 'react';
import { LinkButton } from '#ui/link-button.tsx';
import { usePageTitle } from '#ui/page-title.ts';
import { paths } from '#lib/paths.ts';

interface ErrorPageProps {
  title: string;
  text?: ReactNode;
  /** Further ways out, after the one to the home page. */
  actions?: ReactNode;
}

/** Stands in place of a page. */
export function ErrorPage({ title, text, actions }: ErrorPageProps) {
  usePageTitle(title);
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 p-page text-center">
      <h1 className="text-2xl">{title}</h1>
      {text ? <p className="max-w-md text-ink-2">{text}</p> : null}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <LinkButton to={paths.home} variant="primary">
          Перейти на главную
        </LinkButton>
        {actions}
      </div>
    </div>
  );
}
