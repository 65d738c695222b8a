import { describe, expect, it } from 'vitest';
import { buildPagePolicy } from './security-headers.ts';

describe('the policy of pages', () => {
  it('names no foreign origin and no scheme that would let every host in', () => {
    const sources = buildPagePolicy([])
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1))
      .filter((source) => !source.startsWith("'"));
    expect([...new Set(sources)].toSorted()).toEqual(['blob:', 'data:']);
  });

  it('lets pictures and videos alone come from where files are read directly', () => {
    const origin = 'https://arquivos.example';
    const named = buildPagePolicy([], origin)
      .split('; ')
      .filter((directive) => directive.includes(origin));
    expect(named).toEqual([
      `img-src 'self' data: blob: ${origin}`,
      `media-src 'self' blob: ${origin}`,
    ]);
  });

  it('runs files of the program and the inline scripts of these hashes alone', () => {
    const policy = buildPagePolicy(["'sha256-abc='"]);
    expect(policy).toContain("script-src 'self' 'sha256-abc=';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain("script-src 'self' 'unsafe");
  });
});
