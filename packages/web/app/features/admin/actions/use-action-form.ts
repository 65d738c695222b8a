import { limits } from '@guilda/contract/limits';
import { useState } from 'react';
import type { DirectAction } from './direct-actions.ts';

/** Errors of the form for a moderation action without a case. */
export interface ActionFormErrors {
  readonly directAction?: string | undefined;
  readonly reason?: string | undefined;
}

function validateAction(directAction: DirectAction | undefined, reason: string): ActionFormErrors {
  const length = reason.trim().length;
  const isTooLong = length > limits.moderationReason;
  return {
    directAction: directAction ? undefined : 'Escolha o que fazer.',
    reason:
      length === 0
        ? 'Motivo obrigatório'
        : isTooLong
          ? `Use até ${limits.moderationReason} caracteres.`
          : undefined,
  };
}

/** State of the form in which an administrator chooses one of `directActions` and writes a reason. */
export function useActionForm(directActions: readonly DirectAction[]) {
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<number | null>(7);
  const [tried, setTried] = useState(false);
  const directAction = directActions.find((each) => each.key === key);
  const formErrors = validateAction(directAction, reason);
  return {
    directAction,
    choose: ({ key: chosenKey }: DirectAction) => setKey(chosenKey),
    reason,
    setReason,
    days,
    setDays,
    /** Errors of the fields; empty before the first attempt to submit. */
    missing: tried ? formErrors : {},
    /** Validates the form and shows the errors; returns true when the form can be sent. */
    check: () => {
      setTried(true);
      return !formErrors.directAction && !formErrors.reason;
    },
    clear: () => {
      setKey(undefined);
      setReason('');
      setTried(false);
    },
  };
}

export type ActionForm = ReturnType<typeof useActionForm>;
