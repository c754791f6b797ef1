import { Button } from '#ui/button.tsx';

/** A text that is still being written; nothing of it can be taken yet. */
export function TextOnItsWay({ text, onStop }: { text: string; onStop: () => void }) {
  if (text === '') return null;
  return (
    <section aria-label="Описание пишется" className="mt-2 rounded-control border border-line bg-sunken p-3">
      <p aria-busy className="max-h-40 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <Button size="sm" className="mt-3" icon="close" onClick={onStop}>
        Остановить
      </Button>
    </section>
  );
}
