import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTVerifyGetKey,
  type RemoteJWKSetOptions,
} from 'jose';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { type IssuerFetch, IssuerUnavailable } from './issuer-fetch.ts';

/** Time for which the discovery document is cached: an hour. */
const DISCOVERY_MAX_AGE_MS = 60 * 60 * 1000;
/** Time for which the issuer's keys are cached: ten minutes. */
const KEYS_MAX_AGE_MS = 10 * 60 * 1000;

const httpUrl = z.url({ protocol: /^https?$/ });

/** Fields of the discovery document that are used. */
export const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: httpUrl,
  jwks_uri: httpUrl,
});

/** The discovery document at `/.well-known/openid-configuration`. */
export type Discovery = z.infer<typeof discoverySchema>;

/** Reads the documents that the issuer publishes, and caches them. */
export interface IssuerDocuments {
  /**
   * Reads the discovery document; throws `IssuerUnavailable` when it can be read neither from the issuer nor from the
   * cache.
   */
  discovery(): Promise<Discovery>;
  /** Finds the key whose id is in a token; throws `IssuerUnavailable`, or a jose error for a bad token. */
  readonly key: JWTVerifyGetKey;
}

export interface IssuerDocumentsOptions {
  readonly issuer: string;
  readonly clock: Clock;
  readonly fetch: IssuerFetch;
  /** Minimum time in ms between two reads of the issuer's keys that are caused by tokens with unknown key ids. */
  readonly keysCooldownMs: number;
}

/**
 * Creates the reader of an issuer's documents. The discovery document is cached for an hour (longer while the issuer
 * fails), keys for ten minutes.
 */
export function createIssuerDocuments(options: IssuerDocumentsOptions): IssuerDocuments {
  const discovery = createCachedDiscovery(options);
  let cachedKeys: { uri: string; find: JWTVerifyGetKey } | undefined;

  return {
    discovery,
    key: async (header, token) => {
      const { jwks_uri: jwksUri } = await discovery();
      if (cachedKeys?.uri !== jwksUri)
        cachedKeys = { uri: jwksUri, find: createRemoteKeys(jwksUri, options) };
      try {
        return await cachedKeys.find(header, token);
      } catch (error) {
        throw isTokenKeyError(error) ? error : new IssuerUnavailable('No keys.', { cause: error });
      }
    },
  };
}

function createCachedDiscovery(options: IssuerDocumentsOptions): () => Promise<Discovery> {
  let cachedDocument: { document: Discovery; readAtMs: number } | undefined;
  let pendingRead: Promise<Discovery> | undefined;

  const readAndCache = async (): Promise<Discovery> => {
    const document = await readDiscovery(options);
    cachedDocument = { document, readAtMs: options.clock.now().getTime() };
    return document;
  };

  return async () => {
    if (
      cachedDocument &&
      options.clock.now().getTime() - cachedDocument.readAtMs < DISCOVERY_MAX_AGE_MS
    ) {
      return cachedDocument.document;
    }
    pendingRead ??= readAndCache().finally(() => {
      pendingRead = undefined;
    });
    try {
      return await pendingRead;
    } catch (error) {
      if (cachedDocument) return cachedDocument.document;
      throw error;
    }
  };
}

async function readDiscovery({ issuer, fetch }: IssuerDocumentsOptions): Promise<Discovery> {
  const base = issuer.replace(/\/$/, '');
  const response = await fetch(`${base}/.well-known/openid-configuration`);
  const document = discoverySchema.safeParse(await response.json().catch(() => undefined));
  if (!document.success || document.data.issuer !== issuer) {
    throw new IssuerUnavailable('The discovery document is not this issuer’s.');
  }
  const isSecure = issuer.startsWith('https:');
  if (isSecure && !document.data.jwks_uri.startsWith('https:')) {
    throw new IssuerUnavailable('The keys would be read without encryption.');
  }
  return document.data;
}

function createRemoteKeys(uri: string, options: IssuerDocumentsOptions): JWTVerifyGetKey {
  const settings: RemoteJWKSetOptions = {
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: options.keysCooldownMs,
    [customFetch]: (url) => options.fetch(url),
  };
  return createRemoteJWKSet(new URL(uri), settings);
}

/** Whether the error means that a token names no usable key, as opposed to keys that could not be read. */
function isTokenKeyError(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
