import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cardTemplateQueries, useReadCardTemplate } from '#api/card-templates.ts';
import type { TemplateContent } from '#contract/card-templates.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { ProblemLine } from '#parts/problem-line.tsx';
import { Panel } from '#ui/panel.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TemplateRow } from './template-row.tsx';

/** More are looked through by their names. */
const SHOWN_WITHOUT_SEARCH = 8;

interface TemplatesPanelProps {
  onStart: (content: TemplateContent, subjectName: string) => void;
}

/** The account's templates: a press fills the form. */
export function TemplatesPanel({ onStart }: TemplatesPanelProps) {
  const templates = useQuery(cardTemplateQueries.list());
  // The panel's, not a row's: the list may be read anew, or searched, before the template is here.
  const read = useReadCardTemplate();
  const [search, setSearch] = useState('');
  const all = templates.data;
  const wanted = search.trim().toLowerCase();
  const shown = all?.filter(({ name, subjectName }) =>
    `${name} ${subjectName}`.toLowerCase().includes(wanted),
  );
  return (
    <Panel title="Из шаблона">
      {all && all.length > SHOWN_WITHOUT_SEARCH ? (
        <SearchInput
          label="Поиск шаблона"
          placeholder="Название или предмет"
          value={search}
          onChange={setSearch}
        />
      ) : null}
      {shown && shown.length > 0 ? (
        <ul className="-mx-2 max-h-96 overflow-y-auto">
          {shown.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              isOpening={read.isPending && read.variables === template.id}
              onOpen={() =>
                read.mutate(template.id, {
                  onSuccess: ({ content, subjectName }) => onStart(content, subjectName),
                })
              }
            />
          ))}
        </ul>
      ) : null}
      {all && all.length > 0 && shown?.length === 0 ? (
        <p className="mt-3 text-muted" aria-live="polite">
          Такого шаблона нет
        </p>
      ) : null}
      {all?.length === 0 ? (
        <p className="text-muted">
          Шаблонов пока нет. Откройте карточку и выберите в её меню «Сохранить как шаблон».
        </p>
      ) : null}
      {all === undefined && !isStuck(templates) ? <Skeleton className="h-9 w-full" /> : null}
      {all === undefined && isStuck(templates) ? (
        <ProblemLine
          text="Шаблоны не загрузились."
          error={templates.error}
          onRetry={() => void templates.refetch()}
        />
      ) : null}
    </Panel>
  );
}
