import { useState } from 'react';
import type { Card } from '#contract/cards.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { SaveTemplateDialog } from '#pages/cards/create/save-template-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

interface EditorMenuProps {
  card: Card;
  /** There are edits that the server does not have. */
  isUnsaved: boolean;
}

/** What is done with a card now and then. */
export function EditorMenu({ card, isUnsaved }: EditorMenuProps) {
  const [isSaving, setSaving] = useState(false);
  const offline = useOnlineOnly()('Шаблон сохраняется только при связи');
  return (
    <>
      <Menu align="end" trigger={(props) => <IconButton {...props} icon="more" label="Другие действия" />}>
        <MenuItem
          icon="star"
          disabledReason={isUnsaved ? 'Сначала сохраните карточку: шаблон берётся с неё' : offline}
          onSelect={() => setSaving(true)}
        >
          Сохранить как шаблон
        </MenuItem>
      </Menu>
      {isSaving ? <SaveTemplateDialog card={card} onClose={() => setSaving(false)} /> : null}
    </>
  );
}
