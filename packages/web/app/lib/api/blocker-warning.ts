import type { Transport, TransportRequest } from '@guilda/contract/client';
import { toast } from '../../ui/feedback/toast.ts';
import { NetworkError } from './fetch-transport.ts';

/** Session storage key that records that the warning was shown in this session. */
const BLOCKER_WARNED_KEY = 'guilda.blocker';

const PAYMENTS_PATH = '/api/payments';

/** Error of a request about a payment that the browser blocked, for example because of an ad blocker. */
export class BlockedError extends NetworkError {
  constructor() {
    super();
    this.name = 'BlockedError';
  }
}

/** Whether a request to the address gets any response; a GET, so that nothing changes on the server. */
async function isReachable(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  try {
    await fetch(url, { cache: 'no-store', headers, signal: AbortSignal.timeout(3_000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the browser seems to block the address of the request: the server answers at `/healthz` but not at that
 * address. Any response counts as an answer; the authorization header is repeated only to avoid a needless 401.
 */
async function isBlocked({ url, headers: { authorization } }: TransportRequest): Promise<boolean> {
  if (!navigator.onLine || (await isReachable(url, authorization ? { authorization } : {})))
    return false;
  return isReachable('/healthz');
}

function warnOnce(): void {
  try {
    if (sessionStorage.getItem(BLOCKER_WARNED_KEY) !== null) return;
    sessionStorage.setItem(BLOCKER_WARNED_KEY, '1');
  } catch {
    // Storage is unavailable: the warning may be shown again.
  }
  toast({
    title: 'Bloqueador detectado',
    text: 'Algumas funcionalidades podem ser limitadas',
    tone: 'warn',
  });
}

/**
 * When a request about a payment gets no response, checks whether the browser blocks it or the network is down. A
 * blocked request shows a warning once per session and throws {@link BlockedError}, which shows no further toast.
 */
export function withBlockerWarning(sendRequest: Transport): Transport {
  return async (request) => {
    try {
      return await sendRequest(request);
    } catch (error) {
      if (!(error instanceof NetworkError) || !request.url.startsWith(PAYMENTS_PATH)) throw error;
      if (!(await isBlocked(request))) throw error;
      warnOnce();
      throw new BlockedError();
    }
  };
}
