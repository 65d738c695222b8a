import { ApiError } from '@guilda/contract/api-error';
import { ageToProve } from '@guilda/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { browserClient } from '../../lib/data/page-data.ts';
import { useInstallation } from '../../lib/installation.ts';
import { useLeavePage } from '../../lib/navigation/use-leave-page.ts';
import { storeUser, useSession } from '../../lib/session/session.ts';
import { toastError } from '../../ui/feedback/toast.ts';

/** Interval at which the status of an open check is requested, in ms. */
const STATUS_POLL_MS = 3_000;
/** Longest delay before a failed request for the signed-in person is repeated, in ms. */
const MAX_RETRY_DELAY_MS = 60_000;

/**
 * Status of the signed-in person's age check:
 * - `unknown`: nobody is signed in, or the status is still loading
 * - `none`: there is no valid check
 * - `open`: the check was started, and its outcome is not known yet
 * - `unavailable`: no check can be started now
 */
export type AgeCheckStatus = 'unknown' | 'none' | 'open' | 'approved' | 'declined' | 'unavailable';

/**
 * Reloads the signed-in person after an approved check, so that content for adults is shown; a failed request is
 * repeated with growing delays while the page is visible, but not after a refusal. The returned function ends the
 * attempts.
 */
function reloadUserUntilLoaded(): () => void {
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = STATUS_POLL_MS;
  const repeatLater = () => {
    timer = setTimeout(() => void loadUser(), delayMs);
  };
  const loadUser = async () => {
    if (document.hidden) return repeatLater();
    try {
      const user = await (await browserClient()).users.getMe();
      if (!hasEnded) storeUser(user);
    } catch (error) {
      if (hasEnded || (error instanceof ApiError && error.status < 500)) return;
      repeatLater();
      delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS);
    }
  };
  void loadUser();
  return () => {
    hasEnded = true;
    clearTimeout(timer);
  };
}

const isUnavailable = (error: unknown) =>
  error instanceof ApiError && error.code === 'age_check_unavailable';

export interface AgeCheck {
  readonly status: AgeCheckStatus;
  /** When the check expires; null without a valid check. */
  readonly verifiedUntil: string | null;
  /** Whether the browser is being sent to the provider's page. */
  readonly starting: boolean;
  /** Sends the browser to the provider's page, which redirects back to the current page. */
  start(): void;
}

/**
 * The signed-in person's age check, polled while it is open.
 * @param purpose whether the check is for content for adults or for using an account
 */
export function useAgeCheck(purpose: 'adult_content' | 'account' = 'adult_content'): AgeCheck {
  const { accountAge } = useInstallation();
  const uid = useSession(({ user, ready }) => (ready && user ? user.uid : null));
  const isVerifiedInSession = useSession(({ user }) =>
    purpose === 'account'
      ? (user?.verifiedAge ?? 0) >= ageToProve(accountAge)
      : (user?.ageVerified ?? false),
  );
  const { pathname, search, hash } = useLocation();
  const { data, refetch } = useQuery({
    queryKey: ['age', uid],
    queryFn: async () => (await browserClient()).age.getAgeVerification(),
    enabled: uid !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? STATUS_POLL_MS : false),
  });
  const isApproved = data?.state === 'approved';
  useEffect(() => {
    if (isApproved && !isVerifiedInSession) return reloadUserUntilLoaded();
  }, [isApproved, isVerifiedInSession]);

  const { pending: starting, run } = useLeavePage();
  const startCheck = useMutation({
    mutationFn: async () => {
      const client = await browserClient();
      const returnTo = pathname + search + hash;
      const body = purpose === 'account' ? { returnTo, purpose } : { returnTo };
      return client.age.startAgeVerification({ body });
    },
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      if (!isUnavailable(error)) toastError(error);
      // The check may have been completed in another tab.
      void refetch();
    },
  });
  const isUnavailableNow = isUnavailable(startCheck.error) || data?.available === false;
  const state = uid === null || !data ? 'unknown' : data.state;
  return {
    status: isUnavailableNow && !isApproved ? 'unavailable' : state,
    verifiedUntil: data?.verifiedUntil ?? null,
    starting,
    start: () =>
      void run(() =>
        startCheck.mutateAsync().then(
          () => 'leaving',
          () => 'staying',
        ),
      ),
  };
}
