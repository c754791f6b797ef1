/** The look shared by everything one types into or chooses from. */
export const INPUT_STYLES =
  'w-full min-w-0 rounded-control border border-line bg-panel px-3 text-base text-ink ' +
  'hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 ' +
  'aria-invalid:border-red-dot disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';
