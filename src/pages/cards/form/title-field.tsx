import { useState } from 'react';
import { useWrittenTitles } from '#api/written-titles.ts';
import { characterCount, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { WrittenTitles } from '#contract/card-texts.ts';
import { wordDifference } from '#lib/word-difference.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Marked } from '#parts/cards/text-change.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCardForm } from './form-context.ts';
import { ModelNote } from './model-note.tsx';
import { ReplacedText, type Replacement } from './replaced-text.tsx';

/** The title, with variants that are offered and taken one by one. */
export function TitleField() {
  const { values, change, errors } = useCardForm();
  const writer = useWrittenTitles();
  const onlineOnly = useOnlineOnly();
  const [variants, setVariants] = useState<WrittenTitles | null>(null);
  const [replaced, setReplaced] = useState<Replacement | null>(null);
  const suggest = () =>
    writer.write(
      {
        title: values.title,
        subjectId: values.subjectId,
        brand: values.brand,
        characteristics: values.characteristics,
        count: 5,
      },
      { onSuccess: setVariants },
    );
  const take = (title: string) => {
    setReplaced({ before: values.title, after: title });
    setVariants(null);
    change({ title });
  };
  return (
    <>
      <Field
        label="Наименование"
        isRequired
        error={errors['title']}
        counter={{ length: characterCount(values.title), limit: TITLE_MAX_LENGTH }}
        action={
          writer.isSlow ? (
            <Button size="sm" variant="ghost" icon="close" onClick={writer.stop}>
              Остановить
            </Button>
          ) : (
            <Button
              size="sm"
              variant="ghost"
              icon="sparkle"
              loading={writer.isWriting}
              onClick={suggest}
              disabledReason={
                values.subjectId === 0
                  ? 'Сначала выберите предмет'
                  : onlineOnly('Варианты предлагаются только при связи')
              }
            >
              Предложить варианты
            </Button>
          )
        }
      >
        <TextInput value={values.title} onChange={(title) => change({ title })} />
      </Field>
      {variants ? (
        <>
          <ul aria-label="Варианты наименования" className="mt-2 flex flex-wrap gap-2">
            {variants.titles.map((variant) => (
              <li key={variant} className="max-w-full">
                <Button size="sm" className="max-w-full" onClick={() => take(variant)}>
                  <span className="truncate">
                    <Marked parts={wordDifference(values.title, variant).is} tone="bg-green-soft" />
                  </span>
                </Button>
              </li>
            ))}
            {variants.titles.length === 0 ? (
              <li className="text-sm text-muted">Других вариантов нет: заполните характеристики.</li>
            ) : null}
          </ul>
          <ModelNote source={variants.source} />
        </>
      ) : null}
      <ReplacedText
        replaced={replaced}
        now={values.title}
        onUndo={(title) => {
          setReplaced(null);
          change({ title });
        }}
      />
    </>
  );
}
