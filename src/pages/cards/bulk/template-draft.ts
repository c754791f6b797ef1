import type { TemplateChange } from '#contract/bulk-rules.ts';
import { hasLooseBrace } from '#contract/text-templates.ts';
import { inQuotes } from '#lib/text.ts';

/** What the form of a template holds while it is filled in. */
export interface TemplateDraft {
  field: TemplateChange['field'];
  template: string;
  /** Names in it that no card has. */
  unknown: string[];
}

export const EMPTY_TEMPLATE_DRAFT: TemplateDraft = { field: 'title', template: '', unknown: [] };

/** The change, or what is missing to it. */
export function templateChangeOf(draft: TemplateDraft): TemplateChange | { problem: string } {
  const { field, template } = draft;
  if (template.trim() === '') return { problem: 'Напишите шаблон' };
  const problem = templateProblem(draft);
  return problem === null ? { kind: 'TEMPLATE', field, template } : { problem };
}

/** What is wrong with what is written. */
export function templateProblem({ template, unknown }: TemplateDraft): string | null {
  if (hasLooseBrace(template)) return 'У фигурной скобки нет пары';
  const [name] = unknown;
  if (name === undefined) return null;
  return name.trim() === ''
    ? 'В фигурных скобках пусто'
    : `У выбранных карточек нет характеристики ${inQuotes(name)}`;
}

export function templateDraftOf({ field, template }: TemplateChange): TemplateDraft {
  return { field, template, unknown: [] };
}
