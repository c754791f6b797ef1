import type { ReactNode } from 'react';
import type { CardSize } from '#contract/cards.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { useCardForm } from './form-context.ts';
import { barcodeDoubts, placesWithout, type BarcodeDoubt } from './size-barcodes.ts';
import { useBarcodeHolders, useNewBarcodes } from './use-barcodes.ts';

const NO_SUGGESTIONS: [] = [];
const BARCODE_SEPARATOR = /[,;\s]/;

export function SizesPanel({ actions }: { actions?: ReactNode }) {
  const { values, change, errors } = useCardForm();
  const { sizes } = values;
  const holders = useBarcodeHolders();
  const { fill, isPending } = useNewBarcodes();
  const offline = useOnlineOnly()('Баркоды выдаёт Wildberries: нужна связь');
  const without = placesWithout(sizes);
  return (
    <Panel title="Размеры и баркоды" actions={actions}>
      <div data-field="sizes" className="flex flex-col gap-3">
        {sizes.map((size, index) => (
          <SizeRow
            // Rows have no id of their own; they are only added at the end and edited in place.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            size={size}
            name={size.techSize || String(index + 1)}
            isFirst={index === 0}
            doubts={barcodeDoubts(sizes, index, holders)}
            onChange={(changed) =>
              change({ sizes: sizes.map((one, at) => (at === index ? { ...one, ...changed } : one)) })
            }
            onRemove={() => change({ sizes: sizes.filter((_, at) => at !== index) })}
            onGenerate={() => fill([{ index, techSize: size.techSize }])}
            generateReason={offline ?? (isPending ? 'подождите, баркоды в пути' : null)}
          />
        ))}
        {errors['sizes'] ? <p className="text-sm text-red">{errors['sizes']}</p> : null}
        {sizes.length === 0 ? (
          <p className="text-muted">Товар без размеров: маркетплейс сам создаст один размер и баркод.</p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            icon="plus"
            isWrapping
            data-field-control
            onClick={() => change({ sizes: [...sizes, { techSize: '', wbSize: '', skus: [] }] })}
          >
            Добавить размер
          </Button>
          {without.length > 0 ? (
            <Button
              size="sm"
              icon="sparkle"
              loading={isPending}
              disabledReason={offline}
              onClick={() => fill(without)}
            >
              Сгенерировать недостающие баркоды ({without.length})
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}

interface SizeRowProps {
  size: CardSize;
  /** What it is called where it has no name. */
  name: string;
  isFirst: boolean;
  doubts: readonly BarcodeDoubt[];
  onChange: (changed: Partial<CardSize>) => void;
  onRemove: () => void;
  onGenerate: () => void;
  generateReason: string | null;
}

function SizeRow({
  size,
  name,
  isFirst,
  doubts,
  onChange,
  onRemove,
  onGenerate,
  generateReason,
}: SizeRowProps) {
  const row = useFocusAfterRemoval<HTMLDivElement>();
  return (
    <div
      ref={row}
      className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 max-md:border-b max-md:border-line-soft max-md:pb-3 md:grid-cols-[1fr_1fr_2fr_auto]"
    >
      <Field label="Размер" isLabelHidden={!isFirst}>
        <TextInput value={size.techSize} onChange={(techSize) => onChange({ techSize })} placeholder="—" />
      </Field>
      <Field label="Рос. размер" isLabelHidden={!isFirst}>
        <TextInput value={size.wbSize} onChange={(wbSize) => onChange({ wbSize })} placeholder="—" />
      </Field>
      <Field label="Баркоды" isLabelHidden={!isFirst} className="max-md:order-last max-md:col-span-full">
        <TokenInput
          values={size.skus}
          onChange={(skus) => onChange({ skus })}
          groups={NO_SUGGESTIONS}
          listLabel="Баркоды"
          separator={BARCODE_SEPARATOR}
          inputMode="numeric"
          isOdd={(sku) => doubts.some(({ barcode }) => barcode === sku)}
          placeholder="Создаст маркетплейс"
        />
      </Field>
      <div>
        {/* As high as the labels beside it. */}
        {isFirst ? (
          <div aria-hidden className="invisible mb-1.5 font-medium">
            &nbsp;
          </div>
        ) : null}
        <IconButton
          icon="sparkle"
          label={`Сгенерировать баркод размера ${name}`}
          disabledReason={generateReason}
          onClick={onGenerate}
        />
        <IconButton icon="trash" label={`Убрать размер ${name}`} onClick={onRemove} />
      </div>
      <div aria-live="polite" className="order-last col-span-full -mt-1.5 text-sm text-orange empty:hidden">
        {doubts.map(({ text, holder }) => (
          <p key={text}>
            {text}{' '}
            {holder ? (
              <TextLink to={hrefTo.card({ id: holder.cardId, field: 'sizes' })}>{holder.vendorCode}</TextLink>
            ) : null}
          </p>
        ))}
      </div>
    </div>
  );
}
