import { limits } from '@guilda/contract/limits';
import type { AdminWithdrawal, SettlementStep } from '@guilda/contract/money/wallet';
import { withdrawalRefusal } from '@guilda/contract/money/wallet';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import { pixKeyText } from '../../wallet/index.ts';
import { useAdminAction } from '../actions/use-admin-action.ts';
import { hasDebt, isFirstApproval, settleLabelOf } from './settle-label.ts';

interface DecisionDialogProps {
  withdrawal: AdminWithdrawal;
  open: boolean;
  onClose: () => void;
  /** Called after a successful decision. */
  onDecided: () => void;
}

/** Text that the administrator confirms: the provider must pay, or the administrator has paid by hand. */
function SettleText({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { amount, automatic, pixKey, pixKeyKind } = withdrawal;
  const money = priceParts(amount).text;
  const key = <b className="breakWords">{pixKeyText({ kind: pixKeyKind, key: pixKey })}</b>;
  return automatic ? (
    <>
      O Pix de {money} sai para {key} assim que você aprovar. Não transfira à mão. Não dá para
      voltar atrás.
    </>
  ) : (
    <>
      Confirme que {money} já foram transferidos para {key}. Não dá para voltar atrás.
    </>
  );
}

/**
 * Dialog to approve a large withdrawal for the first time, to have the payout provider pay a withdrawal, or to confirm
 * that it was paid by hand.
 */
export function SettleDialog({ withdrawal, open, onClose, onDecided }: DecisionDialogProps) {
  const { pending, runAction } = useAdminAction({ close: onClose, onDone: onDecided });
  const { id, amount, automatic } = withdrawal;
  const isApproval = isFirstApproval(withdrawal);
  const title = isApproval ? 'Aprovar saque' : settleLabelOf(withdrawal);
  const step: SettlementStep = isApproval ? 'first_approval' : 'settlement';
  const query = automatic ? { step } : { step, byHand: true };
  const settle = () =>
    runAction(
      (confirmationInput) =>
        api().wallet.settleWithdrawal({ params: { id }, query, ...confirmationInput }),
      automatic || isApproval ? 'Saque aprovado' : 'Saque marcado como pago',
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      backCloses
      title={title}
      text={
        isApproval ? (
          `Você aprova o saque de ${priceParts(amount).text}. Ainda não transfira: outra pessoa da equipe confere e ${automatic ? 'aprova o envio' : 'transfere e marca como pago'}.`
        ) : (
          <SettleText withdrawal={withdrawal} />
        )
      }
      confirmLabel={title}
      returnFocusSelector="#item-title"
      loading={pending}
      onConfirm={settle}
    />
  );
}

/** Says where the money of a refused withdrawal goes: to the person's debt first. */
function refusalText(withdrawal: AdminWithdrawal): string {
  const money = priceParts(withdrawal.amount).text;
  const rest = withdrawal.payoutFailed
    ? 'A conta foi encerrada: o que sobrar fica na carteira dela, que ninguém abre mais, e a chave Pix é apagada.'
    : 'O que sobrar fica disponível para ela.';
  return hasDebt(withdrawal)
    ? `O saque de ${money} paga primeiro os ${priceParts(withdrawal.debt).text} que a pessoa tem a devolver. ${rest}`
    : `O valor de ${money} volta para o disponível de quem pediu.`;
}

/**
 * Dialog to refuse a withdrawal. The person reads the reason, and what their debt does not take becomes available to
 * them again.
 */
export function RefuseDialog({ withdrawal, open, onClose, onDecided }: DecisionDialogProps) {
  const { runAction } = useAdminAction({ close: onClose, onDone: onDecided });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(withdrawalRefusal),
    defaultValues: { reason: '' },
  });
  const { id, payout, payoutFailed } = withdrawal;
  const refuse = handleSubmit((body) =>
    runAction(
      (confirmationInput) =>
        api().wallet.refuseWithdrawal({ params: { id }, body, ...confirmationInput }),
      'Saque recusado',
    ),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      backCloses
      title="Recusar saque"
      returnFocusSelector="#item-title"
      description={refusalText(withdrawal)}
      onSubmit={refuse}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" variant="dangerFill" loading={formState.isSubmitting}>
            Recusar
          </Button>
        </>
      }
    >
      {payout === 'unclear' && !payoutFailed && (
        <p className="pretty breakWords">
          <b>Só recuse se o Pix não saiu: confira no provedor de pagamento.</b> Lá, a referência é{' '}
          {id}.
        </p>
      )}
      <TextArea
        label="Motivo"
        placeholder="Por exemplo: a chave é de outra pessoa."
        hint="Quem pediu o saque lê este texto."
        error={formState.errors.reason?.message}
        {...register('reason')}
        max={limits.refusalReason}
      />
    </Dialog>
  );
}
