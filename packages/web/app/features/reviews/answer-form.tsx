import { limits } from '@guilda/contract/limits';
import { newReviewAnswer } from '@guilda/contract/reviews';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface AnswerFormProps {
  pending: boolean;
  onSend: (answer: string) => void;
  onCancel: () => void;
}

/** The seller's answer to a review. Loaded when it is first asked for. */
export function AnswerForm({ pending, onSend, onCancel }: AnswerFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newReviewAnswer),
    defaultValues: { answer: '' },
  });
  return (
    <form className="col g2" noValidate onSubmit={handleSubmit(({ answer }) => onSend(answer))}>
      <TextArea
        label="Sua resposta"
        placeholder="Agradeça ou conte o seu lado."
        hint="Uma resposta por avaliação, visível para todo mundo."
        autoFocus
        error={formState.errors.answer?.message}
        {...register('answer')}
        max={limits.reviewAnswer}
      />
      <div className="row g2 resposta-a">
        <Button variant="ghost" size="small" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" variant="primary" size="small" loading={pending}>
          Publicar resposta
        </Button>
      </div>
    </form>
  );
}
