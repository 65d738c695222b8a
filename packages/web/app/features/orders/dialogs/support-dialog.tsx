import { limits } from '@guilda/contract/limits';
import { supportRequestFields } from '@guilda/contract/moderation/moderation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { requestSupport } from '../data/order-actions.ts';
import { useOrderAction } from '../data/use-order-action.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const supportFormSchema = supportRequestFields.pick({ userMessage: true });

function toastSupportRequested(caseCode: string, followCase: () => void) {
  toast({
    title: 'Suporte solicitado',
    text: 'Nossa equipe entrará em contato em breve.',
    action: { label: `Protocolo ${caseCode}`, run: followCase },
  });
}

/** Dialog in which the buyer asks for support before the start (`docs/product/orders.md`). */
export function SupportDialog({ order, open, onClose }: OrderDialogProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pending, run } = useOrderAction(onClose);
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(supportFormSchema),
    defaultValues: { userMessage: '' },
  });
  const send = handleSubmit(({ userMessage }) =>
    run(async () => {
      const code = await requestSupport(order, userMessage);
      toastSupportRequested(code, () => void navigate('/user/settings/denuncias'));
      void client.invalidateQueries({ queryKey: ['cases'] });
      reset();
      return undefined;
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Precisa de ajuda?"
      description={
        <>
          Compra <b className="numeric">{order.purchaseCode}</b>
        </>
      }
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" loading={pending}>
            Pedir suporte
          </Button>
        </>
      }
    >
      <TextArea
        label="Mensagem"
        placeholder="Conte o que aconteceu."
        hint="Respondemos pelo e-mail da sua conta."
        error={formState.errors.userMessage?.message}
        {...register('userMessage')}
        max={limits.supportMessage}
      />
    </Dialog>
  );
}
