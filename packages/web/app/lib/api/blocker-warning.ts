import type { Transport, TransportRequest } from '@guilda/contract/client';
import { toast } from '../../ui/feedback/toast.ts';
import { NetworkError } from './fetch-transport.ts';

/** Session storage key: the warning was shown in this session. */
const WARNED = 'guilda.blocker';

const PAYMENTS = '/api/payments';

/** A request about a payment that something in the browser keeps from leaving. */
export class BlockedError extends NetworkError {
  constructor() {
    super();
    this.name = 'BlockedError';
  }
}

/** Whether an address gives an answer, of whatever kind; asking changes nothing there. */
async function answers(url: string, headers: Record<string, string> = {}): Promise<boolean> {
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
  if (!navigator.onLine || (await answers(url, authorization ? { authorization } : {})))
    return false;
  return answers('/healthz');
}

function warnOnce(): void {
  try {
    if (sessionStorage.getItem(WARNED) !== null) return;
    sessionStorage.setItem(WARNED, '1');
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
      if (!(error instanceof NetworkError) || !request.url.startsWith(PAYMENTS)) throw error;
      if (!(await isBlocked(request))) throw error;
      warnOnce();
      throw new BlockedError();
    }
  };
}
