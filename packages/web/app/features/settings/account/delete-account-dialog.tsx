import { ApiError } from '@guilda/contract/api-error';
import type { BlockingOrder } from '@guilda/contract/common';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../lib/api/api.ts';
import { useForgetDevice } from '../../../lib/session/sign-out.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { RemainingBalance, useRemainingBalance } from '../../wallet/index.ts';
import { blockingOrdersOf } from './blocking-orders.ts';
import * as styles from './delete-account.module.css';

const orderStatusTexts: Record<BlockingOrder['serviceStatus'], string> = {
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Aguardando início',
  in_progress: 'Em atendimento',
  complete: 'Concluído, dinheiro a liberar',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
};

/** List of the open orders that prevent the deletion of the account. */
function BlockingOrders({ orders }: { orders: readonly BlockingOrder[] }) {
  return (
    <div className="column gap2" role="alert">
      <p className="bold">Antes, termine estes pedidos e espere o dinheiro deles ser liberado:</p>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className={styles.order}>
            <span className="grow">
              <span className="bold truncate">{order.productName}</span>
              <span className="textSm muted">{orderStatusTexts[order.serviceStatus]}</span>
            </span>
            <span className="numeric">{order.purchaseCode}</span>
          </li>
        ))}
      </ul>
      <Link className="link" to="/sales">
        Ver pedidos
      </Link>
    </div>
  );
}

function toastFailure(error: unknown) {
  const message = error instanceof ApiError ? error.message : '';
  const text = message || 'Ocorreu um erro ao excluir sua conta. Tente novamente mais tarde.';
  toast({ title: 'Erro ao excluir conta', text, tone: 'error' });
}

interface DeleteAccountDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that confirms the deletion of the account, deletes the account and signs out (`docs/product/privacy.md`). */
export function DeleteAccountDialog({ open, onOpenChange }: DeleteAccountDialogProps) {
  const forgetDevice = useForgetDevice();
  const balance = useRemainingBalance(open);
  const remove = useMutation({
    mutationFn: () => api().users.deleteMe(),
    onSuccess: async () => {
      const text = 'Sua conta foi excluída com sucesso. Esperamos vê-lo novamente em breve!';
      toast({ title: 'Conta excluída', text });
      await forgetDevice();
    },
    onError: toastFailure,
  });
  const orders = blockingOrdersOf(remove.error);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Excluir conta"
      text="Seu perfil e seus serviços deixam de aparecer na Guilda. Suas publicações, comentários e curtidas são apagados. Mensagens, avaliações e pedidos ficam, sob “Usuário removido”. Não dá para desfazer."
      confirmLabel="Excluir conta"
      variant="dangerFill"
      backCloses
      // Who confirms must have read how much money is lost.
      loading={balance.isFetching || remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate()}
    >
      <RemainingBalance balance={balance} />
      {orders.length > 0 && <BlockingOrders orders={orders} />}
    </ConfirmDialog>
  );
}
