import { useState, type RefObject } from 'react';
import { showMoreText } from '#lib/show-more-text.ts';
import { assignCard, type CountDocument } from '#offline/counts/count-document.ts';
import { Button } from '#ui/button.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CountLineRow } from './count-line-row.tsx';
import type { Comparison } from './use-comparison.ts';
import type { CountStep } from './use-counts.ts';

/** More rows with their fields make each scan slow on an old tablet. */
const SHOWN_AT_FIRST = 200;

interface CountLinesProps {
  count: CountDocument;
  comparison: Comparison;
  apply: (step: CountStep) => Promise<unknown>;
  scannedRef: RefObject<string>;
}

/** What was counted, the newest first. */
export function CountLines({ count, comparison, apply, scannedRef }: CountLinesProps) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const [assigned, setAssigned] = useState<string | null>(null);
  const reasons = new Map(count.comparison?.uncompared.map(({ key, reason }) => [key, reason]));
  const newestFirst = count.lines.toReversed();
  const barcode = count.lines.find(({ key }) => key === assigned)?.barcode;
  return (
    <section aria-label="Посчитано">
      <ul aria-label="Посчитанные товары" className="overflow-clip rounded-panel border border-line bg-panel">
        {newestFirst.slice(0, shown).map((line) => (
          <CountLineRow
            key={line.key}
            line={line}
            isSent={count.sent !== null}
            compared={comparison.lines.get(line.key)}
            uncompared={reasons.get(line.key)}
            apply={apply}
            onAssign={() => setAssigned(line.key)}
            scannedRef={scannedRef}
          />
        ))}
      </ul>
      {newestFirst.length > shown ? (
        <Button className="mt-3" onClick={() => setShown(shown + SHOWN_AT_FIRST)}>
          {showMoreText(SHOWN_AT_FIRST, newestFirst.length - shown)}
        </Button>
      ) : null}
      {assigned !== null && barcode !== undefined ? (
        <AssignDialog
          barcode={barcode}
          onClose={() => setAssigned(null)}
          onPick={(card) => {
            setAssigned(null);
            void apply((one) => assignCard(one, assigned, card));
          }}
        />
      ) : null}
    </section>
  );
}
