import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { importQueries, useChooseHeadings } from '#api/imports.ts';
import type { CardImport, FirstLine } from '#contract/imports.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { unreadLinesText } from '#parts/unread-lines-text.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { meaningsOf, ONLINE_ONLY } from './import-texts.ts';

/** Which line of the file names the columns, what is not read for that, and the way to another one. */
export function HeadingChoice({ table }: { table: CardImport }) {
  // Where no column is known, another line is likely to name them.
  const [isOpen, setOpen] = useState(() => meaningsOf(table).every((meaning) => meaning === null));
  const opener = useRef<HTMLButtonElement>(null);
  const unread = unreadLinesText(table.headingLine ?? null, table.hintLines ?? []);
  return (
    <>
      {unread === null ? null : <Notice tone="info">{unread}</Notice>}
      <div>
        <Button ref={opener} size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Названия в другой строке
        </Button>
      </div>
      {isOpen ? (
        <FirstLines
          table={table}
          onChosen={() => {
            setOpen(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

interface FirstLinesProps {
  table: CardImport;
  onChosen: () => void;
}

function FirstLines({ table, onChosen }: FirstLinesProps) {
  const query = useQuery(importQueries.firstLines(table.id));
  const { data: lines } = query;
  return (
    <Panel>
      {lines ? <ChooseLine table={table} lines={lines} onChosen={onChosen} /> : null}
      {!lines && isStuck(query) ? (
        <ProblemLine
          text="Не удалось загрузить строки файла."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {!lines && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
    </Panel>
  );
}

function ChooseLine({ table, lines, onChosen }: FirstLinesProps & { lines: readonly FirstLine[] }) {
  const { id, headingLine, hintLines = [] } = table;
  const present = headingLine ?? lines[0]?.line;
  const [chosen, setChosen] = useState(present);
  const choose = useChooseHeadings(id);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  if (chosen === undefined) {
    return <p>Первые строки этой таблицы не сохранились: чтобы выбрать среди них, загрузите файл ещё раз.</p>;
  }
  const noteOf = (line: number) => {
    if (line === present) return 'Сейчас названия взяты отсюда';
    return hintLines.includes(line) ? 'Пояснения к столбцам' : undefined;
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== present && !choose.isPending) choose.mutate(chosen, { onSuccess: onChosen });
      }}
    >
      <RadioGroup
        label="В какой строке названия столбцов"
        value={String(chosen)}
        onChange={(line) => setChosen(Number(line))}
        options={lines.map(({ line, cells }) => ({
          value: String(line),
          label: (
            <span className="line-clamp-2 wrap-anywhere">
              <span className="font-medium">Строка {line}:</span>{' '}
              {cells.filter((cell) => cell !== '').join(' · ')}
            </span>
          ),
          hint: noteOf(line),
        }))}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 basis-80 grow text-sm text-muted">
          Строки выше неё не читаются. Столбцы будут названы заново, и это запомнится для файлов с такой же
          строкой.
        </p>
        <Button
          type="submit"
          loading={choose.isPending}
          disabledReason={offline ?? (chosen === present ? 'Названия уже взяты из этой строки' : null)}
        >
          Взять названия отсюда
        </Button>
      </div>
    </form>
  );
}
