import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import * as section from '../settings-section.module.css';
import { SettingsSection } from '../settings-section.tsx';

const loadDialog = () => import('./delete-account-dialog.tsx');
const DeleteAccountDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.DeleteAccountDialog })),
);

/** Section with the button that opens the dialog to delete the account. */
export function DeleteAccountSection() {
  const [open, setOpen] = useState(false);
  const [dialogNeeded, setDialogNeeded] = useState(false);
  return (
    <SettingsSection id="excluir" title="Excluir conta">
      <div className={`row spaceBetween ${section.textWithButton}`}>
        <p className="textSm muted pretty grow">Pede confirmação. Não dá para desfazer.</p>
        <Button
          variant="danger"
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => {
            setDialogNeeded(true);
            setOpen(true);
          }}
        >
          Excluir conta
        </Button>
      </div>
      {dialogNeeded && (
        <Suspense>
          <DeleteAccountDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </SettingsSection>
  );
}
