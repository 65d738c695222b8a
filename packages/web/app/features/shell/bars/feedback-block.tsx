import { limits } from '@guilda/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { messageOfError, toast } from '../../../ui/feedback/toast.ts';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { isSignedIn, sendFeedback } from '../account-actions.ts';
import type { Viewer } from '../viewer.ts';
import { feedbackErrorText } from './feedback-problem.ts';
import * as styles from './side-menu.module.css';

function notifySignInNeeded() {
  const text = 'Você precisa estar logado para enviar um feedback.';
  toast({ title: 'Erro', text, tone: 'error' });
}

/** Sends feedback and shows the result as a toast; resolves to whether it was sent. */
async function sendFeedbackWithToast(viewer: Viewer, message: string): Promise<boolean> {
  try {
    const code = await sendFeedback(viewer, message);
    toast({ title: 'Feedback enviado', text: `Obrigado. A gente lê tudo. Protocolo: ${code}.` });
    return true;
  } catch (failure) {
    if (!isSignedIn()) notifySignInNeeded();
    else toast({ title: 'Erro ao enviar feedback', text: messageOfError(failure), tone: 'error' });
    return false;
  }
}

/** The feedback form at the bottom of the side menu. */
export function FeedbackForm({ viewer }: { viewer: Viewer }) {
  const client = useQueryClient();
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!isSignedIn()) return notifySignInNeeded();
    const problem = feedbackErrorText(message);
    setError(problem);
    if (problem) return;
    setSending(true);
    if (await sendFeedbackWithToast(viewer, message.trim())) {
      setMessage('');
      void client.invalidateQueries({ queryKey: ['cases'] });
    }
    setSending(false);
  };
  return (
    <form className={styles.feedback} noValidate onSubmit={submit}>
      <h2 className="display4">Conta pra gente</h2>
      <p className="textSm secondary pretty">O que atrapalhou sua partida hoje?</p>
      <TextArea
        label="Feedback"
        hideLabel
        name="feedback"
        placeholder={`Até ${limits.feedback} caracteres`}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        error={error}
        {...(message.length > 0 ? { max: limits.feedback } : {})}
      />
      <Button type="submit" block loading={sending}>
        Enviar feedback
      </Button>
    </form>
  );
}
