import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useCreateWbTag } from '#api/wb-tags.ts';
import { characterCount } from '#contract/card-rules.ts';
import { MAX_WB_TAGS, WB_TAG_MAX_LENGTH, type WbTag, type WbTagColor } from '#contract/wb-tags.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { WbTagChip } from './wb-tag-chip.tsx';

const COLORS: readonly { value: WbTagColor; name: string }[] = [
  { value: 'D1CFD7', name: 'Серый' },
  { value: 'FEE0E0', name: 'Красный' },
  { value: 'ECDAFF', name: 'Фиолетовый' },
  { value: 'E4EAFF', name: 'Синий' },
  { value: 'DEF1DD', name: 'Зелёный' },
  { value: 'FFECC7', name: 'Жёлтый' },
];

interface NewWbTagProps {
  shopId: number;
  /** How many the shop has. */
  tagCount: number;
  disabledReason: string | null;
  /** `tagId` null: the marketplace does not list it yet. */
  onMade: (shopTags: WbTag[], tagId: number | null) => void;
}

/** Makes a tag at once, whatever becomes of the dialog: the marketplace has no way to make one together with its card. */
export function NewWbTag({ shopId, tagCount, disabledReason, onMade }: NewWbTagProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [color, setColor] = useState<WbTagColor>('D1CFD7');
  const create = useCreateWbTag();
  const nameRef = useRef<HTMLInputElement>(null);
  const openRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // What had the focus has gone with the press: the keyboard goes on from here.
  useEffect(() => {
    if (isOpen) nameRef.current?.focus();
    else if (wasOpen.current) openRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const length = characterCount(stripLineBreaks(name));
  const full =
    tagCount >= MAX_WB_TAGS ? `В магазине уже ${MAX_WB_TAGS} ярлыков: больше Wildberries не хранит` : null;
  const reason = disabledReason ?? full ?? problemOf(length);

  if (!isOpen) {
    return (
      <Button
        ref={openRef}
        size="sm"
        icon="plus"
        className="mt-4"
        disabledReason={disabledReason ?? full}
        onClick={() => setOpen(true)}
      >
        Новый ярлык
      </Button>
    );
  }

  const make = () => {
    if (reason !== null || create.isPending) return;
    create.mutate(
      { shopId, name: stripLineBreaks(name), color },
      {
        onSuccess: ({ shopTags, tagId }) => {
          onMade(shopTags, tagId);
          setName('');
          setOpen(false);
          if (tagId === null) {
            showToast({
              type: 'info',
              text: 'Ярлык принят, но Wildberries его ещё не показывает. Откройте список чуть позже',
            });
          }
        },
      },
    );
  };
  // Enter in the name makes the tag; the form around it would save the card's tags.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    make();
  };

  return (
    <div className="mt-4 flex flex-col gap-4 rounded-panel border border-line-soft bg-sunken p-4">
      <Field
        label="Название ярлыка"
        counter={{ length, limit: WB_TAG_MAX_LENGTH }}
        error={length > WB_TAG_MAX_LENGTH ? `Не длиннее ${WB_TAG_MAX_LENGTH} символов` : undefined}
      >
        <TextInput
          ref={nameRef}
          value={name}
          onChange={setName}
          onKeyDown={onKeyDown}
          placeholder="Например, Сезон"
        />
      </Field>
      <RadioGroup
        label="Цвет"
        value={color}
        onChange={setColor}
        className="[&>div]:grid [&>div]:grid-cols-2"
        options={COLORS.map(({ value, name: colorName }) => ({
          value,
          label: <WbTagChip name={colorName} color={value} />,
        }))}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button loading={create.isPending} disabledReason={reason} onClick={make}>
          Создать ярлык
        </Button>
        <Button
          variant="ghost"
          disabledReason={create.isPending ? 'Дождитесь ответа Wildberries' : null}
          onClick={() => setOpen(false)}
        >
          Не создавать
        </Button>
      </div>
      <p className="text-sm text-muted">
        Появится в магазине сразу, отмечать его не обязательно. Удаляются ярлыки в кабинете Wildberries.
      </p>
    </div>
  );
}

function problemOf(length: number): string | null {
  if (length === 0) return 'Укажите название ярлыка';
  return length > WB_TAG_MAX_LENGTH ? `Название — не длиннее ${WB_TAG_MAX_LENGTH} символов` : null;
}
