import { Checkbox } from '#ui/checkbox.tsx';

interface TagChoiceProps {
  title: string;
  used: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Any of the tags that cards have; nothing where there is none. One that no card has any more can still be let go. */
export function TagChoice({ title, used, chosen, onChange }: TagChoiceProps) {
  const tags = [...used, ...chosen.filter((tag) => !used.includes(tag))];
  if (tags.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{title}</legend>
      <div className="-mx-2 max-h-40 overflow-y-auto">
        {tags.map((tag) => (
          <Checkbox
            key={tag}
            checked={chosen.includes(tag)}
            onChange={(isOn) => onChange(isOn ? [...chosen, tag] : chosen.filter((one) => one !== tag))}
            label={<span className="min-w-0 wrap-anywhere">{tag}</span>}
            className="flex w-full rounded-control px-2 py-1 hover:bg-hover"
          />
        ))}
      </div>
    </fieldset>
  );
}
