import type { Payment } from '@guilda/contract/orders/orders';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { FieldError } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ReviewItem } from '../../reviews/index.ts';
import { OrderSummary } from '../components/order-summary.tsx';
import { orderKeys } from '../data/order-keys.ts';
import type { OrderDialogProps } from './dialog-props.ts';

function useOrderReview({ id, serviceId }: Pick<Payment, 'id' | 'serviceId'>) {
  return useQuery({
    queryKey: orderKeys.review(id),
    queryFn: async ({ signal }) => {
      const params = { serviceId, paymentId: id };
      return (await api().reviews.getOrderReview({ params }, { signal })).review;
    },
    staleTime: 0,
  });
}

function ReceivedReview({ order }: Pick<OrderDialogProps, 'order'>) {
  const { data, error, isFetching, refetch } = useOrderReview(order);
  if (data) return <ReviewItem review={data} answerable={data.answer === null} />;
  if (!error) {
    return (
      <Loading label="Carregando avaliação">
        <Skeleton height="8rem" />
      </Loading>
    );
  }
  return (
    <>
      <FieldError>{messageOfError(error)}</FieldError>
      <Button loading={isFetching} onClick={() => void refetch()}>
        Tentar de novo
      </Button>
    </>
  );
}

/** Dialog that shows the seller the review of a completed order; the seller may answer it once. */
export function ReceivedReviewDialog({ order, open, onClose }: OrderDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Avaliação recebida"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <OrderSummary order={order} side="seller" />
      <ReceivedReview order={order} />
    </Dialog>
  );
}
