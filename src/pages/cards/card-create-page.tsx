import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { useCreateCard } from '#api/cards.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { userQueries } from '#api/users.ts';
import type { CardContent, ParsedCard } from '#contract/cards.ts';
import { useOnlineOnly } from '#offline/online-only.ts';
import { Button } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ContentForm } from './form/card-form.tsx';
import { tidyContent, validateContent, type FieldErrors } from './form/card-validation.ts';
import { CardFormContext, type CardForm } from './form/form-context.ts';
import { PricesPanel } from './form/prices-panel.tsx';
import { errorsByField } from './form/use-card-editor.ts';
import { UnsavedGuard } from './form/unsaved-guard.tsx';
import { ParsePanel } from './parse-panel.tsx';

const emptyCard: CardContent = {
  vendorCode: '',
  title: '',
  description: '',
  subjectId: 0,
  brand: '',
  dimensions: { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 },
  characteristics: [],
  sizes: [],
  photos: [],
  tags: [],
  priceKopecks: 0,
  discount: 0,
  clubDiscount: 0,
  costPriceKopecks: null,
};

export function CardCreatePage() {
  const { data: profile } = useQuery(userQueries.me());
  const [values, setValues] = useState<CardContent | null>(null);
  const [subjectName, setSubjectName] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const create = useCreateCard();
  const navigate = useNavigate();
  const onlineOnly = useOnlineOnly();
  // Until something is typed the form follows the settings' default discount.
  const shown = values ?? { ...emptyCard, discount: profile?.settings.defaultDiscount ?? 0 };
  const isDirty = values !== null && !create.isSuccess;

  const form: CardForm = {
    values: shown,
    errors,
    change: (patch) => {
      setValues({ ...shown, ...patch });
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in patch))));
      // Another body needs another key.
      setIdempotencyKey(newIdempotencyKey());
    },
  };

  const save = () => {
    const tidy = tidyContent(shown);
    const found = validateContent(tidy);
    setErrors(found);
    if (Object.keys(found).length > 0 || create.isPending) return;
    create.mutate(
      { card: tidy, idempotencyKey },
      {
        onSuccess: (card) => {
          showToast({ type: 'success', text: 'Карточка создана' });
          void navigate(`/home/cards/edit?id=${card.id}`, { replace: true });
        },
        onError: (error) => {
          if (error instanceof ApiError) setErrors(errorsByField(error));
        },
      },
    );
  };

  const fill = (parsed: ParsedCard) => {
    const { subjectName: parsedSubject, shopId: _shopId, nmId: _nmId, ...content } = parsed;
    setSubjectName(parsedSubject);
    form.change(content);
    showToast({ type: 'success', text: 'Форма заполнена: проверьте артикул продавца и сохраните' });
  };

  return (
    <>
      <PageHeader
        title="Новая карточка"
        actions={
          <Button
            variant="primary"
            loading={create.isPending}
            onClick={save}
            disabledReason={onlineOnly('Создать карточку можно только при связи')}
          >
            Создать карточку
          </Button>
        }
      />
      <div className="my-4">
        <ParsePanel onParsed={fill} hasReseller={profile?.resellupId !== undefined} />
      </div>
      <ContentForm
        form={form}
        subjectName={subjectName}
        side={
          <CardFormContext value={form}>
            <PricesPanel inShops={[]} shops={[]} />
          </CardFormContext>
        }
      />
      <UnsavedGuard isDirty={isDirty} />
    </>
  );
}
