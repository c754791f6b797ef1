import { useState } from 'react';
import { useParseCard } from '#api/card-form.ts';
import type { ParsedCard } from '#contract/card-creation.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface ParsePanelProps {
  title: string;
  /** Where the card is looked for. */
  about: string;
  /** Asked of the reseller programme. */
  isReseller?: boolean;
  onParsed: (card: ParsedCard) => void;
}

/** Fills the form from a card that is on the marketplace already. */
export function ParsePanel({ title, about, isReseller = false, onParsed }: ParsePanelProps) {
  const [nmId, setNmId] = useState('');
  const parse = useParseCard();
  const onlineOnly = useOnlineOnly();
  const isNumber = /^[1-9]\d{0,11}$/.test(nmId.trim());
  const submit = () => {
    if (!isNumber || parse.isPending) return;
    parse.mutate({ nmId: Number(nmId.trim()), isReseller }, { onSuccess: onParsed });
  };
  return (
    <Panel title={title}>
      <p className="mb-3 text-muted">{about}</p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Артикул WB (nmId)"
          className="w-full md:w-64"
          error={nmId !== '' && !isNumber ? 'Артикул WB — это от 1 до 12 цифр' : undefined}
        >
          <TextInput value={nmId} onChange={setNmId} inputMode="numeric" placeholder="218734501" />
        </Field>
        <Button
          type="submit"
          loading={parse.isPending}
          disabledReason={isNumber ? onlineOnly('Карточка читается только при связи') : 'Введите артикул WB'}
        >
          Заполнить
        </Button>
      </form>
    </Panel>
  );
}
