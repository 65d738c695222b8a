import { limits } from '@guilda/contract/limits';
import clsx from 'clsx';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import * as field from '../../../../ui/forms/field.module.css';
import { FieldError } from '../../../../ui/forms/field.tsx';
import { hasTouchKeyboard } from '../has-touch-keyboard.ts';
import * as styles from './composer.module.css';
import { useComposer } from './use-composer.ts';

/** The counter of typed characters is shown from this length on: the last 200 characters before the limit. */
const COUNTER_FROM_LENGTH = limits.message - 200;

/**
 * Whether the key sends the message: Enter without Shift on devices with a physical keyboard; never while an input
 * method composes a word.
 */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && !hasTouchKeyboard();
}

function LengthCounter({ length }: { length: number }) {
  if (length < COUNTER_FROM_LENGTH) return null;
  const isTooLong = length > limits.message;
  return (
    <span className={clsx('numeric', styles.counter, isTooLong && field.tooLong)} role="status">
      {length}/{limits.message}
    </span>
  );
}

/** The message field with its send button. */
export function Composer({ uid }: { uid: string }) {
  const { area, text, problem, typeText, send } = useComposer(uid);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const press = (event: KeyboardEvent) => {
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} data-ui="composer" noValidate onSubmit={submit}>
      <div className={styles.field}>
        <label className="srOnly" htmlFor={id}>
          Mensagem
        </label>
        <textarea
          ref={area}
          id={id}
          data-ui="input"
          className={clsx(field.input, problem && field.invalid)}
          rows={1}
          placeholder="Digite sua mensagem"
          value={text}
          enterKeyHint={hasTouchKeyboard() ? 'enter' : 'send'}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-e` : undefined}
          onChange={(event) => typeText(event.target.value)}
          onKeyDown={press}
        />
        <LengthCounter length={text.trim().length} />
        {problem && (
          <div role="alert">
            <FieldError id={`${id}-e`}>{problem}</FieldError>
          </div>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        // Pressing the button must not take the focus from the field, otherwise phones close their keyboard.
        onPointerDown={(event) => event.preventDefault()}
      >
        Enviar
      </Button>
    </form>
  );
}
