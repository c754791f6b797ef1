import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import {
  MacDock,
  MacFileMenu,
  PhoneAddButton,
  PhoneHomeScreenItem,
  PhoneShareButton,
} from './install-drawings.tsx';

interface Step {
  text: ReactNode;
  drawing: ReactNode;
}

const STEPS: Record<'ios' | 'mac-safari', readonly Step[]> = {
  ios: [
    { text: 'Откройте Прилавок в Safari и нажмите «Поделиться».', drawing: <PhoneShareButton /> },
    { text: 'Прокрутите список и выберите «На экран „Домой“».', drawing: <PhoneHomeScreenItem /> },
    { text: 'Нажмите «Добавить»: значок появится среди приложений.', drawing: <PhoneAddButton /> },
  ],
  'mac-safari': [
    { text: 'В меню Safari откройте «Файл» и выберите «Добавить в Dock».', drawing: <MacFileMenu /> },
    { text: 'Нажмите «Добавить»: значок появится в Dock.', drawing: <MacDock /> },
  ],
};

interface InstallStepsDialogProps {
  platform: 'ios' | 'mac-safari';
  onClose: () => void;
}

/** Apple's browsers install by their own menus only: step by step, with what it will look like. */
export function InstallStepsDialog({ platform, onClose }: InstallStepsDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Как установить Прилавок"
      footer={<Button onClick={onClose}>Понятно</Button>}
    >
      <ol className="flex flex-col gap-5">
        {STEPS[platform].map(({ text, drawing }, index) => (
          <li key={index} className="flex flex-col gap-2 sm:flex-row sm:items-center sm:gap-4">
            <p className="grow">
              <span className="font-medium">{index + 1}.</span> {text}
            </p>
            {drawing}
          </li>
        ))}
      </ol>
      <Notice tone="warning" className="mt-5">
        В установленном приложении нужно будет войти ещё раз: Apple не переносит в него вход из Safari. Перед
        этим дождитесь отправки изменений, которые ждут связи: они останутся в Safari.
      </Notice>
    </Dialog>
  );
}
