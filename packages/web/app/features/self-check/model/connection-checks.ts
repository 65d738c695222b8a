import { api, tokenStore } from '../../../lib/api/api.ts';
import { PublicError } from '../../../lib/api/public-error.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { browserRealtime } from '../../../lib/realtime/index.ts';
import { readTokenExpiry } from '../../../lib/session/token-expiry.ts';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import type { SelfCheckFinding } from './finding.ts';
import { clockFinding, median, roundTripFinding } from './measurement-findings.ts';

/** API requests that take longer than this, in ms, count as slow. */
const SLOW_API_MS = 600;
/** Socket events acknowledged later than this, in ms, count as slow. */
const SLOW_SOCKET_MS = 400;
/** Maximum time to establish the connection, in ms. */
const CONNECT_TIMEOUT_MS = 10_000;

const failFinding = (error: unknown, fallbackText?: string): SelfCheckFinding => ({
  state: 'fail',
  text: messageOfError(error, fallbackText),
});

async function measureMs(runWork: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await runWork();
  return performance.now() - start;
}

/** Whether the server accepts the access token of this device. */
export async function checkSession(): Promise<SelfCheckFinding> {
  try {
    await api().users.getMe();
    const expiresAt = readTokenExpiry(tokenStore().read()?.accessToken ?? '');
    const minutes =
      expiresAt === null ? 0 : Math.max(0, Math.round((expiresAt - serverNowMs()) / 60_000));
    return { state: 'ok', text: `Reconhecida. A chave atual vale mais ${minutes} min.` };
  } catch (error) {
    return failFinding(error);
  }
}

/** Whether the device can stay signed in: requests a new access token and discards it. */
export async function checkRenewal(): Promise<SelfCheckFinding> {
  const tokens = tokenStore().read();
  if (!tokens) return { state: 'fail', text: 'Este aparelho não guardou a entrada.' };
  const { uid, refreshToken } = tokens;
  try {
    await api().identity.refreshToken({ body: { uid, refreshToken } });
    return { state: 'ok', text: 'A entrada se renova sozinha.' };
  } catch (error) {
    return failFinding(error);
  }
}

export async function checkApi(): Promise<SelfCheckFinding> {
  const measureRequest = () => measureMs(() => api().legalPages.getLegalPageValues());
  try {
    return roundTripFinding(
      median([await measureRequest(), await measureRequest(), await measureRequest()]),
      SLOW_API_MS,
    );
  } catch (error) {
    return failFinding(error);
  }
}

/** Resolves once the socket is connected; rejects after `CONNECT_TIMEOUT_MS`. */
function waitForConnection(): Promise<void> {
  const connection = browserRealtime();
  return new Promise((resolve, reject) => {
    const checkState = () => {
      if (connection.getState() !== 'online') return;
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = connection.subscribe(checkState);
    const timer = setTimeout(() => {
      unsubscribe();
      reject(new PublicError('Não conectou em 10 segundos. Uma rede pode estar impedindo.'));
    }, CONNECT_TIMEOUT_MS);
    checkState();
  });
}

export async function checkSocket(): Promise<SelfCheckFinding> {
  try {
    const connectMs = await measureMs(waitForConnection);
    const finding = roundTripFinding(
      await measureMs(() => browserRealtime().send('userActivity', undefined)),
      SLOW_SOCKET_MS,
    );
    const connectedText = connectMs < 1 ? 'Conectada.' : `Conectou em ${Math.round(connectMs)} ms.`;
    return { ...finding, text: `${connectedText} ${finding.text}` };
  } catch (error) {
    return failFinding(error, 'Sem resposta.');
  }
}

/** Compares the clocks. Must run after a request to the API, whose answer contains the server's time. */
export const checkClock = async (): Promise<SelfCheckFinding> =>
  clockFinding(serverNowMs() - Date.now());
