import { limits } from '@guilda/contract/limits';
import type { AdminWithdrawal } from '@guilda/contract/wallet';
import { withdrawalRefusal } from '@guilda/contract/wallet';
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

interface DecisionDialogProps {
  withdrawal: AdminWithdrawal;
  open: boolean;
  onClose: () => void;
  /** Called after a successful decision. */
  onDecided: () => void;
}

/** Dialog to confirm that a withdrawal was paid, or that the payout provider shall pay it. */
export function SettleDialog({ withdrawal, open, onClose, onDecided }: DecisionDialogProps) {
  const { pending, runAction } = useAdminAction({
    onDone: () => {
      onClose();
      onDecided();
    },
    onOver: onClose,
  });
  const { id, amount, automatic, pixKey, pixKeyKind } = withdrawal;
  const key = <b className="breakWords">{pixKeyText({ kind: pixKeyKind, key: pixKey })}</b>;
  const money = priceParts(amount).text;
  const label = automatic ? 'Aprovar e enviar' : 'Marcar como pago';
  const query = automatic ? {} : { byHand: true };
  const settle = () => api().wallet.settleWithdrawal({ params: { id }, query });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={label}
      text={
        automatic ? (
          <>
            O Pix de {money} sai para {key} assim que você aprovar. Não transfira à mão. Não dá para
            voltar atrás.
          </>
        ) : (
          <>
            Confirme que {money} já foram transferidos para {key}. Não dá para voltar atrás.
          </>
        )
      }
      confirmLabel={label}
      afterwards="#item-title"
      loading={pending}
      onConfirm={() => runAction(settle, automatic ? 'Saque aprovado' : 'Saque marcado como pago')}
    />
  );
}

/** Dialog to refuse a withdrawal. The person reads the reason, and the amount becomes available to them again. */
export function RefuseDialog({ withdrawal, open, onClose, onDecided }: DecisionDialogProps) {
  const { runAction } = useAdminAction({
    onDone: () => {
      onClose();
      onDecided();
    },
    onOver: onClose,
  });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(withdrawalRefusal),
    defaultValues: { reason: '' },
  });
  const { id, amount } = withdrawal;
  const refuse = handleSubmit((body) =>
    runAction(() => api().wallet.refuseWithdrawal({ params: { id }, body }), 'Saque recusado'),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Recusar saque"
      afterwards="#item-title"
      description={`O valor de ${priceParts(amount).text} volta para o disponível de quem pediu.`}
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
