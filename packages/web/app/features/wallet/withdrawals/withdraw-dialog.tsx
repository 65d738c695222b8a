import { formatBrl, formatDecimal } from '@guilda/contract/money/money';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { pixKeyText, pixKindNames } from '../pix-key-text.ts';
import {
  useRequestWithdrawal,
  type WithdrawalRequest,
  withdrawalRequestFor,
} from './use-withdrawal.ts';
import * as styles from './withdraw.module.css';
import { WithdrawFields } from './withdraw-fields.tsx';
import {
  amountInputText,
  centavosOf,
  createWithdrawFormSchema,
  type WithdrawalDraft,
} from './withdraw-form.ts';

interface WithdrawSummaryProps {
  draft: WithdrawalDraft;
  /** Available balance in centavos. */
  available: number;
}

/** Summary of the withdrawal that the person has to confirm. */
function WithdrawSummary({ draft: { amount, pixKey }, available }: WithdrawSummaryProps) {
  const summary = useRef<HTMLDListElement>(null);
  // An amount above the balance is one that an earlier request, whose answer was lost, has already taken from it.
  const remaining = amount > available ? available : available - amount;
  useEffect(() => summary.current?.focus(), []);
  return (
    <>
      <dl className={styles.summary} ref={summary} tabIndex={-1}>
        <div>
          <dt>Valor</dt>
          <dd className="numeric">{formatBrl(amount)}</dd>
        </div>
        <div>
          <dt>{pixKindNames[pixKey.kind]}</dt>
          <dd className="numeric breakWords">{pixKeyText(pixKey)}</dd>
        </div>
        <div>
          <dt>Disponível depois</dt>
          <dd className="numeric">{formatBrl(remaining)}</dd>
        </div>
      </dl>
      <p className="textSm secondary pretty">
        A equipe confere o pedido e faz a transferência. Você acompanha em Saques.
      </p>
    </>
  );
}

interface WithdrawDialogProps {
  /** Available balance as decimal text of the API. */
  available: string;
  open: boolean;
  onClose: () => void;
  /** An earlier request whose answer was lost; sent again unchanged, it creates no second withdrawal. */
  unanswered: WithdrawalRequest | null;
  onUnanswered: (request: WithdrawalRequest | null) => void;
  /** Selector of the element that gets the focus after closing. */
  returnFocusSelector?: string | undefined;
}

/** Dialog that requests a withdrawal in two steps: amount and Pix key, then confirmation. */
export function WithdrawDialog({
  available: availableNow,
  open,
  onClose,
  unanswered,
  onUnanswered,
  returnFocusSelector,
}: WithdrawDialogProps) {
  // The form keeps the balance it was opened with, even if the balances are refetched.
  const [available] = useState(availableNow);
  const [draftRequest, setDraftRequest] = useState(unanswered);
  const [confirming, setConfirming] = useState(false);
  const { pending, request } = useRequestWithdrawal({ onDone: onClose, unanswered, onUnanswered });
  // If the unanswered request was stored, the balance is already without its amount; it can be sent again all the same.
  const maxAmount = Math.max(centavosOf(available), unanswered?.draft.amount ?? 0);
  const form = useForm({
    resolver: zodResolver(createWithdrawFormSchema(maxAmount)),
    defaultValues: {
      amount: amountInputText(unanswered ? formatDecimal(unanswered.draft.amount) : available),
      pixKey: unanswered ? pixKeyText(unanswered.draft.pixKey) : '',
    },
  });
  const commonProps = { open, onOpenChange: onClose, returnFocusSelector, backCloses: true };
  const review = (draft: WithdrawalDraft) => {
    setDraftRequest(withdrawalRequestFor(draft, draftRequest));
    setConfirming(true);
  };
  if (!draftRequest || !confirming) {
    return (
      <Dialog
        {...commonProps}
        title="Sacar"
        onSubmit={form.handleSubmit(review)}
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
      {...commonProps}
      title="Conferir saque"
      description="Confira a chave: depois de pago, o valor não pode ser trazido de volta."
      footer={
        <>
          <Button variant="ghost" onClick={() => setConfirming(false)}>
            Voltar
          </Button>
          <Button
            variant="primary"
            loading={pending}
            // The second click of a double click on "Continuar" hits this button and must not confirm.
            onClick={({ detail }) => detail <= 1 && void request(draftRequest)}
          >
            Confirmar saque
          </Button>
        </>
      }
    >
      <WithdrawSummary draft={draftRequest.draft} available={centavosOf(available)} />
    </Dialog>
  );
}
