import { MAX_TAG_FACETS } from '#contract/facet-limits.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { useChoiceSearch } from './choice-search.tsx';

interface TagChoiceProps {
  title: string;
  used: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Any of the tags that cards have; nothing where there is none. One that no card has any more can still be let go. */
export function TagChoice({ title, used, chosen, onChange }: TagChoiceProps) {
  const tags = [...used, ...chosen.filter((tag) => !used.includes(tag))];
  const set = (tag: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, tag] : chosen.filter((one) => one !== tag));
  const { shown, field, note } = useChoiceSearch({
    title,
    choices: tags,
    isCut: used.length >= MAX_TAG_FACETS,
    textOf: (tag) => tag,
    onEnter: (tag) => set(tag, !chosen.includes(tag)),
  });
  if (tags.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{title}</legend>
      {field}
      <div className="-mx-2 max-h-40 overflow-y-auto">
        {shown.map((tag) => (
          <Checkbox
            key={tag}
            checked={chosen.includes(tag)}
            onChange={(isOn) => set(tag, isOn)}
            label={<span className="min-w-0 wrap-anywhere">{tag}</span>}
            className="flex w-full rounded-control px-2 py-1 hover:bg-hover"
          />
        ))}
      </div>
      {note}
    </fieldset>
  );
}
