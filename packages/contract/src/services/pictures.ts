/** Widths in pixels in which each kind of picture is available, ascending; `photoURL` is the URL of the last one. */
export const pictureWidths = {
  avatar: [96, 192, 384],
  cover: [320, 640, 960, 1280],
  post: [320, 640, 960, 1280],
} as const satisfies Record<string, readonly [number, ...number[]]>;

export type PictureKind = keyof typeof pictureWidths;

const pictureUrlPattern =
  /^\/files\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/([1-9]\d{1,3})\.webp(?:\?(for=[0-9a-f-]{36}&until=\d{10}&sig=[\w-]{43}))?$/;

/**
 * Path of one width of a stored picture. A picture for adults needs the signed query `accessRight`, which is valid for
 * all widths of the picture.
 */
export function pictureURL(
  pictureId: string,
  width: number,
  accessRight?: string | undefined,
): string {
  return `/files/pictures/${pictureId}/${width}.webp${accessRight === undefined ? '' : `?${accessRight}`}`;
}

/** Parts of the path of a stored picture. */
export interface PictureAddress {
  readonly id: string;
  readonly width: number;
  /** Signed query of a picture for adults, which contains reader, expiry and signature. */
  readonly accessRight?: string;
}

/** Parses the path of a stored picture; undefined for any other URL. */
export function parsePictureURL(url: string): PictureAddress | undefined {
  const [, id, width, signature] = pictureUrlPattern.exec(url) ?? [];
  if (id === undefined || width === undefined) return undefined;
  return {
    id,
    width: Number(width),
    ...(signature === undefined ? {} : { accessRight: signature }),
  };
}

/**
 * The `srcset` attribute for a `photoURL` of the API, with every available width. Undefined without a picture and for
 * URLs of other sites, whose pictures have a single width.
 */
export function pictureSrcSet(photoURL: string | null | undefined): string | undefined {
  const picture = photoURL ? parsePictureURL(photoURL) : undefined;
  if (picture === undefined) return undefined;
  const widths = Object.values(pictureWidths).find(
    (widthsOfKind) => widthsOfKind.at(-1) === picture.width,
  );
  return widths
    ?.map((width) => `${pictureURL(picture.id, width, picture.accessRight)} ${width}w`)
    .join(', ');
}
