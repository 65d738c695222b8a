import { ApiError } from '@guilda/contract/api-error';
import type { Transport } from '@guilda/contract/client';
import { NetworkError } from './fetch-transport.ts';

/** How long an upload may take altogether, in ms. */
const TIMEOUT_MS = 180_000;

function decode(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

/**
 * Requests that tell how much of a form has left, which fetch cannot. `onProgress` gets 0 to 1. Only
 * forms and requests without a body.
 */
export function uploadTransport(onProgress: (share: number) => void): Transport {
  return ({ method, url, body, headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.timeout = TIMEOUT_MS;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => {
        const answer = decode(request.responseText);
        if (request.status >= 200 && request.status < 300) resolve(answer);
        else reject(new ApiError(request.status, (answer ?? {}) as Record<string, unknown>));
      };
      const lost = () => reject(signal?.aborted ? signal.reason : new NetworkError());
      request.onerror = lost;
      request.ontimeout = lost;
      request.onabort = lost;
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body instanceof FormData ? body : null);
    });
}
