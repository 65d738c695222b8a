import { newComment } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../../ui/actions/button.tsx';
import { Avatar } from '../../../../ui/display/avatar.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import * as styles from './comments.module.css';

interface CommentFormProps {
  photoURL: string | null;
  /** The restored text of an earlier visit. */
  draft: string;
  onType: (text: string) => void;
  onSend: (text: string) => void;
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const isSendKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
  if (!isSendKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** The second click of a double click must not submit the form, which the first click has emptied. */
function ignoreDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}

/** The form for a comment. Its field is emptied as soon as a comment is sent, so that the next one can be typed. */
export function CommentForm({ photoURL, draft, onType, onSend }: CommentFormProps) {
  const { register, handleSubmit, reset, setFocus, subscribe, formState } = useForm({
    resolver: zodResolver(newComment),
    defaultValues: { text: draft },
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onType(values.text) }),
    [subscribe, onType],
  );
  const send = handleSubmit(({ text }) => {
    onSend(text);
    setFocus('text');
    reset({ text: '' });
  });
  return (
    <form className="row alignTop" noValidate onSubmit={send} aria-label="Novo comentário">
      <Avatar src={photoURL} />
      <div className="grow column gap2">
        <TextArea
          label="Comentar"
          hideLabel
          placeholder="Comente com gentileza"
          error={formState.errors.text?.message}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onKeyDown={submitOnCtrlEnter}
          dir="auto"
          {...register('text')}
          max={limits.comment}
        />
        <Button type="submit" variant="primary" className={styles.send} onClick={ignoreDoubleClick}>
          Comentar
        </Button>
      </div>
    </form>
  );
}
