import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downloadFileName, makeNamesUnique, sanitizeFileName } from './file-name.ts';

describe('a sanitized file name', () => {
  it.each([
    ['férias na praia.jpg', 'férias na praia.jpg'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\fotos\\a.png', 'a.png'],
    ['a\0b\r\n.png', 'ab.png'],
    ['foto\u202Egnp.exe', 'fotognp.exe'],
    ['<b>"x"|?*.png', 'bx.png'],
    ['a %22b%22.png', 'a b.png'],
    ['...', 'arquivo'],
    ['', 'arquivo'],
    ['.htaccess', 'htaccess'],
    ['CON.png', '_CON.png'],
    ['aux', '_aux'],
    ['console.png', 'console.png'],
    ['nome. ', 'nome'],
    [`${'a'.repeat(300)}.png`, `${'a'.repeat(116)}.png`],
  ])('%j → %j', (name, expected) => {
    expect(sanitizeFileName(name)).toBe(expected);
  });

  it('is always safe, short, not empty and idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (original) => {
        const name = sanitizeFileName(original);
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}/\\<>:"|?*]{1,120}$/u);
        expect(name).not.toMatch(/^\.|[. ]$/);
        expect(name.isWellFormed()).toBe(true);
        expect(sanitizeFileName(name)).toBe(name);
      }),
    );
  });
});

describe('the file name of a download', () => {
  it.each([
    ['foto.png', 'image/png', 'foto.png'],
    ['FOTO.JPEG', 'image/jpeg', 'FOTO.JPEG'],
    ['foto.mp4', 'image/png', 'foto.mp4.png'],
    ['foto.html', 'image/gif', 'foto.html.gif'],
    ['foto', 'video/mp4', 'foto.mp4'],
  ] as const)('%s as %s → %s', (name, type, expected) => {
    expect(downloadFileName(name, type)).toBe(expected);
  });
});

describe('the names of a zip', () => {
  it('are unique regardless of case', () => {
    expect(makeNamesUnique(['a.png', 'A.png', 'a (2).png', 'a.png', 'b'])).toEqual([
      'a.png',
      'A (2).png',
      'a (2) (2).png',
      'a (3).png',
      'b',
    ]);
  });
});
