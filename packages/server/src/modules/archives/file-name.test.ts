import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptName, savedName, uniqueNames } from './file-name.ts';

describe('the name a file is kept under', () => {
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
  ])('%j → %j', (given, kept) => {
    expect(keptName(given)).toBe(kept);
  });

  it('is always safe, short and there, and stays as it is when kept again', {
    timeout: 30_000,
  }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
        const name = keptName(given);
        expect(name).toMatch(/^[^\p{Cc}\p{Cf}/\\<>:"|?*]{1,120}$/u);
        expect(name).not.toMatch(/^\.|[. ]$/);
        expect(name.isWellFormed()).toBe(true);
        expect(keptName(name)).toBe(name);
      }),
    );
  });
});

describe('the name a file is saved under', () => {
  it.each([
    ['foto.png', 'image/png', 'foto.png'],
    ['FOTO.JPEG', 'image/jpeg', 'FOTO.JPEG'],
    ['foto.mp4', 'image/png', 'foto.mp4.png'],
    ['foto.html', 'image/gif', 'foto.html.gif'],
    ['foto', 'video/mp4', 'foto.mp4'],
  ] as const)('%s as %s → %s', (name, type, saved) => {
    expect(savedName(name, type)).toBe(saved);
  });
});

describe('the names of a zip', () => {
  it('are told apart whatever their case', () => {
    expect(uniqueNames(['a.png', 'A.png', 'a (2).png', 'a.png', 'b'])).toEqual([
      'a.png',
      'A (2).png',
      'a (2) (2).png',
      'a (3).png',
      'b',
    ]);
  });
});
