import { describe, expect, it } from 'vitest';
import { parseCallback } from './callback-result.ts';

describe('parseCallback', () => {
  it.each([
    ['?code=c&state=s', { kind: 'consent', code: 'c', state: 's' }],
    ['?state=a%2Bb&code=c%20d', { kind: 'consent', code: 'c d', state: 'a+b' }],
    ['?error=access_denied&error_description=no&state=s', { kind: 'cancelled' }],
    ['?error=server_error&state=s', { kind: 'refused' }],
    ['?error=&code=c&state=s', { kind: 'refused' }],
    ['?code=c', { kind: 'refused' }],
    ['?state=s&code=', { kind: 'refused' }],
    ['', { kind: 'none' }],
    ['?utm_source=x', { kind: 'none' }],
  ])('reads %s', (search, expected) => {
    expect(parseCallback(search)).toEqual(expected);
  });
});
