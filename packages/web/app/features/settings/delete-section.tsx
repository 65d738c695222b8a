import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SettingsSection } from './settings-section.tsx';

const loadDialog = () => import('./delete-dialog.tsx');
const DeleteDialog = lazy(() => loadDialog().then((module) => ({ default: module.DeleteDialog })));

/** The way out for good, behind a confirmation (`spec §2`). */
export function DeleteSection() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <SettingsSection id="excluir" title="Excluir conta">
      <div className="row between conf-x">
        <p className="t-sm mute pre cresce">Pede confirmação. Não dá para desfazer.</p>
        <Button
          variant="danger"
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          Excluir conta
        </Button>
      </div>
      {wanted && (
        <Suspense>
          <DeleteDialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </SettingsSection>
  );
}
