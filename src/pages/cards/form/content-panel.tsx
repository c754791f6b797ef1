import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { BrandField } from './brand-field.tsx';
import { useCardForm } from './form-context.ts';
import { DescriptionField } from './description-field.tsx';
import { SubjectPicker } from './subject-picker.tsx';
import { TagsField } from './tags-field.tsx';
import { TitleField } from './title-field.tsx';

export function ContentPanel({ subjectName }: { subjectName: string }) {
  const { values, change, errors } = useCardForm();
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        <div data-field="title">
          <TitleField />
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
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
            <BrandField />
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
        <div data-field="tags">
          <TagsField />
        </div>
      </div>
    </Panel>
  );
}
