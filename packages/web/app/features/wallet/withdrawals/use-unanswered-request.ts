import { newWithdrawal } from '@guilda/contract/money/wallet';
import { useState } from 'react';
import type { WithdrawalRequest } from './use-withdrawal.ts';
import { withdrawalBodyOf } from './withdraw-form.ts';

/** Time in ms for which a request is kept. A later one of the same amount is meant as a new withdrawal. */
const KEEP_MS = 3_600_000;

/** Session storage key of a person's request, which is removed when the tab is closed or the person signs out in it. */
const storageKeyOf = (uid: string) => `guilda-draft-withdrawal-${uid}`;

function readRequest(uid: string): WithdrawalRequest | null {
  try {
    const storedRequest: unknown = JSON.parse(sessionStorage.getItem(storageKeyOf(uid)) ?? 'null');
    const { key, sentAt, body } = storedRequest as Record<string, unknown>;
    if (typeof key !== 'string' || !(Number(sentAt) > Date.now() - KEEP_MS)) return null;
    return { key, draft: newWithdrawal.parse(body) };
  } catch {
    // Storage is unavailable, or has no valid request.
    return null;
  }
}

function storeRequest(uid: string, request: WithdrawalRequest | null): void {
  try {
    if (request === null) {
      sessionStorage.removeItem(storageKeyOf(uid));
      return;
    }
    const { key, draft } = request;
    const storedRequest = { key, sentAt: Date.now(), body: withdrawalBodyOf(draft) };
    sessionStorage.setItem(storageKeyOf(uid), JSON.stringify(storedRequest));
  } catch {
    // Storage is unavailable: the request is lost when the page is closed.
  }
}

/**
 * The request of this person whose answer was lost, null when there is none, and a function that sets it. It is stored,
 * so that the same withdrawal is not requested twice after a reload of the page.
 */
export function useUnansweredRequest(uid: string) {
  const [unanswered, setUnanswered] = useState(() => readRequest(uid));
  const keepUnanswered = (request: WithdrawalRequest | null) => {
    setUnanswered(request);
    storeRequest(uid, request);
  };
  return [unanswered, keepUnanswered] as const;
}
