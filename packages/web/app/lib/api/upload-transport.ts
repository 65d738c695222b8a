import { ApiError } from '@guilda/contract/api-error';
import type { Transport } from '@guilda/contract/client';
import { NetworkError } from './fetch-transport.ts';

/** An upload without progress for this long, in ms, is aborted; its total duration is not limited. */
const IDLE_TIMEOUT_MS = 60_000;

/** Maximum time to wait for the response after the upload, in ms. */
const RESPONSE_TIMEOUT_MS = 180_000;

function decodeBody(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/** Aborts a request that makes no progress; every sent byte restarts the timer. */
function abortWhenIdle(request: XMLHttpRequest) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), ms);
  };
  restartTimer(IDLE_TIMEOUT_MS);
  return {
    moved: (isBodySent: boolean) =>
      restartTimer(isBodySent ? RESPONSE_TIMEOUT_MS : IDLE_TIMEOUT_MS),
    over: () => clearTimeout(timer),
  };
}

/**
 * A transport that reports the progress of uploads, which fetch cannot. `onProgress` receives the uploaded share, from
 * 0 to 1. It sends only forms and requests without a body.
 */
export function uploadTransport(onProgress: (share: number) => void): Transport {
  return ({ method, url, body, headers, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      const { moved, over } = abortWhenIdle(request);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        moved(lengthComputable && loaded >= total);
        if (lengthComputable) onProgress(loaded / total);
      };
      request.upload.onload = () => moved(true);
      request.onload = () => {
        const decodedBody = decodeBody(request.responseText);
        if (request.status >= 200 && request.status < 300) resolve(decodedBody);
        else reject(new ApiError(request.status, (decodedBody ?? {}) as Record<string, unknown>));
      };
      const rejectAsLost = () => reject(signal?.aborted ? signal.reason : new NetworkError());
      request.onerror = rejectAsLost;
      request.onabort = rejectAsLost;
      request.onloadend = over;
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body instanceof FormData ? body : null);
    });
}
