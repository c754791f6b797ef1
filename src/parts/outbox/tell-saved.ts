import { errorTexts, UNKNOWN_ERROR } from '#api/http/api-error.ts';
import type { SaveResult } from '#offline/outbox/save-result.ts';
import { NotSavedError } from '#offline/outbox/user-outbox.ts';
import { showToast } from '#ui/toast-store.ts';

/** Two words for two facts: «Сохранено» is what the server said, «Сохранено на устройстве» is what it has not said yet. */
export function tellSaved(result: SaveResult, sentText = 'Сохранено'): void {
  if (result.status === 'sent') showToast({ type: 'success', text: sentText });
  if (result.status === 'sent' && result.isMerged) {
    showToast({ type: 'info', text: 'Изменили и в другом месте: правки объединены' });
  }
  if (result.status === 'waiting') {
    showToast({
      type: 'info',
      text:
        result.failure === null || result.failure.kind === 'network'
          ? 'Сохранено на устройстве: отправится, когда появится связь'
          : 'Сохранено на устройстве: отправится, когда ответит сервер',
    });
  }
  if (result.status === 'rejected') tellSaveFailure(result.record.failure, 'Сервер не принял изменение');
  if (result.status === 'failed') tellSaveFailure(result.failure, 'Не сохранено: нет связи');
  if (result.status === 'conflict') {
    showToast({ type: 'warning', text: 'Это же изменили в другом месте: выберите, что оставить' });
  }
}

/** Nothing was saved, or the server refused it: in its own words where it had some. */
export function tellSaveFailure(problem: unknown, fallback: string): void {
  const texts =
    problem instanceof NotSavedError
      ? [problem.message]
      : (detailOf(problem) ?? errorTexts(problem, fallback));
  for (const text of texts) showToast({ type: 'error', text });
}

/** The words of a server that refused; a failed connection has none. */
function detailOf(problem: unknown): string[] | undefined {
  if (typeof problem !== 'object' || problem === null || !('kind' in problem) || !('detail' in problem)) {
    return undefined;
  }
  if (problem.kind !== 'refused' || !Array.isArray(problem.detail)) return undefined;
  const words = (problem.detail as unknown[]).filter((text) => typeof text === 'string');
  return words.some((text) => text !== UNKNOWN_ERROR) ? words : undefined;
}
