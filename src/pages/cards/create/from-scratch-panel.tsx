import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { SubjectDialog } from '#pages/cards/form/subject-dialog.tsx';

interface FromScratchPanelProps {
  onStart: (subject: { id: number; name: string }) => void;
  /** Without a subject. */
  onOpenForm: () => void;
}

/** The subject first: it decides which characteristics the card has. Without a connection the form is open all the same. */
export function FromScratchPanel({ onStart, onOpenForm }: FromScratchPanelProps) {
  const { data: recent } = useQuery(directoryQueries.recentSubjects());
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Panel title="С нуля">
      <p className="mb-3 text-muted">Начните с предмета: от него зависят характеристики карточки.</p>
      {recent && recent.length > 0 ? (
        <ul aria-label="Недавние предметы" className="mb-3 flex flex-wrap gap-2">
          {recent.map((subject) => (
            <li key={subject.id} className="min-w-0">
              <Button size="sm" className="max-w-full" onClick={() => onStart(subject)}>
                <span className="truncate">{subject.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          Выбрать предмет
        </Button>
        <Button variant="ghost" onClick={onOpenForm}>
          Пустая форма
        </Button>
      </div>
      {isChoosing ? (
        <SubjectDialog
          onClose={() => setChoosing(false)}
          onChoose={(id, name) => {
            setChoosing(false);
            onStart({ id, name });
          }}
        />
      ) : null}
    </Panel>
  );
}
