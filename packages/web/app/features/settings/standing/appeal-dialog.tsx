import { ApiError } from '@guilda/contract/api-error';
import { limits } from '@guilda/contract/limits';
import { newAppeal, type OwnDecision } from '@guilda/contract/moderation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { decisionText } from './standing-words.ts';

interface AppealDialogProps {
  decision: OwnDecision;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Refusals that no other try can turn: it was appealed elsewhere, or holds no more. */
const isSettled = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** Sends the appeal and says how it went; true when there is nothing left to try. */
async function deliver(id: string, message: string): Promise<boolean> {
  try {
    const { code } = await api().moderation.appeal({ params: { id }, body: { message } });
    toast({ title: 'Recurso enviado', text: `Sua resposta vem pelo código ${code}.` });
    return true;
  } catch (error) {
    toastError(error);
    return isSettled(error);
  }
}

/** Asks the team to look again at a decision, once (`product §9`). */
export function AppealDialog({ decision, open, onOpenChange }: AppealDialogProps) {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newAppeal),
    defaultValues: { message: '' },
  });
  const send = handleSubmit(async ({ message }) => {
    if (!(await deliver(decision.id, message))) return;
    await Promise.all(
      ['decisions', 'cases'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
    onOpenChange(false);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Recorrer da decisão"
      description={`${decisionText(decision)}. Você pode recorrer uma vez.`}
      afterwards="#decisoes"
      backCloses
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" loading={formState.isSubmitting}>
            Enviar recurso
          </Button>
        </>
      }
    >
      <TextArea
        {...register('message')}
        label="Por que a decisão deve mudar?"
        placeholder="Conte o que a equipe precisa saber."
        hint="A resposta aparece aqui e chega pelo e-mail da sua conta."
        max={limits.appeal}
        error={formState.errors.message?.message}
      />
    </Dialog>
  );
}
