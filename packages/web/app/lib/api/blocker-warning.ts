import type { Transport, TransportRequest } from '@guilda/contract/client';
import { toast } from '../../ui/feedback/toast.ts';
import { NetworkError } from './fetch-transport.ts';

/** Session storage key: the warning was shown in this session. */
const BLOCKER_WARNED_KEY = 'guilda.blocker';

const PAYMENTS_PATH = '/api/payments';

/** A request about a payment that something in the browser keeps from leaving. */
export class BlockedError extends NetworkError {
  constructor() {
    super();
    this.name = 'BlockedError';
  }
}

/** Whether a request to an address gets any response; the request changes nothing at the server. */
async function isReachable(url: string, headers: Record<string, string> = {}): Promise<boolean> {
  try {
    await fetch(url, { cache: 'no-store', headers, signal: AbortSignal.timeout(3_000) });
    return true;
  } catch {
    return false;
  }
}

/**
 * The server is there, and this one address is not: something here keeps requests from it. It is asked
 * as the person, so that where the line broke for a moment the answer is no refusal.
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
    // Without storage the warning may be shown twice.
  }
  toast({
    title: 'Bloqueador detectado',
    text: 'Algumas funcionalidades podem ser limitadas',
    tone: 'warn',
  });
}

/**
 * When a request about a payment does not get through, checks whether an ad blocker or the network is the
 * cause. A blocker is warned of once in a session; {@link BlockedError} is thrown and shows no other toast.
 */
export function withBlockerWarning(send: Transport): Transport {
  return async (request) => {
    try {
      return await send(request);
    } catch (error) {
      if (!(error instanceof NetworkError) || !request.url.startsWith(PAYMENTS_PATH)) throw error;
      if (!(await isBlocked(request))) throw error;
      warnOnce();
      throw new BlockedError();
    }
  };
}
