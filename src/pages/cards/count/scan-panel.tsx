import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type RefObject } from 'react';
import type { CardRow } from '#contract/card-list.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useScannedCode } from '#parts/cards/use-scanned-code.ts';
import { CameraDialog } from '#parts/scanning/camera-dialog.tsx';
import { prepareReader } from '#parts/scanning/open-reader.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import {
  countPiece,
  keyOf,
  lineOf,
  undoStep,
  type CountDocument,
  type CountTarget,
} from '#offline/counts/count-document.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CardFinder } from './card-finder.tsx';
import { countedCardOf, findSizes, type CardSize } from './found-cards.ts';
import { returnToScanning } from './return-to-scanning.ts';
import { SizeDialog } from './size-dialog.tsx';
import type { CountStep } from './use-counts.ts';

interface ScanPanelProps {
  count: CountDocument;
  apply: (step: CountStep) => Promise<CountDocument | undefined>;
  /** The code that came last, for a field that has swallowed its digits. */
  scannedRef: RefObject<string>;
}

const HINT = 'Каждый скан — одна штука. Отложенное под заказы не считайте: Wildberries его уже вычел.';
/** Typed by hand and closed with Enter it is a code, and no word to look for. */
const CODE = /^\d{8,}$/;

/** The field that everything is counted by, with what was counted last. */
export function ScanPanel({ count, apply, scannedRef }: ScanPanelProps) {
  const queryClient = useQueryClient();
  const isReachable = canReachServer(useConnectivity());
  const [typed, setTyped] = useState('');
  const [last, setLast] = useState<{ key: string; times: number } | null>(null);
  const [sized, setSized] = useState<{ card: CardRow; sizes: CardSize[] } | null>(null);
  const [isFilming, setFilming] = useState(false);
  useEffect(returnToScanning, []);
  useEffect(() => {
    if (isReachable) void prepareReader();
  }, [isReachable]);

  const add = async (target: CountTarget) => {
    const key = keyOf(target);
    let isFull = false;
    const kept = await apply((one) => {
      const next = countPiece(one, target, Date.now());
      isFull = next === one;
      return next;
    });
    if (isFull) showToast({ type: 'error', text: 'Больше не помещается: начните ещё один пересчёт' });
    else if (kept) setLast((before) => ({ key, times: (before?.times ?? 0) + 1 }));
  };
  const takeCode = (code: string) => {
    scannedRef.current = code;
    const focused = document.activeElement;
    // An amount that was being typed is settled first; the digits of the code are not a part of it.
    if (focused instanceof HTMLElement && focused.matches('[data-takes-scan]')) focused.blur();
    setTyped('');
    void add({ barcode: code, card: null });
  };
  useScannedCode(takeCode);

  const pick = async (card: CardRow) => {
    const sizes = await findSizes(queryClient, card.id, isReachable);
    setTyped('');
    returnToScanning();
    if (sizes.length > 1) setSized({ card, sizes });
    else await add({ barcode: sizes[0]?.barcode ?? '', card: countedCardOf(card) });
  };
  const text = last ? lastText(count, last.key) : '';
  return (
    <Panel>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow basis-80">
          <CardFinder
            label="Баркод, название или артикул"
            placeholder="Сканируйте баркод или введите название, артикул"
            typed={typed}
            onType={setTyped}
            onPick={(card) => void pick(card)}
            onKeyDown={(event) => {
              const code = typed.replaceAll(/\s/g, '');
              if (event.key !== 'Enter' || !CODE.test(code)) return;
              event.preventDefault();
              takeCode(code);
            }}
          />
        </div>
        <Button size="lg" icon="image" className="h-12" onClick={() => setFilming(true)}>
          Камера
        </Button>
      </div>
      <div className="mt-3 flex min-h-14 flex-wrap items-center gap-3">
        <output
          key={last?.times ?? 0}
          className="min-w-0 grow basis-64 animate-fade-in text-lg font-medium wrap-anywhere"
        >
          {text || <span className="text-base font-normal text-muted">{HINT}</span>}
        </output>
        <Button
          size="lg"
          icon="undo"
          disabledReason={count.undo.length === 0 ? 'Отменять нечего' : null}
          onClick={() => {
            setLast(null);
            void apply(undoStep);
          }}
        >
          Отменить последнее
        </Button>
      </div>
      {sized ? (
        <SizeDialog
          title={sized.card.title}
          sizes={sized.sizes}
          onClose={() => setSized(null)}
          onPick={({ barcode }) => {
            setSized(null);
            void add({ barcode, card: countedCardOf(sized.card) });
          }}
        />
      ) : null}
      {isFilming ? (
        <CameraDialog onCode={takeCode} lastText={text} onClose={() => setFilming(false)} />
      ) : null}
    </Panel>
  );
}

function lastText(count: CountDocument, key: string): string {
  const line = lineOf(count, key);
  if (!line) return '';
  return `${line.card?.title ?? `Баркод ${line.barcode}`} — ${formatInteger(line.amount)} шт.`;
}
