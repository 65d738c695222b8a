import { ApiError } from '@guilda/contract/api-error';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useLeave } from '../../lib/sign-out.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { MoneyLeft } from '../wallet/index.ts';
import { type OpenOrder, openOrdersOf } from './open-orders.ts';

const statusWords: Record<OpenOrder['serviceStatus'], string> = {
  awaiting_payment: 'Aguardando pagamento',
  awaiting_start: 'Aguardando início',
  in_progress: 'Em atendimento',
  complete: 'Concluído',
  cancelled: 'Cancelado',
  refunded: 'Reembolsado',
};

/** What has to be finished first. */
function OpenOrders({ orders }: { orders: readonly OpenOrder[] }) {
  return (
    <div className="col g2" role="alert">
      <p className="b">Antes, termine estes pedidos:</p>
      <ul className="linhas">
        {orders.map((order) => (
          <li key={order.id} className="pendente">
            <span className="cresce">
              <span className="b trunca">{order.productName}</span>
              <span className="t-sm mute">{statusWords[order.serviceStatus]}</span>
            </span>
            <span className="num">{order.purchaseCode}</span>
          </li>
        ))}
      </ul>
      <Link className="link" to="/sales">
        Abrir Vendas
      </Link>
    </div>
  );
}

function toastFailure(error: unknown) {
  const told = error instanceof ApiError ? error.message : '';
  const text = told || 'Ocorreu um erro ao excluir sua conta. Tente novamente mais tarde.';
  toast({ title: 'Erro ao excluir conta', text, tone: 'error' });
}

interface DeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks, deletes the account, forgets the person and goes home (`spec §8`). */
export function DeleteDialog({ open, onOpenChange }: DeleteDialogProps) {
  const leave = useLeave();
  const remove = useMutation({
    mutationFn: () => api().users.deleteMe(),
    onSuccess: async () => {
      const text = 'Sua conta foi excluída com sucesso. Esperamos vê-lo novamente em breve!';
      toast({ title: 'Conta excluída', text });
      await leave();
    },
    onError: toastFailure,
  });
  const orders = openOrdersOf(remove.error);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Excluir conta"
      text="Seu perfil e suas fichas deixam de aparecer na Guilda, e o que você escreveu fica sob “Usuário removido”. Não dá para desfazer."
      confirmLabel="Excluir conta"
      variant="dangerFill"
      backCloses
      loading={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate()}
    >
      {open && <MoneyLeft />}
      {orders.length > 0 && <OpenOrders orders={orders} />}
    </ConfirmDialog>
  );
}
