import { lazy, Suspense, useState } from 'react';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { TakingItem } from '#parts/takings/taking-item.tsx';
import { useTakings } from '#parts/takings/use-takings.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { TakenKind } from './take-named-dialog.tsx';

const TakeNamedDialog = lazy(async () => ({
  default: (await import('./take-named-dialog.tsx')).TakeNamedDialog,
}));

const KINDS: readonly { kind: TakenKind; label: string }[] = [
  { kind: 'view', label: 'Сохранённый вид' },
  { kind: 'shop', label: 'Магазин' },
  { kind: 'shipments', label: 'Последние 200 отправок' },
];

/** What was taken along, in «Данные на этом устройстве». */
export function TakingsPanel() {
  const { takings, photosOfPart, problem } = useTakings();
  const [chosen, setChosen] = useState<TakenKind | null>(null);
  const offline = useOnlineOnly()('Взять с собой можно только при связи');
  return (
    <section aria-label="Взято с собой" className="flex flex-col gap-3 border-t border-line-soft pt-4">
      <div>
        <h3 className="font-medium">Взято с собой</h3>
        <p className="text-sm text-muted">
          Карточки с фото и остатками и отправки, которые откроются без связи. Выбранные карточки берут в
          списке: «Другое» → «Взять с собой».
        </p>
      </div>
      {problem === 'impossible' ? (
        <Notice tone="warning" title="Браузер не даёт хранить взятое">
          Так бывает в приватном окне или когда данные сайта удалили.
        </Notice>
      ) : null}
      {takings === undefined && problem === null ? <Skeleton className="h-10 w-full" /> : null}
      {takings?.length ? (
        <ul className="flex flex-col divide-y divide-line-soft">
          {takings.map((taking, index) => (
            <li key={taking.id} className="py-3 first:pt-0 last:pb-0">
              {/* The oldest of those at work is the one that is gone on with. */}
              <TakingItem
                taking={taking}
                photosOfPart={index === takings.findLastIndex(({ isAtWork }) => isAtWork) ? photosOfPart : 0}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {problem === null ? (
        <Menu
          trigger={(props) => (
            <Button {...props} icon="download" iconEnd="chevron-down" isWrapping className="self-start">
              Взять с собой
            </Button>
          )}
        >
          {KINDS.map(({ kind, label }) => (
            <MenuItem key={kind} disabledReason={offline} onSelect={() => setChosen(kind)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
      {chosen ? (
        <Suspense fallback={null}>
          <TakeNamedDialog kind={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      ) : null}
    </section>
  );
}
