import type { LabelDrawing, LabelsPreview } from '#contract/labels.ts';

/**
 * A page of the file, drawn from the millimetres that the PDF is drawn from: the page's policy lets no PDF into it,
 * and a phone would not show one.
 */
export function LabelPage({ page, name }: { page: NonNullable<LabelsPreview['page']>; name: string }) {
  const { widthMm, heightMm, places, drawings } = page;
  return (
    <svg
      viewBox={`0 0 ${widthMm} ${heightMm}`}
      role="img"
      aria-label={name}
      className="block max-h-[55dvh] w-full rounded-md border border-line bg-white forced-color-adjust-none"
    >
      {places.map(({ leftMm, topMm, drawing }) => {
        const drawn = drawings[drawing];
        return drawn ? (
          <g key={`${leftMm} ${topMm}`} transform={`translate(${leftMm} ${topMm})`}>
            {places.length > 1 ? <Cut {...drawn} /> : null}
            <Label {...drawn} />
          </g>
        ) : null;
      })}
    </svg>
  );
}

function Label({ bars, lines }: LabelDrawing) {
  return (
    <>
      <path
        d={bars.map(([left, top, width, height]) => `M${left} ${top}h${width}v${height}h${-width}z`).join('')}
        fill="#000"
        shapeRendering="crispEdges"
      />
      {lines.map(({ text, leftMm, baselineMm, sizeMm, widthMm }) => (
        <text
          key={`${leftMm} ${baselineMm}`}
          x={leftMm}
          y={baselineMm}
          fontSize={sizeMm}
          textLength={widthMm}
          lengthAdjust="spacingAndGlyphs"
          fontWeight={500}
          fill="#000"
          xmlSpace="preserve"
        >
          {text}
        </text>
      ))}
    </>
  );
}

/** Where a label of a sheet ends; it is not printed. */
function Cut({ widthMm, heightMm }: LabelDrawing) {
  return (
    <rect
      width={widthMm}
      height={heightMm}
      fill="none"
      stroke="#c9ced8"
      strokeWidth={0.2}
      strokeDasharray="1 1"
    />
  );
}
