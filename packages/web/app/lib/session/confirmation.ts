import { ApiError } from '@guilda/contract/api-error';
import type { ConfirmationPurpose } from '@guilda/contract/confirmation';
import { create } from 'zustand';

/** A call of the page that waits until the person has confirmed who they are. */
export interface ConfirmationRequest {
  readonly purpose: ConfirmationPurpose;
  /** Called with the server's confirmation, which is good for one call. */
  confirm(confirmation: string): void;
  /** Called when the person gives up. */
  cancel(): void;
}

/** The request that the dialog `ConfirmIdentity` shows; null when nothing is asked. */
export const useConfirmationRequest = create<{ readonly request: ConfirmationRequest | null }>(
  () => ({ request: null }),
);

/** The person closed the dialog without confirming. Nothing happened, so no message is shown. */
class ConfirmationCancelledError extends Error {
  constructor() {
    super('Você não confirmou que é você. Nada mudou.');
    this.name = 'ConfirmationCancelledError';
  }
}

/** Asks the person to confirm who they are; an earlier question that is still open is cancelled. */
function askConfirmation(purpose: ConfirmationPurpose): Promise<string> {
  useConfirmationRequest.getState().request?.cancel();
  return new Promise((resolve, reject) => {
    // An answer may come after a newer question replaced this one, which has to stay open.
    const close = () =>
      useConfirmationRequest.setState((state) =>
        state.request === request ? { request: null } : state,
      );
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

/** The part of a call's input that carries a confirmation. */
export interface Confirmed {
  readonly confirmation?: string;
}

const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmation_required';

/**
 * Makes a call that the server may refuse with `confirmation_required` (`docs/product/accounts.md`). The person is then
 * asked to sign in with the identity provider again, and the call is repeated with the confirmation. Rejects with
 * `ConfirmationCancelledError` when the person gives up, and with every other error of the call.
 */
export async function withConfirmation<T>(
  purpose: ConfirmationPurpose,
  call: (confirmed: Confirmed) => Promise<T>,
): Promise<T> {
  let confirmed: Confirmed = {};
  for (;;) {
    try {
      return await call(confirmed);
    } catch (error) {
      if (!needsConfirmation(error)) throw error;
      confirmed = { confirmation: await askConfirmation(purpose) };
    }
  }
}
