/** Line icons on a 16×16 grid, drawn with a 1.5 stroke in the colour of the text. */
export const ICON_PATHS = {
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-right': 'm6 4 4 4-4 4',
  'chevron-left': 'm10 4-4 4 4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  'arrow-down': 'M8 3v10M4 9l4 4 4-4',
  'arrow-left': 'M13 8H3m4 4L3 8l4-4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  archive: 'M2.5 3h11v3h-11zM3.5 6v7h9V6M6.5 8.5h3',
  calendar: 'M3 4h10v9H3zM3 7h10M5.5 2.5V5M10.5 2.5V5',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  clock: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M8 5v3.2l2.2 1.4',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  download: 'M8 2.5v8M4.5 7.2 8 10.7l3.5-3.5M3 13.5h10',
  drag: 'M6 3.5v.01M10 3.5v.01M6 8v.01M10 8v.01M6 12.5v.01M10 12.5v.01',
  edit: 'M3 13v-2.6l7.5-7.5 2.6 2.6L5.6 13z',
  error: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M8 5v3.6M8 11v.01',
  external: 'M7 3.5H3.5v9h9V9M9.5 2.5h4v4M13.2 2.8 7.5 8.5',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8M8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6',
  'eye-off':
    'M6.3 4c.5-.1 1.1-.2 1.7-.2 4 0 6.2 4.2 6.2 4.2s-.6 1.2-1.8 2.3M9.6 12c-.5.1-1 .2-1.6.2C4 12.2 1.8 8 1.8 8s.6-1.2 1.8-2.3M2.5 2.5l11 11',
  image: 'M2.5 3h11v10h-11zm0 8 3.3-3.3 2.5 2.5 1.7-1.7 3.5 3.3M10 6v.01',
  info: 'M8 2.2a5.8 5.8 0 1 1 0 11.6A5.8 5.8 0 0 1 8 2.2M8 7.4V11M8 5v.01',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.2-2.2A2.6 2.6 0 1 0 9 3.3l-.7.7M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.3 9A2.6 2.6 0 1 0 7 12.7l.7-.7',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  menu: 'M2.5 4h11m-11 4h11m-11 4h11',
  minus: 'M3.5 8h9',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  offline:
    'M2.5 2.5l11 11M1.8 6.3A9.6 9.6 0 0 1 4.3 4.7M7 3.8a9.6 9.6 0 0 1 7.2 2.5M4.2 8.8a6 6 0 0 1 2-1.2M10.5 8a6 6 0 0 1 1.3.8M8 12v.01',
  plus: 'M8 3.5v9m-4.5-4.5h9',
  refresh: 'M13 8A5 5 0 1 1 11.3 4.2M13 2.5v3h-3',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M10.3 10.3l3.2 3.2',
  send: 'm2.5 7.5 11-5-4.2 11-2-4.8zM7.3 8.7l6.2-6.2',
  settings:
    'M2.5 4.5h5m3 0h3M2.5 11.5h3m3 0h5M9 3a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3M7 10a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3',
  sparkle: 'M8 2.5 9.4 6.6 13.5 8 9.4 9.4 8 13.5 6.6 9.4 2.5 8l4.1-1.4z',
  star: 'm8 2.3 1.7 3.6 4 .5-2.9 2.7.7 3.9L8 11.1 4.5 13l.7-3.9L2.3 6.4l4-.5z',
  table: 'M2.5 3h11v10h-11zm0 3.3h11m-11 3.4h11M6.5 3v10',
  trash: 'M2.5 4.2h11M6 4V2.5h4V4M4 4.2l.6 9.3h6.8l.6-9.3M6.6 7v4M9.4 7v4',
  undo: 'M3 6.5h6.5a3.3 3.3 0 0 1 0 6.6H6M5.8 3.5 2.8 6.5l3 3',
  upload: 'M8 10.7V2.7M4.5 6.2 8 2.7l3.5 3.5M3 13.5h10',
  warning: 'M8 2.5 14 13H2zM8 6.3v3.2M8 11.3v.01',
} as const;

export type IconName = keyof typeof ICON_PATHS;

interface IconProps {
  name: IconName;
  /** In pixels; 16 by default. */
  size?: number;
  /** Said by screen readers; without it the icon is decoration. */
  label?: string;
  className?: string;
}

export function Icon({ name, size = 16, label, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'drag' ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className ?? ''}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
