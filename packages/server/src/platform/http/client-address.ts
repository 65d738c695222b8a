import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * The client address of requests that do not pass through Fastify, computed like its `request.ip`:
 * `X-Forwarded-For` is trusted from these proxies only.
 */
export function clientAddress(trustedProxies: string | null): (request: IncomingMessage) => string {
  const trusted = trustedProxies
    ? proxyAddr.compile(trustedProxies.split(',').map((one) => one.trim()))
    : () => false;
  return (request) => proxyAddr(request, trusted);
}
