import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PrometheusMeter } from './prometheus-meter.ts';

/** Thrown when `METRICS_PORT` cannot be opened. */
export class MetricsPortError extends Error {}

/** The page `/metrics`, served on its own port. */
export interface MetricsPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the metrics of a meter on their own port; rejects with {@link MetricsPortError}. */
export async function openMetricsPage(
  meter: Pick<PrometheusMeter, 'contentType' | 'read'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsPage> {
  const server = createServer(async (request, response) => {
    const isMetricsRequest =
      request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isMetricsRequest) return response.writeHead(404).end();
    try {
      const text = await meter.read();
      response.writeHead(200, { 'content-type': meter.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (cause) {
    throw new MetricsPortError((cause as Error).message, { cause });
  }
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
