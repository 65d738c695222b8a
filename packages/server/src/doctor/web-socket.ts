import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as safeRequest } from 'node:https';
import {
  connectionFailureText,
  type Finding,
  failedFinding,
  passedFinding,
} from '../platform/findings.ts';

const ANSWER_TIMEOUT_MS = 4_000;

/**
 * Sends a WebSocket handshake and returns the HTTP status of the answer: 101 means success. Rejects when there is no
 * answer.
 */
async function fetchUpgradeStatus(publicUrl: string): Promise<number> {
  const url = new URL(`${publicUrl}/socket.io/?EIO=4&transport=websocket`);
  const request = (url.protocol === 'https:' ? safeRequest : plainRequest)(url, {
    agent: false,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      origin: url.origin,
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  // Errors after the answer are ignored.
  request.on('error', () => undefined);
  request.on('upgrade', (_answer, socket) => socket.destroy());
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  try {
    const upgradeStatus = once(request, 'upgrade', { signal }).then(() => 101);
    const answerStatus = once(request, 'response', { signal }).then(
      ([answer]: IncomingMessage[]) => answer?.statusCode ?? 0,
    );
    request.end();
    return await Promise.any([upgradeStatus, answerStatus]);
  } finally {
    request.destroy();
  }
}

/** Checks whether WebSockets reach the program, by opening one that is closed at once. */
export async function webSocketFinding(publicUrl: string): Promise<Finding> {
  const noWebSocketsText = 'O endereço público mostra as páginas, mas não deixa passar WebSockets';
  const todo =
    'No proxy, passe adiante Upgrade e Connection em /socket.io/, como em deploy/nginx.conf.';
  try {
    const status = await fetchUpgradeStatus(publicUrl);
    if (status === 101) return passedFinding('WebSockets passam até a Guilda.');
    if (status !== 403)
      return failedFinding(`${noWebSocketsText} (a resposta foi ${status}).`, todo);
    return failedFinding(
      'No endereço público a Guilda recusa WebSockets que vêm das páginas dele (403).',
      'PUBLIC_URL deve ser a mesma em todos os processos, e TRUSTED_PROXIES deve ter o proxy: sem isso todos contam como um só.',
    );
  } catch (error) {
    return failedFinding(`${noWebSocketsText}: ${connectionFailureText(error)}.`, todo);
  }
}
