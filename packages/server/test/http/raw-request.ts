import { connect } from 'node:net';

/** The raw answer as text; empty when the connection ended without one. */
export interface RawAnswer {
  readonly status: number | null;
  readonly text: string;
  header(name: string): string | null;
}

/**
 * Sends these exact bytes and reads until the server closes the connection. Rejects when the server does not close it
 * within 10 s.
 */
export function sendRawRequest(url: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request, 'latin1'));
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error(`no end of the answer to ${request}`)),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1');
      const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
      resolve({
        status: status === undefined ? null : Number(status),
        text,
        header: (name) => new RegExp(`^${name}: (.*)\\r$`, 'im').exec(text)?.[1] ?? null,
      });
    });
  });
}

/** Text of a request without a body that asks the server to close the connection. */
export const formatRequest = (method: string, target: string, headers: readonly string[] = []) =>
  [
    `${method} ${target} HTTP/1.1`,
    'Host: guilda.example',
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');
