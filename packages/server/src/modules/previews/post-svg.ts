import { avatarClipPath, clippedImage, renderPreviewSvg } from './brand-art.ts';

/** Edges of the paper sheet in pixels. `cut` is the length of the cut edge at one corner. */
const sheetBounds = { left: 44, top: 40, right: 1156, bottom: 590, cut: 52 };
/** Position and size of the photo, which is as high as the sheet, in pixels. */
export const photoBox = { left: 672, top: 40, width: 484, height: 550 } as const;
export const avatarBox = { left: 84, top: 82, size: 76, cut: 17 } as const;

/** Positions of the texts, which depend on whether there are a photo and an avatar. */
export function textBoxesOf(hasPhoto: boolean, hasAvatar: boolean) {
  const rightPx = hasPhoto ? photoBox.left - 40 : sheetBounds.right - 60;
  const nameLeftPx = hasAvatar ? 180 : 84;
  return {
    name: { left: nameLeftPx, top: 82, width: rightPx - nameLeftPx },
    words: { left: 84, top: 190, width: rightPx - 84, height: 282 },
    hashtags: { left: 84, top: 506, width: hasPhoto ? 320 : 780, height: 40 },
    wordmark: hasPhoto ? { left: rightPx - 186, top: 498 } : { left: 930, top: 498 },
  };
}

function sheetOutline(): string {
  const { left, top, right, bottom, cut } = sheetBounds;
  const corner = 10;
  return [
    `M${left + corner} ${top}H${right - cut}L${right} ${top + cut}V${bottom - corner}`,
    `q0 ${corner} -${corner} ${corner}H${left + corner}q-${corner} 0 -${corner} -${corner}`,
    `V${top + corner}q0 -${corner} ${corner} -${corner}z`,
  ].join('');
}

export interface PostArt {
  /** Photo and avatar as JPEG of the sizes of `photoBox` and `avatarBox`; null when there is none. */
  readonly photo: Buffer | null;
  readonly avatar: Buffer | null;
  /** SVG markup of all texts, converted to outlines. */
  readonly text: string;
}

/**
 * Renders the link preview of a post as SVG. Texts and pictures of people are contained only as outlines and pixels.
 */
export function renderPostSvg({ photo, avatar, text }: PostArt): string {
  const { left, top, size } = avatarBox;
  return renderPreviewSvg({
    outline: sheetOutline(),
    defs: avatarClipPath(avatarBox),
    wordmark: textBoxesOf(photo !== null, avatar !== null).wordmark,
    content: `${clippedImage(photo, photoBox, 'sheet')}
  ${clippedImage(avatar, { left, top, width: size, height: size }, 'avatar')}
  ${text}`,
  });
}
