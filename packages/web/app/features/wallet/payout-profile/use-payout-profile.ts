import { ApiError } from '@guilda/contract/api-error';
import type { PayoutProfile, PayoutProfileInput } from '@guilda/contract/money/payout-profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { withConfirmation } from '../../../lib/session/confirmation.ts';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { walletKeys } from '../wallet-keys.ts';

/** Loads the signed-in person's payout profile; null when there is none yet. */
export function usePayoutProfile() {
  return useQuery({
    queryKey: walletKeys.payoutProfile,
    queryFn: async ({ signal }) => (await api().wallet.getPayoutProfile({}, { signal })).profile,
    staleTime: 0,
  });
}

/** Shows an error of a field beside the field. */
export type ShowFieldError = (field: keyof PayoutProfileInput, message: string) => void;

const profileFields: readonly (keyof PayoutProfileInput)[] = ['legalName', 'cpf', 'birthDate'];

/** Shows the server's issues beside their fields; false when the error has none. */
function showIssues(error: unknown, showFieldError: ShowFieldError): boolean {
  if (!(error instanceof ApiError)) return false;
  const fieldIssues = profileFields.flatMap((field) => {
    const issue = error.issues.find(({ path }) => path === field);
    return issue ? [{ field, message: issue.message }] : [];
  });
  for (const { field, message } of fieldIssues) showFieldError(field, message);
  return fieldIssues.length > 0;
}

/**
 * Saves the payout profile after the person has confirmed their identity. `onSaved` is called with the saved profile.
 */
export function useSavePayoutProfile(onSaved: (profile: PayoutProfile) => void) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const save = (body: PayoutProfileInput, showFieldError: ShowFieldError) =>
    runOnce(async () => {
      try {
        const { profile } = await withConfirmation('payout_profile', (confirmationInput) =>
          api().wallet.putPayoutProfile({ body, ...confirmationInput }),
        );
        client.setQueryData(walletKeys.payoutProfile, profile);
        toast({ title: 'Dados de saque salvos' });
        onSaved(profile);
      } catch (error) {
        if (!showIssues(error, showFieldError)) toastError(error);
      }
    });
  return { pending, save };
}
