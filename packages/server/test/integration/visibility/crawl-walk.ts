import { expect } from 'vitest';

/** A person or visitor who reads addresses. */
export interface CrawlReader {
  readonly fetch: (path: string) => Promise<Response>;
}

/** Requests an address; returns the secrets that the answer exposes in its headers or body. */
export async function findExposedSecrets(
  reader: CrawlReader,
  path: string,
  secrets: readonly string[],
): Promise<string[]> {
  const response = await reader.fetch(path);
  const headerText = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const bodyText = Buffer.from(await response.arrayBuffer()).toString('latin1');
  // `expect` is called for a failure only, because tens of thousands of calls would take seconds.
  if (response.status >= 500) expect.fail(`${path}: ${response.status}`);
  const answer = `${headerText}\n${bodyText}`.toLowerCase();
  const exposedSecrets = secrets.filter((secret) => answer.includes(secret.toLowerCase()));
  const type = response.headers.get('content-type') ?? '';
  const exposesPicture = /^(image|video)\//.test(type) && secrets.some((id) => path.includes(id));
  return exposesPicture ? [...exposedSecrets, type] : exposedSecrets;
}

/** Requests addresses a few at a time; returns those whose answers exposed a secret, with the secret. */
export async function walkAllPaths(
  reader: CrawlReader,
  paths: readonly string[],
  secrets: readonly string[],
): Promise<string[]> {
  const remainingPaths = [...paths];
  const leaks: string[] = [];
  const walkRemaining = async () => {
    for (let path = remainingPaths.pop(); path !== undefined; path = remainingPaths.pop()) {
      const exposedSecrets = await findExposedSecrets(reader, path, secrets);
      if (exposedSecrets.length > 0) leaks.push(`${path} → ${exposedSecrets.join(', ')}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, walkRemaining));
  return leaks;
}
