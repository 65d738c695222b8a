import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { errorText } from '../../../ui/toast.ts';
import { ReviewItem } from '../../reviews/index.ts';
import { useOrderReview } from '../data/use-order-review.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

function Received({ order }: Pick<OrderDialogProps, 'order'>) {
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
      <FieldError>{errorText(error)}</FieldError>
      <Button loading={isFetching} onClick={() => void refetch()}>
        Tentar de novo
      </Button>
    </>
  );
}

/** The review a sale received, and the seller's one answer to it. */
export function ReceivedDialog({ order, open, onClose }: OrderDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Avaliação recebida"
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <OrderSummary order={order} side="seller" />
      <Received order={order} />
    </Dialog>
  );
}
