import { limits } from '@guilda/contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorText, toast } from '../../ui/toast.ts';
import { isSignedIn, sendFeedback } from './account-actions.ts';
import { feedbackProblem } from './feedback-problem.ts';
import type { Viewer } from './viewer.ts';

function tellSignedOut() {
  const text = 'Você precisa estar logado para enviar um feedback.';
  toast({ title: 'Erro', text, tone: 'error' });
}

/** Sends it and says how it went; true when it arrived. */
async function deliver(viewer: Viewer, message: string): Promise<boolean> {
  try {
    await sendFeedback(viewer, message);
    toast({ title: 'Feedback enviado', text: 'Obrigado. A gente lê tudo.' });
    return true;
  } catch (failure) {
    if (!isSignedIn()) tellSignedOut();
    else toast({ title: 'Erro ao enviar feedback', text: errorText(failure), tone: 'error' });
    return false;
  }
}

/** The feedback form at the foot of the side menu (`spec §5`, `spec §8`). */
export function FeedbackBlock({ viewer }: { viewer: Viewer }) {
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (!isSignedIn()) return tellSignedOut();
    const problem = feedbackProblem(message);
    setError(problem);
    if (problem) return;
    setSending(true);
    if (await deliver(viewer, message.trim())) setMessage('');
    setSending(false);
  };
  return (
    <form className="fb" noValidate onSubmit={submit}>
      <h2 className="d4">Conta pra gente</h2>
      <p className="t-sm dim pre">O que atrapalhou sua partida hoje?</p>
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
