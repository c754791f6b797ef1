import { useState } from 'react';
import { useGenerateDescription } from '#api/card-form.ts';
import { characterCount, DESCRIPTION_MAX_LENGTH, USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useCardForm } from './form-context.ts';
import { ReplacedText, type Replacement } from './replaced-text.tsx';
import { TextOffer } from './text-offer.tsx';

/** The description; a written one is offered beside it and replaces it only when that is asked for. */
export function DescriptionField() {
  const { values, change, errors } = useCardForm();
  const generate = useGenerateDescription();
  const onlineOnly = useOnlineOnly();
  const [offer, setOffer] = useState<string | null>(null);
  const [replaced, setReplaced] = useState<Replacement | null>(null);
  const length = characterCount(values.description);
  const replaceWith = (description: string) => {
    setReplaced({ before: values.description, after: description });
    setOffer(null);
    change({ description });
  };
  return (
    <>
      <Field
        label="Описание"
        error={errors['description']}
        hint={
          length > USUAL_DESCRIPTION_LENGTH && length <= DESCRIPTION_MAX_LENGTH
            ? 'Больше 2000 символов маркетплейс принимает не во всех категориях'
            : undefined
        }
        counter={{
          length,
          limit: length > USUAL_DESCRIPTION_LENGTH ? DESCRIPTION_MAX_LENGTH : USUAL_DESCRIPTION_LENGTH,
        }}
        action={
          <Button
            size="sm"
            variant="ghost"
            icon="sparkle"
            loading={generate.isPending}
            onClick={() =>
              generate.mutate(
                {
                  title: values.title,
                  subjectId: values.subjectId,
                  brand: values.brand,
                  characteristics: values.characteristics,
                },
                { onSuccess: ({ description }) => setOffer(description) },
              )
            }
            disabledReason={
              values.subjectId === 0
                ? 'Сначала выберите предмет'
                : onlineOnly('Описание пишется только при связи')
            }
          >
            Написать
          </Button>
        }
      >
        <TextArea
          value={values.description}
          onChange={(description) => change({ description })}
          minRows={4}
        />
      </Field>
      {offer === null ? null : (
        <TextOffer
          label="Предложенное описание"
          sameText="Такое описание уже стоит."
          before={values.description}
          after={offer}
          onAccept={() => replaceWith(offer)}
          onClose={() => setOffer(null)}
        />
      )}
      <ReplacedText
        replaced={replaced}
        now={values.description}
        onUndo={(description) => {
          setReplaced(null);
          change({ description });
        }}
      />
    </>
  );
}
