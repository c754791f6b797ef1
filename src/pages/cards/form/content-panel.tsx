import { useState } from 'react';
import { useGenerateDescription, useGenerateTitles } from '#api/cards.ts';
import { DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/cards.ts';
import { graphemeLength } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCardForm } from './form-context.ts';
import { SubjectPicker } from './subject-picker.tsx';

/** Longer descriptions are accepted in some categories only; past this a seller is warned. */
const USUAL_DESCRIPTION_LENGTH = 2000;

export function ContentPanel({ subjectName }: { subjectName: string }) {
  const { values, change, errors } = useCardForm();
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        <div data-field="title">
          <TitleField />
        </div>
        <div className="grid gap-4 md:grid-cols-3">
          <div data-field="vendorCode">
            <Field label="Артикул продавца" isRequired error={errors['vendorCode']}>
              <TextInput
                value={values.vendorCode}
                onChange={(vendorCode) => change({ vendorCode })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          </div>
          <div data-field="brand">
            <Field label="Бренд" error={errors['brand']}>
              <TextInput
                value={values.brand}
                onChange={(brand) => change({ brand })}
                placeholder="Нет бренда"
              />
            </Field>
          </div>
          <div data-field="subjectId">
            <SubjectPicker
              subjectId={values.subjectId}
              subjectName={subjectName}
              onChange={(subjectId) => change({ subjectId, characteristics: [] })}
              error={errors['subjectId']}
            />
          </div>
        </div>
        <div data-field="description">
          <DescriptionField />
        </div>
      </div>
    </Panel>
  );
}

function TitleField() {
  const { values, change, errors } = useCardForm();
  const generate = useGenerateTitles();
  const onlineOnly = useOnlineOnly();
  const [variants, setVariants] = useState<string[] | null>(null);
  const suggest = () =>
    generate.mutate(
      {
        title: values.title,
        subjectId: values.subjectId,
        brand: values.brand,
        characteristics: values.characteristics,
        count: 5,
      },
      { onSuccess: ({ titles }) => setVariants(titles) },
    );
  return (
    <>
      <Field
        label="Наименование"
        isRequired
        error={errors['title']}
        counter={{ length: graphemeLength(values.title), limit: TITLE_MAX_LENGTH }}
        action={
          <Button
            size="sm"
            variant="ghost"
            icon="sparkle"
            loading={generate.isPending}
            onClick={suggest}
            disabledReason={
              values.subjectId === 0
                ? 'Сначала выберите предмет'
                : onlineOnly('Варианты предлагаются только при связи')
            }
          >
            Предложить варианты
          </Button>
        }
      >
        <TextInput value={values.title} onChange={(title) => change({ title })} />
      </Field>
      {variants ? (
        <ul aria-label="Варианты наименования" className="mt-2 flex flex-wrap gap-2">
          {variants.map((variant) => (
            <li key={variant}>
              <Button
                size="sm"
                onClick={() => {
                  change({ title: variant });
                  setVariants(null);
                }}
              >
                {variant}
              </Button>
            </li>
          ))}
          {variants.length === 0 ? (
            <li className="text-sm text-muted">Других вариантов нет: заполните характеристики.</li>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

function DescriptionField() {
  const { values, change, errors } = useCardForm();
  const generate = useGenerateDescription();
  const onlineOnly = useOnlineOnly();
  const length = graphemeLength(values.description);
  return (
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
              { onSuccess: ({ description }) => change({ description }) },
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
      <TextArea value={values.description} onChange={(description) => change({ description })} minRows={4} />
    </Field>
  );
}
