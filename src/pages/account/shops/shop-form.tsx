import { useState } from 'react';
import { z } from 'zod/mini';
import { useUpdateShop } from '#api/shops.ts';
import type { Shop } from '#contract/shops.ts';
import { useDraft } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { nameErrorOf } from '#pages/account/name-error.ts';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';

const MAX_DESCRIPTION = 1000;

/** Only what was typed: the rest is what the shop has, also when somebody else has just changed it. */
const typedSchema = z.object({ name: z.optional(z.string()), description: z.optional(z.string()) });
type Typed = z.infer<typeof typedSchema>;

/** The name and the description of a shop, which the account gives it. */
export function ShopForm({ shop }: { shop: Shop }) {
  const [typed, setTyped] = useState<Typed>({});
  const update = useUpdateShop();
  const onlineOnly = useOnlineOnly();

  const { name = shop.name, description = shop.description } = typed;
  const changes = changesOf(shop, { name: stripLineBreaks(name), description: description.trim() });
  const isChanged = Object.keys(changes).length > 0;
  const nameError = nameErrorOf(stripLineBreaks(name));
  const descriptionError = description.length > MAX_DESCRIPTION ? 'Не длиннее 1 000 символов' : undefined;
  const draft = useDraft({ key: `shop:${shop.id}`, value: typed, schema: typedSchema, isDirty: isChanged });

  const save = () => {
    if (!isChanged || nameError || descriptionError || update.isPending) return;
    update.mutate(
      { id: shop.id, ...changes },
      {
        onSuccess() {
          // What was typed meanwhile is not in it.
          setTyped((now) => (now === typed ? {} : now));
          showToast({ type: 'success', text: 'Магазин сохранён' });
        },
      },
    );
  };
  return (
    <Panel title="О магазине">
      <DraftNotice draft={draft} onRestore={setTyped} />
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
          <TextInput value={name} onChange={(next) => setTyped({ ...typed, name: next })} />
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
            onChange={(next) => setTyped({ ...typed, description: next })}
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
      <UnsavedGuard
        isDirty={isChanged && !update.isPending}
        isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed}
      />
    </Panel>
  );
}

/** Only what differs is sent, so that a change made elsewhere to the rest is kept. */
function changesOf(shop: Shop, { name, description }: Required<Typed>): Typed {
  return {
    ...(name === shop.name ? {} : { name }),
    ...(description === shop.description ? {} : { description }),
  };
}
