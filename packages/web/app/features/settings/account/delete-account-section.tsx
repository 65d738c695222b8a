import { useState } from 'react';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';
import * as section from '../settings-section.module.css';
import { SettingsSection } from '../settings-section.tsx';

const loadDialog = () =>
  import('./delete-account-dialog.tsx').then((module) => module.DeleteAccountDialog);
const preloadDialog = () => preloadCode(loadDialog);

/** Section with the button that opens the dialog to delete the account. */
export function DeleteAccountSection() {
  const [open, setOpen] = useState(false);
  const DeleteAccountDialog = useLazyComponent(loadDialog, open, () => setOpen(false));
  return (
    <SettingsSection id="excluir" title="Excluir conta">
      <div className={`row spaceBetween ${section.textWithButton}`}>
        <p className="textSm muted pretty grow">Pede confirmação. Não dá para desfazer.</p>
        <Button
          variant="danger"
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
          onClick={() => setOpen(true)}
        >
          Excluir conta
        </Button>
      </div>
      {DeleteAccountDialog && <DeleteAccountDialog open={open} onOpenChange={setOpen} />}
    </SettingsSection>
  );
}
