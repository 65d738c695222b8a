import { limits } from '@guilda/contract/limits';
import { supportData } from '@guilda/contract/moderation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';
import { askSupport } from '../data/order-acts.ts';
import { useAct } from '../data/use-act.ts';
import type { OrderDialogProps } from './dialog-props.ts';

const form = supportData.pick({ userMessage: true });

function thank() {
  toast({ title: 'Suporte solicitado', text: 'Nossa equipe entrará em contato em breve.' });
}

/** The buyer's call for help while nobody has started (`spec §5`, `spec §8`). */
export function SupportDialog({ order, open, onClose }: OrderDialogProps) {
  const { pending, act } = useAct(onClose);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { userMessage: '' },
  });
  const send = handleSubmit(({ userMessage }) => act(() => askSupport(order, userMessage), thank));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Precisa de ajuda?"
      description={
        <>
          Compra <b className="num tinta">{order.purchaseCode}</b>
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
