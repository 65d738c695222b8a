/** Pixels of width that each kind of picture comes in, rising; `photoURL` names the last. */
export const pictureWidths = {
  avatar: [96, 192, 384],
  cover: [320, 640, 960, 1280],
  post: [320, 640, 960, 1280],
} as const satisfies Record<string, readonly [number, ...number[]]>;

export type PictureKind = keyof typeof pictureWidths;

const address =
  /^\/files\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{1,3})\.webp(?:\?(for=[0-9a-f-]{36}&until=\d{10}&sig=[\w-]{43}))?$/;

/**
 * The address of one width of a picture that Guilda keeps; one for adults is open with a `right`
 * alone, which holds for every width.
 */
export function pictureURL(id: string, width: number, right?: string | undefined): string {
  return `/files/pictures/${id}/${width}.webp${right === undefined ? '' : `?${right}`}`;
}

export interface PictureAddress {
  readonly id: string;
  readonly width: number;
  /** The signed query of a picture for adults: whom it opens it to, and until when (`product §9`). */
  readonly right?: string;
}

/** What an address names; undefined for one that is not ours. */
export function parsePictureURL(url: string): PictureAddress | undefined {
  const [, id, width, right] = address.exec(url) ?? [];
  if (id === undefined || width === undefined) return undefined;
  return { id, width: Number(width), ...(right === undefined ? {} : { right }) };
}

/**
 * The `srcset` of a picture: `photoURL` as the API gives it, in every width it comes in. Undefined
 * for no picture and for foreign addresses, which have one width only.
 */
export function pictureSrcSet(photoURL: string | null | undefined): string | undefined {
  const picture = photoURL ? parsePictureURL(photoURL) : undefined;
  if (picture === undefined) return undefined;
  const widths = Object.values(pictureWidths).find((list) => list.at(-1) === picture.width);
  return widths
    ?.map((width) => `${pictureURL(picture.id, width, picture.right)} ${width}w`)
    .join(', ');
}
