import type { ParsedCard } from '#contract/card-creation.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import type { ContentPatch } from '#pages/cards/form/card-values.ts';
import { paths } from '#lib/paths.ts';
import { FromScratchPanel } from './from-scratch-panel.tsx';
import { ParsePanel } from './parse-panel.tsx';
import { TemplatesPanel } from './templates-panel.tsx';

interface FirstChoiceProps {
  /** Something is in the form already. */
  isBegun: boolean;
  /** The user is in the reseller programme. */
  hasReseller: boolean;
  onOpenForm: () => void;
  /** With what the form begins, and the name of its subject. */
  onStart: (patch: ContentPatch, subjectName: string) => void;
}

/** From what a new card begins: each way is one step away from the form. */
export function FirstChoice({ isBegun, hasReseller, onOpenForm, onStart }: FirstChoiceProps) {
  const startParsed = ({ subjectName, shopId: _shopId, nmId: _nmId, ...content }: ParsedCard) => {
    onStart(content, subjectName);
    showToast({ type: 'success', text: 'Форма заполнена: проверьте артикул продавца и сохраните' });
  };
  return (
    <>
      {isBegun ? (
        <Notice
          tone="info"
          className="mb-5"
          title="Вы уже начали карточку"
          action={
            <Button size="sm" onClick={onOpenForm}>
              Вернуться к форме
            </Button>
          }
        >
          Выбранное ниже дополнит её.
        </Notice>
      ) : null}
      <div className="grid gap-5 lg:grid-cols-2">
        <FromScratchPanel
          onStart={({ id, name }) => onStart({ subjectId: id, characteristics: [] }, name)}
          onOpenForm={onOpenForm}
        />
        <ParsePanel
          title="По артикулу WB"
          about="Карточка ищется в ваших магазинах на маркетплейсе, и форма заполняется её данными. Баркоды берутся только те, которых здесь ещё нет ни у одной карточки."
          onParsed={startParsed}
        />
        <TemplatesPanel onStart={onStart} />
        {hasReseller ? (
          <ParsePanel
            isReseller
            title="По программе реселлеров"
            about="Каталог программы закрыт для других сервисов: найдётся карточка, которая уже есть в ваших магазинах."
            onParsed={startParsed}
          />
        ) : null}
        <Panel title="Из файла">
          <p className="mb-3 text-muted">Сразу много карточек: таблица XLSX или CSV, до 50 000 строк.</p>
          <LinkButton to={paths.cardImport} icon="upload">
            Выбрать файл
          </LinkButton>
        </Panel>
      </div>
    </>
  );
}
