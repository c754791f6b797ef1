import { useState } from 'react';
import { useParseCard } from '#api/card-form.ts';
import type { ParsedCard } from '#contract/cards.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { TextInput } from '#ui/text-input.tsx';

type Source = 'own' | 'reseller';

interface ParsePanelProps {
  onParsed: (card: ParsedCard) => void;
  /** The user is in the reseller programme. */
  hasReseller: boolean;
}

/** Fills the form from a card that is on the marketplace already. */
export function ParsePanel({ onParsed, hasReseller }: ParsePanelProps) {
  const [nmId, setNmId] = useState('');
  const [source, setSource] = useState<Source>('own');
  const parse = useParseCard();
  const onlineOnly = useOnlineOnly();
  const isNumber = /^[1-9]\d{0,11}$/.test(nmId.trim());
  const submit = () => {
    if (!isNumber || parse.isPending) return;
    parse.mutate({ nmId: Number(nmId.trim()), isReseller: source === 'reseller' }, { onSuccess: onParsed });
  };
  return (
    <Panel title="Заполнить по артикулу WB">
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
        {hasReseller ? (
          <Segmented<Source>
            label="Откуда"
            value={source}
            onChange={setSource}
            options={[
              { value: 'own', label: 'Мои магазины' },
              { value: 'reseller', label: 'Программа реселлеров' },
            ]}
          />
        ) : null}
        <Button
          type="submit"
          loading={parse.isPending}
          disabledReason={isNumber ? onlineOnly('Карточка читается только при связи') : 'Введите артикул WB'}
        >
          Заполнить
        </Button>
      </form>
      <p className="mt-2 text-sm text-muted">Карточка ищется в ваших магазинах на маркетплейсе.</p>
    </Panel>
  );
}
