import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PREPARE_FAILED_TEXT, useCreateBulkEdit } from '#api/bulk-edits.ts';
import { errorTexts } from '#api/http/api-error.ts';
import { isChoiceLost } from '#api/selections.ts';
import type { BulkRule } from '#contract/bulk-rules.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LostChoice } from '#parts/cards/lost-choice.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import { RULE_KINDS, changeOf, draftsOf, formOf, type RuleKind } from './change-drafts.ts';
import { ChangeFields } from './change-fields.tsx';

interface BulkChangeDialogProps {
  selection: CardSelection;
  cardCount: number;
  /** What was wanted before. */
  change?: BulkRule;
  onClose: () => void;
}

/** What is to change at all the chosen cards. Leads to what would become of each: nothing changes before that. */
export function BulkChangeDialog({ selection, cardCount, change: before, onClose }: BulkChangeDialogProps) {
  const [kind, setKind] = useState<RuleKind>(before ? formOf(before) : 'PRICES');
  const [drafts, setDrafts] = useState(() => draftsOf(before));
  const create = useCreateBulkEdit({ isQuiet: true });
  const navigate = useNavigate();
  const onlineOnly = useOnlineOnly();
  const change = changeOf(kind, drafts);
  const problem = 'problem' in change ? change.problem : null;

  const prepare = () => {
    if ('problem' in change || create.isPending) return;
    create.mutate(
      { selection, change },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate(hrefTo.bulkEdit({ id }));
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={prepare}
      isDismissible={!create.isPending}
      size="lg"
      title={`Изменить ${countOf(cardCount, ['карточку', 'карточки', 'карточек'])}`}
      description="Сначала покажем, что станет с каждой карточкой. До подтверждения ничего не изменится."
      footer={
        <>
          <Button onClick={onClose} disabledReason={create.isPending ? 'Карточки просматриваются' : null}>
            Отмена
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={create.isPending}
            disabledReason={onlineOnly('Карточки меняются сразу у многих только при связи') ?? problem}
          >
            Посмотреть изменения
          </Button>
        </>
      }
    >
      {create.error ? (
        <div role="alert" className="mb-4">
          {isChoiceLost(create.error) ? (
            <LostChoice error={create.error} onFrozen={create.reset} />
          ) : (
            <Notice tone="error">{errorTexts(create.error, PREPARE_FAILED_TEXT).join(' ')}</Notice>
          )}
        </div>
      ) : null}
      <Field label="Что изменить" className="mb-4">
        <Select value={kind} onChange={setKind} options={RULE_KINDS} />
      </Field>
      <ChangeFields
        selection={selection}
        kind={kind}
        drafts={drafts}
        onChange={(changed) => setDrafts((others) => ({ ...others, ...changed }))}
      />
    </Dialog>
  );
}
