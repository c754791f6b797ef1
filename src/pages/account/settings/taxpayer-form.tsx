import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { MAX_TAX_RATES, type Taxpayer } from '#contract/taxpayers.ts';
import type { ProfileShop } from '#contract/users.ts';
import { useDraft } from '#offline/drafts/use-draft.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { moscowDay } from '#lib/dates.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { nameErrorOf } from '#pages/account/name-error.ts';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { ShopOwnership } from './shop-ownership.tsx';
import { TaxRateRows } from './tax-rate-rows.tsx';
import { draftsOf, isSameRates, newDraft, ratesOf, taxDraftsSchema } from './tax-rates.ts';
import { useSaveTaxpayer } from './use-save-taxpayer.ts';

const typedSchema = z.object({ name: z.string(), shopIds: z.array(z.int()), drafts: taxDraftsSchema });
type Typed = z.infer<typeof typedSchema>;

interface TaxpayerFormProps {
  taxpayer: Taxpayer;
  others: readonly Taxpayer[];
  shops: readonly ProfileShop[];
  onDelete: () => void;
}

/** Name, shops and dated rates of one taxpayer. Of the only one there is neither name nor choice: it has every shop. */
export function TaxpayerForm({ taxpayer, others, shops, onDelete }: TaxpayerFormProps) {
  const [typed, setTyped] = useState(() => typedOf(taxpayer));
  const { save, isSaving } = useSaveTaxpayer();
  const name = stripLineBreaks(typed.name);
  const taxRates = ratesOf(typed.drafts);
  const nameError = nameErrorOf(name);
  const isSame = (other: Typed) =>
    other.name === taxpayer.name &&
    String(other.shopIds) === String(taxpayer.shopIds) &&
    isSameRates(ratesOf(other.drafts) ?? [], taxpayer.taxRates);
  const isChanged = !isSame(typed);
  const mistakes = taxRates === null || nameError ? 'Исправьте отмеченное' : null;
  const refusal = isChanged ? mistakes : 'Изменений нет';
  const draft = useDraft({
    key: `tax:${taxpayer.id}`,
    value: typed,
    schema: typedSchema,
    isDirty: isChanged,
  });
  const { found, discard } = draft;
  // Kept a moment before the save, or saved on another device meanwhile.
  const isFoundSaved = found !== null && isSame(found.value);
  useEffect(() => {
    if (isFoundSaved && !isSaving) discard();
  });
  const change = (changed: Partial<Typed>) => setTyped({ ...typed, ...changed });

  return (
    <form
      noValidate
      // As wide as its column, not the window: rates stand in one line where there is room.
      className="@container flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal !== null || taxRates === null || isSaving) return;
        void save(taxpayer, { name, shopIds: typed.shopIds, taxRates });
      }}
    >
      <DraftNotice draft={{ ...draft, found: isFoundSaved ? null : found }} onRestore={setTyped} />
      {others.length > 0 ? (
        <>
          <Field label="Название" error={nameError} isRequired>
            <TextInput value={typed.name} onChange={(text) => change({ name: text })} />
          </Field>
          {taxpayer.isDefault ? (
            <p>
              <span className="font-medium">Магазины:</span> {namesOf(shops, taxpayer.shopIds)}
              <span className="block text-sm text-muted">Все, что не отданы другим</span>
            </p>
          ) : (
            <ShopOwnership
              shops={shops}
              chosen={typed.shopIds}
              others={others}
              onChange={(shopIds) => change({ shopIds })}
            />
          )}
        </>
      ) : null}
      <TaxRateRows drafts={typed.drafts} onChange={(drafts) => change({ drafts })} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" loading={isSaving} disabledReason={refusal}>
          Сохранить
        </Button>
        {typed.drafts.length < MAX_TAX_RATES ? (
          <Button
            icon="plus"
            isWrapping
            onClick={() =>
              change({ drafts: [...typed.drafts, newDraft(typed.drafts, moscowDay(Date.now()))] })
            }
          >
            Добавить ставку
          </Button>
        ) : null}
        {isChanged ? (
          <Button variant="ghost" onClick={() => setTyped(typedOf(taxpayer))}>
            Отменить изменения
          </Button>
        ) : null}
        {taxpayer.isDefault ? null : (
          <Button variant="ghost" icon="trash" onClick={onDelete} className="ml-auto">
            Удалить
          </Button>
        )}
      </div>
      <UnsavedGuard
        isDirty={isChanged && !isSaving}
        isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed}
      />
    </form>
  );
}

function typedOf({ name, shopIds, taxRates }: Taxpayer): Typed {
  return { name, shopIds, drafts: draftsOf(taxRates) };
}

function namesOf(shops: readonly ProfileShop[], ids: readonly number[]): string {
  const names = shops.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.join(', ') || 'нет';
}
