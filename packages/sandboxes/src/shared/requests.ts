import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Compares two secrets in constant time. */
export function secretsEqual(sentSecret: string, expectedSecret: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sentSecret), hash(expectedSecret));
}

/** Whether a request carries the key of an API as its bearer token. */
export function hasBearerKey({ headers }: FastifyRequest, key: string): boolean {
  return secretsEqual(headers.authorization ?? '', `Bearer ${key}`);
}

/** Whether the sender accepts an HTML page, as browsers do; scripts accept JSON or any type. */
export function acceptsHtml({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('text/html');
}
