import { limits } from '@guilda/contract/limits';
import { newReview } from '@guilda/contract/orders/reviews';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { StarsInput } from '../../../ui/forms/stars-input.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OrderSummary } from '../components/order-summary.tsx';
import { createReviewSender } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const reviewFormSchema = newReview.pick({
  title: true,
  description: true,
  rating: true,
  recommend: true,
});

function toastReviewSent() {
  toast({ title: 'Avaliação enviada', text: 'Ela já aparece na página do serviço.' });
}

/** Dialog in which the buyer reviews a completed order (`docs/product/orders.md`). */
export function ReviewDialog({ order, user, open, onClose }: OrderDialogProps) {
  const { pending, run } = useOrderAction(onClose);
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(reviewFormSchema),
    defaultValues: { title: '', description: '', rating: limits.rating.initial, recommend: true },
  });
  const { errors } = formState;
  const recommendId = useId();
  const [review] = useState(() => createReviewSender());
  const send = handleSubmit((reviewForm) =>
    run(() => review(order, user, reviewForm), toastReviewSent),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Avaliar"
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Agora não
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            Enviar avaliação
          </Button>
        </>
      }
    >
      <OrderSummary order={order} side="buyer" />
      <Controller
        control={control}
        name="rating"
        render={({ field }) => <StarsInput value={field.value ?? 5} onChange={field.onChange} />}
      />
      <TextInput
        label="Título"
        error={errors.title?.message}
        autoComplete="off"
        {...register('title')}
        max={limits.reviewTitle}
      />
      <TextArea
        label="Descrição"
        placeholder="O que funcionou? O que faltou?"
        error={errors.description?.message}
        {...register('description')}
        max={limits.reviewDescription}
      />
      <Controller
        control={control}
        name="recommend"
        render={({ field }) => (
          <label className="row spaceBetween" htmlFor={recommendId}>
            <span className="bold">Recomendo este serviço</span>
            <Switch
              id={recommendId}
              label="Recomendo este serviço"
              checked={field.value === true}
              onChange={field.onChange}
            />
          </label>
        )}
      />
    </Dialog>
  );
}
