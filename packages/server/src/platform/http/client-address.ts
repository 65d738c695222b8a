import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * Creates a function that computes the client address of requests that do not pass through Fastify, in the same way as
 * Fastify's `request.ip`: `X-Forwarded-For` is trusted from `trustedProxies` only.
 */
export function clientAddress(trustedProxies: string | null): (request: IncomingMessage) => string {
  const trusted = trustedProxies
    ? proxyAddr.compile(trustedProxies.split(',').map((one) => one.trim()))
    : () => false;
  return (request) => proxyAddr(request, trusted);
}
