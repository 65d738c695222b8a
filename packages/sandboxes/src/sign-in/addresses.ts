/** Where the provider is mounted. */
export const demoOidcPath = '/sandbox/oidc';

const loopbackHosts = ['localhost', '127.0.0.1'];

/** The provider's addresses, made from the public address of the site. */
export interface DemoAddresses {
  /** The site's origin, `http://localhost:3000`. */
  readonly origin: string;
  /** The issuer's identifier. */
  readonly issuer: string;
  /**
   * Every origin the site answers at: the public one and, where that is this very machine, the
   * machine's other names, since people open any of them.
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

/** The host a request was made to, when the site answers there; else the public one. */
export function answeringHost(addresses: DemoAddresses, requestHost: string | undefined): string {
  const known = addresses.origins.map((origin) => new URL(origin).host);
  return requestHost !== undefined && known.includes(requestHost)
    ? requestHost
    : new URL(addresses.origin).host;
}
