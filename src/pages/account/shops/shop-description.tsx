import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useUpdateShop } from '#api/shops.ts';
import type { Shop } from '#contract/shops.ts';
import { registerDirtySource } from '#offline/release/dirty-sources.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { nameErrorOf } from '#pages/account/name-error.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';

const MAX_DESCRIPTION = 1000;

export function ShopDescription({ shop }: { shop: Shop }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <ShopForm shop={shop} />
      <ShopFacts shop={shop} />
    </div>
  );
}

function ShopForm({ shop }: { shop: Shop }) {
  const [name, setName] = useState(shop.name);
  const [description, setDescription] = useState(shop.description);
  const update = useUpdateShop();
  const onlineOnly = useOnlineOnly();

  const cleanName = stripLineBreaks(name);
  const isChanged = cleanName !== shop.name || description.trim() !== shop.description;
  useUnsaved(isChanged);
  const nameError = nameErrorOf(cleanName);
  const descriptionError = description.length > MAX_DESCRIPTION ? 'Не длиннее 1 000 символов' : undefined;

  const save = () => {
    if (nameError || descriptionError || update.isPending) return;
    update.mutate(
      { id: shop.id, name: cleanName, description: description.trim() },
      {
        onSuccess(saved) {
          setName(saved.name);
          setDescription(saved.description);
          showToast({ type: 'success', text: 'Магазин сохранён' });
        },
      },
    );
  };
  return (
    <Panel title="О магазине">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Название"
          hint="Видно только вам: на вкладках, в отправках и отчётах"
          error={nameError}
          isRequired
        >
          <TextInput value={name} onChange={setName} />
        </Field>
        <Field
          label="Описание"
          error={descriptionError}
          counter={
            description.length > MAX_DESCRIPTION * 0.8
              ? { length: description.length, limit: MAX_DESCRIPTION }
              : undefined
          }
        >
          <TextArea
            value={description}
            onChange={setDescription}
            placeholder="Чем торгует, кто отвечает, договорённости"
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={update.isPending}
            disabledReason={
              onlineOnly('Сохранить магазин можно только при связи') ?? (isChanged ? null : 'Изменений нет')
            }
          >
            Сохранить
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** While something is unsaved the page is not reloaded for a new version. */
function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => registerDirtySource({ isDirty: () => isUnsaved, flush: () => false }), [isUnsaved]);
}

function ShopFacts({ shop }: { shop: Shop }) {
  return (
    <Panel title="На Wildberries">
      <dl className="flex flex-col gap-3">
        <Fact label="Торговая марка">{shop.tradeMark || '—'}</Fact>
        <Fact label="ИНН">
          {shop.tin ? (
            <span className="inline-flex items-center gap-1 tabular-nums">
              {shop.tin}
              <CopyButton text={shop.tin} what="ИНН" />
            </span>
          ) : (
            '—'
          )}
        </Fact>
        <Fact label="Идентификатор продавца">
          <span className="inline-flex min-w-0 items-center gap-1">
            <span className="min-w-0 break-all">{shop.sid}</span>
            <CopyButton text={shop.sid} what="идентификатор" />
          </span>
        </Fact>
        <Fact label="Карточек">{formatInteger(shop.cardCount)}</Fact>
        <Fact label="Обновлён с Wildberries">
          {shop.lastSyncedAt === null ? 'Ещё не обновлялся' : formatDateTime(shop.lastSyncedAt)}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
