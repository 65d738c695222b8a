import { describe, expect, it } from 'vitest';
import { buildPagePolicy } from './security-headers.ts';

describe('the policy of pages', () => {
  it('contains no foreign origin and no scheme that allows every host', () => {
    const sources = buildPagePolicy([])
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1))
      .filter((source) => !source.startsWith("'"));
    expect([...new Set(sources)].toSorted()).toEqual(['blob:', 'data:']);
  });

  it('allows only pictures and videos from the store of direct reads', () => {
    const origin = 'https://arquivos.example';
    const directivesWithOrigin = buildPagePolicy([], origin)
      .split('; ')
      .filter((directive) => directive.includes(origin));
    expect(directivesWithOrigin).toEqual([
      `img-src 'self' data: blob: ${origin}`,
      `media-src 'self' blob: ${origin}`,
    ]);
  });

  it('allows only scripts of the program and inline scripts with the given hashes', () => {
    const policy = buildPagePolicy(["'sha256-abc='"]);
    expect(policy).toContain("script-src 'self' 'sha256-abc=';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain("script-src 'self' 'unsafe");
  });
});
