import { ApiError } from '@guilda/contract/api-error';
import { limits } from '@guilda/contract/limits';
import { newAppeal, type OwnDecision } from '@guilda/contract/moderation/moderation';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api/api.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { decisionText } from './status-words.ts';

interface AppealDialogProps {
  decision: OwnDecision;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Whether the decision has ended or was already appealed in another tab or device, so that a retry cannot succeed. */
const isAppealClosedError = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/**
 * Sends the appeal and shows the result as a toast; resolves to true after a success and after a refusal that a retry
 * cannot change.
 */
async function sendAppeal(decisionId: string, message: string): Promise<boolean> {
  try {
    const { code } = await api().moderation.appeal({
      params: { id: decisionId },
      body: { message },
    });
    toast({ title: 'Recurso enviado', text: `Sua resposta vem pelo código ${code}.` });
    return true;
  } catch (error) {
    toastError(error);
    return isAppealClosedError(error);
  }
}

/** Dialog to appeal against a decision (`docs/product/moderation.md`). */
export function AppealDialog({ decision, open, onOpenChange }: AppealDialogProps) {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newAppeal),
    defaultValues: { message: '' },
  });
  const send = handleSubmit(async ({ message }) => {
    if (!(await sendAppeal(decision.id, message))) return;
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
      returnFocusSelector="#decisoes"
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
