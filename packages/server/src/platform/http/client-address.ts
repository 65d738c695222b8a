import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

const compileTrust = (trustedProxies: string | null) =>
  trustedProxies
    ? proxyAddr.compile(trustedProxies.split(',').map((proxy) => proxy.trim()))
    : () => false;

/**
 * Creates a function that computes the client address of requests that do not pass through Fastify, in the same way as
 * Fastify's `request.ip`: `X-Forwarded-For` is trusted from `trustedProxies` only.
 */
export function clientAddress(trustedProxies: string | null): (request: IncomingMessage) => string {
  const isTrusted = compileTrust(trustedProxies);
  return (request) => proxyAddr(request, isTrusted);
}

const MAX_PORT = 65_535;

function parsePort(text: string | string[] | undefined): number | null {
  const port = typeof text === 'string' && /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port <= MAX_PORT ? port : null;
}

/**
 * Creates a function that finds the port of a request's client: the port of the connection, or, when the connection
 * comes from one of `trustedProxies`, the port that this proxy sends in `header`. Null when the proxy sends none.
 * @param header lower-case name of a header that the proxy sets on every request; null for none
 */
export function clientPort(
  trustedProxies: string | null,
  header: string | null,
): (request: IncomingMessage) => number | null {
  const isTrusted = compileTrust(trustedProxies);
  return ({ socket, headers }) => {
    if (!isTrusted(socket.remoteAddress ?? '', 0)) return socket.remotePort ?? null;
    return header === null ? null : parsePort(headers[header]);
  };
}
