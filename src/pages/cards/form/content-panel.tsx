import { inQuotes } from '#lib/text.ts';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { BrandField } from './brand-field.tsx';
import { useCardForm } from './form-context.ts';
import { DescriptionField } from './description-field.tsx';
import { KeptSubject } from './kept-subject.tsx';
import { SubjectPicker, type NamedSubject } from './subject-picker.tsx';
import { TagsField } from './tags-field.tsx';
import { TitleField } from './title-field.tsx';

export interface ContentPanelProps {
  subject: NamedSubject;
  /** Another one was chosen. */
  onSubject?: (subject: NamedSubject) => void;
}

export function ContentPanel({ subject, onSubject }: ContentPanelProps) {
  const { values, change, errors, kept } = useCardForm();
  return (
    <Panel>
      <div className="flex flex-col gap-4">
        <div data-field="title">
          <TitleField />
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
          <div data-field="vendorCode">
            <Field
              label="Артикул продавца"
              isRequired
              error={errors['vendorCode']}
              hint={keptCodesText(values.vendorCode, kept?.vendorCodes)}
            >
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
            {kept ? (
              <KeptSubject kept={kept} subjectName={subject.name} />
            ) : (
              <SubjectPicker
                subjectId={values.subjectId}
                known={subject}
                onChange={(chosen) => {
                  onSubject?.(chosen);
                  change({ subjectId: chosen.id, characteristics: [] });
                }}
                error={errors['subjectId']}
              />
            )}
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

/** A shop that has the card keeps the code it has there; undefined: all have this one. */
function keptCodesText(vendorCode: string, codes: readonly string[] = []): string | undefined {
  const [other, ...more] = codes.filter((code) => code !== vendorCode.trim());
  if (other === undefined) return undefined;
  const kept =
    more.length > 0 ? 'в магазинах остаются прежние' : `на Wildberries остаётся ${inQuotes(other)}`;
  return `Отправка его не меняет: ${kept}`;
}
