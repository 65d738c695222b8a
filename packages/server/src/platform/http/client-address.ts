import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Whose address a request came from, as Fastify's `request.ip` has it, for requests that do not pass
 * through it: `X-Forwarded-For` is believed from these proxies only.
 */
export function clientAddress(trustedProxies: string | null): (request: IncomingMessage) => string {
  const trusted = trustedProxies
    ? proxyAddr.compile(trustedProxies.split(',').map((one) => one.trim()))
    : () => false;
  return (request) => proxyAddr(request, trusted);
}
