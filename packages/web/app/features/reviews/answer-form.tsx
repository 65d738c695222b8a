import { limits } from '@guilda/contract/limits';
import { newReviewAnswer } from '@guilda/contract/orders/reviews';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/actions/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import * as styles from './review-item.module.css';

interface AnswerFormProps {
  pending: boolean;
  onSend: (answer: string) => void;
  onCancel: () => void;
}

/** The form for the seller's answer; its code is loaded when the form is first opened. */
export function AnswerForm({ pending, onSend, onCancel }: AnswerFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(newReviewAnswer),
    defaultValues: { answer: '' },
  });
  return (
    <form
      className="column gap2"
      noValidate
      onSubmit={handleSubmit(({ answer }) => onSend(answer))}
    >
      <TextArea
        label="Sua resposta"
        placeholder="Agradeça ou conte o seu lado."
        hint="Uma resposta por avaliação, visível para todo mundo."
        autoFocus
        error={formState.errors.answer?.message}
        {...register('answer')}
        max={limits.reviewAnswer}
      />
      <div className={`row gap2 ${styles.answerActions}`}>
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
