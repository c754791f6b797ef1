import { useState } from 'react';
import { characterCount, DESCRIPTION_MAX_LENGTH, USUAL_DESCRIPTION_LENGTH } from '#contract/card-rules.ts';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useDescriptionWriter } from './use-description-writer.tsx';
import { useCardForm } from './form-context.ts';
import { ReplacedText, type Replacement } from './replaced-text.tsx';

/** The description; a written one is offered beside it and replaces it only when that is asked for. */
export function DescriptionField() {
  const { values, change, errors } = useCardForm();
  const [replaced, setReplaced] = useState<Replacement | null>(null);
  const length = characterCount(values.description);
  const { button, offer } = useDescriptionWriter({
    before: values.description,
    title: values.title,
    onTake: (description) => {
      setReplaced({ before: values.description, after: description });
      change({ description });
    },
  });
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
        action={button}
      >
        <TextArea
          value={values.description}
          onChange={(description) => change({ description })}
          minRows={4}
        />
      </Field>
      {offer}
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
