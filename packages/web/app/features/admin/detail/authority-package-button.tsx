import { limits } from '@guilda/contract/limits';
import type { ModerationCase } from '@guilda/contract/moderation-case';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { saveBlob } from '../../../lib/files/save-blob.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useAdminAction } from '../actions/use-admin-action.ts';

/** Button that saves the package of a case for an authority, after a reason and a confirmation of who asks. */
export function AuthorityPackageButton({ item: { id, code } }: { item: ModerationCase }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setOpen(false);
    setReason('');
    setMissing(false);
  };
  const { pending, runAction } = useAdminAction({ close, purpose: 'authority_package' });
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    void runAction(async (confirmed) => {
      const input = { params: { id }, body: { reason }, ...confirmed };
      saveBlob(`autoridade-${code}.zip`, await api().moderationQueue.openAuthorityPackage(input));
    }, 'Pacote salvo');
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Pacote para a autoridade
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title="Pacote para a autoridade"
        text="Um arquivo com o que foi denunciado, os dados lacrados da conta e quem abriu a cópia. Ele não diz quem denunciou."
        confirmLabel="Salvar pacote"
        loading={pending}
        onConfirm={confirm}
      >
        <TextArea
          label="Motivo"
          hint="Como o número do ofício. Fica no registro e no pacote."
          max={limits.moderationReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? 'Motivo obrigatório' : undefined}
        />
      </ConfirmDialog>
    </>
  );
}
