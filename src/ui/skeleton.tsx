import { classNames } from '#lib/class-names.ts';

/** A grey bar in place of what is being loaded; give it the size of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'block animate-pulse rounded-md bg-black-soft forced-colors:border',
        className ?? 'h-4 w-full',
      )}
    />
  );
}

interface SkeletonColumn {
  /** What hides it on some widths, or gives it its width. */
  className?: string;
  /** As its heading and its cells. */
  align?: 'end';
}

interface SkeletonRowsProps {
  count: number;
  columns: readonly SkeletonColumn[];
  /** The height of the rows to come, so that nothing moves when they do. */
  rowHeightPx: number;
}

/** Rows of a table being loaded: goes inside `<tbody>`. */
export function SkeletonRows({ count, columns, rowHeightPx }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_row, row) => (
    <tr key={row} aria-hidden style={{ height: rowHeightPx }} className="group/row">
      {columns.map(({ className, align }, column) => (
        <td
          key={column}
          className={classNames('border-b border-line-soft px-3 group-last/row:border-b-0', className)}
        >
          <Skeleton
            className={classNames(
              'h-3.5',
              SKELETON_WIDTHS[(row * 3 + column) % SKELETON_WIDTHS.length],
              align === 'end' && 'ml-auto',
            )}
          />
        </td>
      ))}
    </tr>
  ));
}

const SKELETON_WIDTHS = ['w-4/5', 'w-3/5', 'w-full', 'w-1/2', 'w-2/3'];
