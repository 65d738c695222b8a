import { limits } from '@guilda/contract/limits';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorText, toast } from '../../ui/toast.ts';

/** What is wrong with a feedback, or null. The length is the trimmed text's, as it is sent. */
export function feedbackProblem(message: string): string | null {
  const text = message.trim();
  if (text === '') return 'Escreva sua mensagem.';
  return text.length > limits.feedback ? `Use no máximo ${limits.feedback} caracteres.` : null;
}

interface FeedbackBlockProps {
  /** Sends it; rejects with what the server said. */
  onFeedback: (message: string) => Promise<void>;
}

/** The feedback form at the foot of the side menu (`spec §5`, `spec §8`). */
export function FeedbackBlock({ onFeedback }: FeedbackBlockProps) {
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const problem = feedbackProblem(message);
    setError(problem);
    if (problem) return;
    setSending(true);
    try {
      await onFeedback(message.trim());
      setMessage('');
      toast({ title: 'Feedback enviado', text: 'Obrigado. A gente lê tudo.' });
    } catch (failure) {
      toast({ title: 'Erro ao enviar feedback', text: errorText(failure), tone: 'error' });
    } finally {
      setSending(false);
    }
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
        error={error ?? undefined}
        {...(message.length > 0 ? { max: limits.feedback } : {})}
      />
      <Button type="submit" block loading={sending}>
        Enviar feedback
      </Button>
    </form>
  );
}
