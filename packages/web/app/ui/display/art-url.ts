/** URL of the file in which the build combines small pictures; undefined in development and tests. */
const artSheetUrl: string | undefined = import.meta.env['ART_SHEET'];

const sheetPicturePattern = /^\/art\/(?:categorias\/|selos\/|(?=avatar-padrao\.))([\w-]+)\.svg$/;

/**
 * URL from which the browser loads a picture: pictures that the build has combined (`vite-art-sheet.ts`) come from one
 * file, all others from their own.
 */
export function artURL(artPath: string): string {
  const name = artSheetUrl && sheetPicturePattern.exec(artPath)?.[1];
  return name ? `${artSheetUrl}#${name}` : artPath;
}

/** URL of the default avatar. */
export const defaultAvatarURL = artURL('/art/avatar-padrao.svg');

/** URL of a badge's picture. */
export const badgeURL = (badge: string): string => artURL(`/art/selos/${badge}.svg`);
