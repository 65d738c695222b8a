import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { requiredText } from '@guilda/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { AnswerDialog, useDisputeAnswer } from './answer-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';

const contestSchema = z.object({
  message: requiredText(limits.disputeMessage, 'Mensagem obrigatória'),
});

/** Dialog in which the seller contests a dispute with a message (`docs/product/orders.md`). */
export function ContestDialog(props: OrderDialogProps) {
  const { pending, sendAnswer } = useDisputeAnswer(props);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(contestSchema),
    defaultValues: { message: '' },
  });
  return (
    <AnswerDialog
      dialog={props}
      title="Contestar"
      description={`Conte o seu lado. ${props.order.buyerName} e a equipe leem, e a equipe decide se vocês não se acertarem. Só dá para contestar uma vez.`}
      submitLabel="Contestar"
      pending={pending}
      onSubmit={handleSubmit(sendAnswer)}
    >
      <TextArea
        label="Mensagem"
        placeholder="O que você entregou, e quando?"
        error={formState.errors.message?.message}
        {...register('message')}
        max={limits.disputeMessage}
      />
    </AnswerDialog>
  );
}
