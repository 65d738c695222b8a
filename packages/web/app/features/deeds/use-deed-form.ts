import { limits } from '@guilda/contract/limits';
import { useState } from 'react';
import type { Deed } from './deeds.ts';

/** What is missing of a deed. */
export interface Missing {
  readonly deed?: string | undefined;
  readonly reason?: string | undefined;
}

function missingOf(deed: Deed | undefined, reason: string): Missing {
  const length = reason.trim().length;
  const tooLong = length > limits.moderationReason;
  return {
    deed: deed ? undefined : 'Escolha o que fazer.',
    reason:
      length === 0
        ? 'Motivo obrigatório'
        : tooLong
          ? `Use até ${limits.moderationReason} caracteres.`
          : undefined,
  };
}

/** A deed being chosen from these, before it is done. */
export function useDeedForm(deeds: readonly Deed[]) {
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState('');
  const [days, setDays] = useState<number | null>(7);
  const [tried, setTried] = useState(false);
  const deed = deeds.find((each) => each.key === key);
  const missing = missingOf(deed, reason);
  return {
    deed,
    choose: ({ key: next }: Deed) => setKey(next),
    reason,
    setReason,
    days,
    setDays,
    /** Told once it was tried to send without. */
    missing: tried ? missing : {},
    /** Whether it can be sent; tells what is missing. */
    check: () => {
      setTried(true);
      return !missing.deed && !missing.reason;
    },
    clear: () => {
      setKey(undefined);
      setReason('');
      setTried(false);
    },
  };
}

export type DeedForm = ReturnType<typeof useDeedForm>;
