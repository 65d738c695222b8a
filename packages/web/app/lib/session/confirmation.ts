import type { ConfirmationPurpose } from '@guilda/contract/accounts/confirmation';
import { ApiError } from '@guilda/contract/api-error';
import { create } from 'zustand';
import { PublicError } from '../api/public-error.ts';
import { useSession } from './session.ts';

/** A request that waits until the person has confirmed their identity. */
export interface ConfirmationRequest {
  readonly purpose: ConfirmationPurpose;
  /** Called with the server's proof of the confirmed identity, which the server accepts for one successful request. */
  confirm(confirmation: string): void;
  /** Called when the person cancels. */
  cancel(): void;
}

/** The request for which the dialog `ConfirmIdentity` is open; null when there is none. */
export const useConfirmationRequest = create<{ readonly request: ConfirmationRequest | null }>(
  () => ({ request: null }),
);

/** Error of a request for which the person did not confirm their identity. Nothing changed, so no message is shown. */
export class ConfirmationCancelledError extends PublicError {
  override name = 'ConfirmationCancelledError';
  constructor() {
    super('Você não confirmou que é você. Nada mudou.');
  }
}

/**
 * Asks the person to confirm their identity; cancels an earlier question that is unanswered. The question ends with the
 * person's session, also in another tab: the waiting request must never be sent for somebody else.
 */
function askConfirmation(purpose: ConfirmationPurpose): Promise<string> {
  useConfirmationRequest.getState().request?.cancel();
  const uid = useSession.getState().user?.uid;
  return new Promise((resolve, reject) => {
    const stopWatching = useSession.subscribe(({ user }) => user?.uid !== uid && cancel());
    // The answer may belong to an earlier question; the newer question must then stay open.
    const close = () => {
      stopWatching();
      useConfirmationRequest.setState((state) =>
        state.request === request ? { request: null } : state,
      );
    };
    const confirm = (confirmation: string) => {
      close();
      resolve(confirmation);
    };
    const cancel = () => {
      close();
      reject(new ConfirmationCancelledError());
    };
    const request: ConfirmationRequest = { purpose, confirm, cancel };
    useConfirmationRequest.setState({ request });
  });
}

/** The part of a request's input that proves that the person has just confirmed their identity. */
export interface ConfirmedInput {
  readonly confirmation?: string;
}

const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmation_required';

/**
 * Sends a request that the server may refuse with `confirmation_required` (`docs/product/accounts.md`). The person is
 * then asked to sign in with the identity provider again, and the request is repeated with the confirmation. Rejects
 * with `ConfirmationCancelledError` when the person cancels, and with every other error of the request.
 */
export async function withConfirmation<T>(
  purpose: ConfirmationPurpose,
  call: (confirmationInput: ConfirmedInput) => Promise<T>,
): Promise<T> {
  let confirmed: ConfirmedInput = {};
  for (;;) {
    try {
      return await call(confirmed);
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
      confirmed = { confirmation: await askConfirmation(purpose) };
    }
  }
}
