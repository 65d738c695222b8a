/** Path of the provider below the program's own URL. */
export const demoOidcPath = '/sandbox/oidc';

const loopbackHosts = ['localhost', '127.0.0.1'];

/** URLs of the provider, derived from the public URL of the site. */
export interface DemoAddresses {
  /** Public origin of the site, such as `http://localhost:3000`. */
  readonly origin: string;
  /** Identifier of the issuer, a URL below the origin. */
  readonly issuer: string;
  /**
   * All origins at which the site answers: the public origin and, if its host is `localhost` or `127.0.0.1`, the same
   * origin with the other host, because people may use either name.
   */
  readonly origins: readonly string[];
}

export function resolveDemoAddresses(publicUrl: string): DemoAddresses {
  const url = new URL(publicUrl);
  const port = url.port === '' ? '' : `:${url.port}`;
  const aliases = loopbackHosts.includes(url.hostname)
    ? loopbackHosts.map((host) => `${url.protocol}//${host}${port}`)
    : [];
  return {
    origin: url.origin,
    issuer: url.origin + demoOidcPath,
    origins: [...new Set([url.origin, ...aliases])],
  };
}

/** The host that a request names, if that host is one of the site's; otherwise the public host. */
export function hostForRequest(addresses: DemoAddresses, requestHost: string | undefined): string {
  const knownHosts = addresses.origins.map((origin) => new URL(origin).host);
  return requestHost !== undefined && knownHosts.includes(requestHost)
    ? requestHost
    : new URL(addresses.origin).host;
}
