import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type Request, requestFor, useWithdrawal } from './use-withdrawal.ts';
import { WithdrawFields } from './withdraw-fields.tsx';
import { centavosOf, typedAmount, type WithdrawalDraft, withdrawForm } from './withdraw-form.ts';
import { WithdrawSummary } from './withdraw-summary.tsx';

interface WithdrawDialogProps {
  /** Decimal text: what there is when the dialog opens. */
  available: string;
  open: boolean;
  onClose: () => void;
}

/** Asks to be paid out: how much and where to, then once more before it is sent. */
export function WithdrawDialog({ available: now, open, onClose }: WithdrawDialogProps) {
  // What is asked for is judged against what was shown, also while the sums are being renewed.
  const [available] = useState(now);
  const [asked, setAsked] = useState<Request | null>(null);
  const [checking, setChecking] = useState(false);
  const { pending, request } = useWithdrawal(onClose);
  const form = useForm({
    resolver: zodResolver(withdrawForm(centavosOf(available))),
    defaultValues: { amount: typedAmount(available), pixKey: '' },
  });
  const common = { open, onOpenChange: onClose };
  const check = (draft: WithdrawalDraft) => {
    setAsked(requestFor(draft, asked));
    setChecking(true);
  };
  if (!asked || !checking) {
    return (
      <Dialog
        {...common}
        title="Sacar"
        onSubmit={form.handleSubmit(check)}
        footer={
          <>
            <Button variant="ghost" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" variant="primary">
              Continuar
            </Button>
          </>
        }
      >
        <WithdrawFields form={form} available={available} />
      </Dialog>
    );
  }
  return (
    <Dialog
      {...common}
      title="Conferir saque"
      description="Confira a chave: depois de pago, o valor não pode ser trazido de volta."
      footer={
        <>
          <Button variant="ghost" onClick={() => setChecking(false)}>
            Voltar
          </Button>
          <Button
            variant="primary"
            loading={pending}
            // The second half of a double click on "Continuar" lands here and confirms nothing.
            onClick={({ detail }) => detail <= 1 && void request(asked)}
          >
            Confirmar saque
          </Button>
        </>
      }
    >
      <WithdrawSummary draft={asked.draft} available={centavosOf(available)} />
    </Dialog>
  );
}
