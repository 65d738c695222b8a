/** Address of the file into which the build joins small pictures; undefined in development and tests. */
const sheet: string | undefined = import.meta.env['ART_SHEET'];

const joinedPicture = /^\/art\/(?:categorias\/|selos\/|(?=avatar-padrao\.))([\w-]+)\.svg$/;

/**
 * Where the browser loads a picture: those that the build has joined (`vite-art-sheet.ts`) from their one file, all
 * others from their own address.
 */
export function artURL(address: string): string {
  const name = sheet && joinedPicture.exec(address)?.[1];
  return name ? `${sheet}#${name}` : address;
}

/** Address of the picture of people without one. */
export const defaultAvatarURL = artURL('/art/avatar-padrao.svg');

/** Address of a badge's picture. */
export const badgeURL = (badge: string): string => artURL(`/art/selos/${badge}.svg`);
