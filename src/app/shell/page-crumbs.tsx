import { useMatches } from 'react-router-dom';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { useShownPageTitle } from '#ui/page-title.ts';
import { crumbsOf } from './route-handle.ts';

/** The chain of the routes that lead to the page; a page may name the last crumb itself. */
export function PageCrumbs() {
  const crumbs = crumbsOf(useMatches());
  const page = useShownPageTitle();
  const routes = page && !page.isBelow ? crumbs.slice(0, -1) : crumbs;
  const chain: Crumb[] = routes.map(({ label, pathname }) => ({ label, to: pathname }));
  if (page) chain.push({ label: page.text });
  return (
    <Breadcrumbs
      items={chain.map((crumb, index) => (index < chain.length - 1 ? crumb : { label: crumb.label }))}
    />
  );
}
