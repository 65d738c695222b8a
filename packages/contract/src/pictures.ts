/** Pixels of width that each kind of picture comes in, rising; `photoURL` names the last. */
export const pictureWidths = {
  avatar: [96, 192, 384],
  cover: [320, 640, 960, 1280],
  post: [320, 640, 960, 1280],
} as const satisfies Record<string, readonly [number, ...number[]]>;

export type PictureKind = keyof typeof pictureWidths;

const address =
  /^\/files\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{1,3})\.webp$/;

/** The address of one width of a picture that Guilda keeps. */
export function pictureURL(id: string, width: number): string {
  return `/files/pictures/${id}/${width}.webp`;
}

/** Which picture an address names and in what width; undefined for one that is not ours. */
export function parsePictureURL(url: string): { id: string; width: number } | undefined {
  const [, id, width] = address.exec(url) ?? [];
  return id === undefined || width === undefined ? undefined : { id, width: Number(width) };
}

/**
 * The `srcset` of a picture: `photoURL` as the API gives it, in every width it comes in. Undefined
 * for no picture and for foreign addresses, which have one width only.
 */
export function pictureSrcSet(photoURL: string | null | undefined): string | undefined {
  const picture = photoURL ? parsePictureURL(photoURL) : undefined;
  if (picture === undefined) return undefined;
  const widths = Object.values(pictureWidths).find((list) => list.at(-1) === picture.width);
  return widths?.map((width) => `${pictureURL(picture.id, width)} ${width}w`).join(', ');
}
