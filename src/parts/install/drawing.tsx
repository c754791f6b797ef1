import type { ReactNode } from 'react';

/** A sketch of a part of somebody's screen. What it shows is said by the step's text. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 220 120" aria-hidden className="w-full max-w-64 shrink-0 rounded-control bg-sunken">
      {children}
    </svg>
  );
}

/** Text that is too small to read: a grey bar. */
export function TextBar({ x, y, width }: { x: number; y: number; width: number }) {
  return <rect x={x} y={y} width={width} height={6} rx={3} className="fill-line" />;
}

/** Draws the eye to what is to be pressed. */
export function PressHere({ x, y, radius = 15 }: { x: number; y: number; radius?: number }) {
  return <circle cx={x} cy={y} r={radius} className="fill-accent/15 stroke-accent" strokeWidth={2} />;
}

/** The square with an arrow upwards: Apple's sign for sharing. */
export function ShareSign({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x} ${y + 3}v-12m-4 4 4-4 4 4M${x - 3} ${y - 2}h-3v11h12v-11h-3`}
      fill="none"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-accent"
    />
  );
}

/** The square with a plus: «to the Home Screen». */
export function AddSign({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x - 7} ${y - 7}h14v14h-14zM${x} ${y - 3.5}v7m-3.5-3.5h7`}
      fill="none"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="stroke-ink-2"
    />
  );
}

/** The app's own mark as an icon. */
export function AppIcon({ x, y, size = 28 }: { x: number; y: number; size?: number }) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="-4 -4 32 32">
      <rect x={-4} y={-4} width={32} height={32} rx={7} className="fill-menu" />
      <path fill="#fff" d="M5 3h14a1 1 0 0 1 1 .8L21 8H3l1-4.2A1 1 0 0 1 5 3" />
      <path fill="#3d5afe" d="M3 8h6v2.5a3 3 0 0 1-6 0zM15 8h6v2.5a3 3 0 0 1-6 0z" />
      <path fill="#8c9eff" d="M9 8h6v2.5a3 3 0 0 1-6 0z" />
      <path fill="#fff" d="M5 16h14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1z" />
    </svg>
  );
}

export function Label({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text x={x} y={y} className="fill-ink text-[9px]">
      {children}
    </text>
  );
}
