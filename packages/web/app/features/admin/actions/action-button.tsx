import { limits } from '@guilda/contract/limits';
import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { DirectAction } from './direct-actions.ts';
import { useAdminAction } from './use-admin-action.ts';

interface ModerationActionButtonProps {
  directAction: DirectAction;
  subject: { readonly kind: SubjectKind; readonly id: string };
  /** Explains the consequences of the action. */
  text: string;
}

/** Button that runs one moderation action on the subject, with a reason and without a case. */
export function ModerationActionButton({
  directAction,
  subject,
  text,
}: ModerationActionButtonProps) {
  const { action, label, doneText, isRestrictive } = directAction;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setOpen(false);
    setReason('');
    setMissing(false);
  };
  const { pending, runAction } = useAdminAction({ close });
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    const { kind, id } = subject;
    const body = { action, subject: { kind, id }, reason };
    void runAction(
      (confirmationInput) => api().moderationActions.applyAction({ body, ...confirmationInput }),
      doneText,
    );
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        backCloses
        title={label}
        text={text}
        confirmLabel={label}
        variant={isRestrictive ? 'dangerFill' : 'primary'}
        loading={pending}
        onConfirm={confirm}
      >
        <TextArea
          label="Motivo"
          hint="A pessoa lê este texto."
          max={limits.moderationReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' ? 'Motivo obrigatório' : undefined}
        />
      </ConfirmDialog>
    </>
  );
}
