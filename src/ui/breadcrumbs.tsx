import type { To } from 'react-router-dom';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

export interface Crumb {
  label: string;
  /** Absent for the current page, which is plain text. */
  to?: To | undefined;
}

export function Breadcrumbs({ items }: { items: readonly Crumb[] }) {
  return (
    <nav aria-label="Хлебные крошки" className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
        {items.map((item, index) => (
          <li key={`${index}-${item.label}`} className="flex min-w-0 items-center gap-1.5">
            {index > 0 ? <Icon name="chevron-right" size={12} className="text-faint" /> : null}
            {item.to !== undefined ? (
              <Link
                to={item.to}
                className="finger-room inline-flex min-h-6 items-center rounded-sm text-ink-2 hover:text-ink hover:underline"
              >
                {item.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
