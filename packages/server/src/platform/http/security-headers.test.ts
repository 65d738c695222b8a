import { describe, expect, it } from 'vitest';
import { buildPagePolicy } from './security-headers.ts';

describe('the policy of pages', () => {
  it('names no foreign origin and no scheme that would let every host in', () => {
    const sources = buildPagePolicy('abc')
      .split('; ')
      .flatMap((directive) => directive.split(' ').slice(1))
      .filter((source) => !source.startsWith("'"));
    expect([...new Set(sources)].toSorted()).toEqual(['blob:', 'data:']);
  });

  it('lets pictures and videos alone come from where files are read directly', () => {
    const origin = 'https://arquivos.example';
    const named = buildPagePolicy('abc', origin)
      .split('; ')
      .filter((directive) => directive.includes(origin));
    expect(named).toEqual([
      `img-src 'self' data: blob: ${origin}`,
      `media-src 'self' blob: ${origin}`,
    ]);
  });

  it('runs scripts by nonce alone', () => {
    expect(buildPagePolicy('abc')).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  });
});
