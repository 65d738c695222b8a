import { limits } from '@guilda/contract/limits';
import type { SubjectKind } from '@guilda/contract/moderation';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Deed } from './deeds.ts';
import { useAct } from './use-act.ts';

interface DeedButtonProps {
  deed: Deed;
  subject: { readonly kind: SubjectKind; readonly id: string };
  /** What follows from it, at length. */
  text: string;
}

/** Does one thing with what stands in front of the team, outside any verdict, for a reason. */
export function DeedButton({ deed, subject, text }: DeedButtonProps) {
  const { action, label, told, harsh } = deed;
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const close = () => {
    setOpen(false);
    setReason('');
    setMissing(false);
  };
  const { pending, act } = useAct({ onDone: close, onOver: close });
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    const { kind, id } = subject;
    const body = { action, subject: { kind, id }, reason };
    void act(() => api().enforcement.act({ body }), told);
  };
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        title={label}
        text={text}
        confirmLabel={label}
        variant={harsh ? 'dangerFill' : 'primary'}
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
