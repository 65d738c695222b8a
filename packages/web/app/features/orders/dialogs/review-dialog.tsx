import { limits } from '@guilda/contract/limits';
import { newReview } from '@guilda/contract/reviews';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { StarsInput } from '../../../ui/stars-input.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { reviewSender } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import { OrderSummary } from '../parts/order-summary.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

const form = newReview.pick({ title: true, description: true, rating: true, recommend: true });

function thank() {
  toast({ title: 'Avaliação enviada', text: 'Ela já aparece na página do serviço.' });
}

/** The buyer's review of a completed purchase (`spec §5`). */
export function ReviewDialog({ order, user, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { title: '', description: '', rating: limits.rating.initial, recommend: true },
  });
  const { errors } = formState;
  const recommendId = useId();
  const [review] = useState(() => reviewSender());
  const send = handleSubmit((words) => act(() => review(order, user, words), thank));
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
          <label className="row between" htmlFor={recommendId}>
            <span className="b">Recomendo este serviço</span>
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
