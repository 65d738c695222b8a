import { avatarClipPath, clippedImage, palette, renderPreviewSvg } from './brand-art.ts';

/** Edges of the service card in pixels. The perforation at height `tear` separates its body from its stub. */
const cardBounds = { left: 44, top: 40, right: 1156, bottom: 590, tear: 444, cut: 52, notch: 18 };
/** Position and size of the cover, in pixels. */
export const coverBox = { left: 44, top: 40, width: 576, height: 404 } as const;
export const avatarBox = { left: 664, top: 342, size: 72, cut: 16 } as const;

/** Positions of the texts, in pixels. */
export const textBoxes = {
  tagText: { left: 116, top: 73 },
  category: { left: 664, top: 66 },
  title: { left: 662, top: 106, width: 464, height: 208 },
  name: { left: 752, top: 338, width: 360 },
  nameAlone: { left: 664, top: 338, width: 448 },
  rating: { top: 380, height: 40 },
  /** Pixels from the left edge of the stars to the average rating. */
  stars: 174,
  price: { left: 84, top: 468 },
} as const;

/** Path of the card with one cut corner and two notches at the perforation. */
function cardOutline(): string {
  const { left, top, right, bottom, tear, cut, notch } = cardBounds;
  const corner = 10;
  return [
    `M${left + corner} ${top}H${right - cut}L${right} ${top + cut}V${tear - notch}`,
    `a${notch} ${notch} 0 0 0 0 ${2 * notch}V${bottom - corner}q0 ${corner} -${corner} ${corner}`,
    `H${left + corner}q-${corner} 0 -${corner} -${corner}V${tear + notch}`,
    `a${notch} ${notch} 0 0 0 0 -${2 * notch}V${top + corner}q0 -${corner} ${corner} -${corner}z`,
  ].join('');
}

const typeIcons = {
  call: '<path d="M3 11h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5Zm0 0a9 9 0 1 1 18 0m0 0v5a2 2 0 0 1-2 2h-1a2 2 0 0 1-2-2v-3a2 2 0 0 1 2-2h3Z"/><path d="M21 16v2a4 4 0 0 1-4 4h-5"/>',
  media:
    '<path d="m22 11-1.296-1.296a2.4 2.4 0 0 0-3.408 0L11 16"/><path d="M4 8a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2"/><circle cx="13" cy="7" r="1" fill="currentColor"/><rect x="8" y="2" width="14" height="14" rx="2"/>',
} as const;

/** SVG markup of the label with the service type, at the left edge of the cover. */
function typeTag(type: 'call' | 'media'): string {
  const width = type === 'call' ? 138 : 154;
  const fillColor = type === 'call' ? palette.tinta : palette.vinho;
  const leftPx = coverBox.left;
  return `<path fill="${fillColor}" d="M${leftPx} 66h${width - 6}q6 0 6 6v34q0 6-6 6H${leftPx}z"/>
    <g transform="translate(${leftPx + 26} 74) scale(1.25)" fill="none" stroke="${palette.cal}" color="${palette.cal}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${typeIcons[type]}</g>`;
}

const STAR_PATH = 'M12 1.8l3.1 6.4 7 1-5.1 4.9 1.2 7L12 17.8l-6.2 3.3 1.2-7L1.9 9.2l7-1z';

/** SVG markup of five stars, filled up to the rounded average; empty without reviews. */
function ratingStars(rating: number | null, leftPx: number): string {
  if (rating === null) return '';
  const filledStars = Math.round(rating);
  return [0, 1, 2, 3, 4]
    .map((index) => {
      const fillColor = index < filledStars ? palette.star : palette.line;
      return `<path transform="translate(${leftPx + index * 32} 386) scale(1.17)" fill="${fillColor}" d="${STAR_PATH}"/>`;
    })
    .join('');
}

/** SVG markup of the background that replaces a missing cover. */
const emptyCover = `<path fill="${palette.deep}" d="M${coverBox.left} ${coverBox.top}h${coverBox.width}v${coverBox.height}h-${coverBox.width}z"/><path fill="url(#felt-large)" d="M${coverBox.left} ${coverBox.top}h${coverBox.width}v${coverBox.height}h-${coverBox.width}z" clip-path="url(#sheet)"/>`;

export interface ServiceArt {
  readonly type: 'call' | 'media';
  readonly rating: number | null;
  /** Cover and avatar as JPEG of the sizes of `coverBox` and `avatarBox`; null when there is none. */
  readonly cover: Buffer | null;
  readonly avatar: Buffer | null;
  /** SVG markup of all texts, converted to outlines. */
  readonly text: string;
}

/**
 * Renders the link preview of a service as SVG. What people wrote or uploaded enters the SVG only as outlines or pixels,
 * never as markup, so that it cannot change the SVG.
 */
export function renderServiceSvg({ type, rating, cover, avatar, text }: ServiceArt): string {
  const { left, top, size } = avatarBox;
  const starsLeft = avatar === null ? textBoxes.nameAlone.left : textBoxes.name.left;
  return renderPreviewSvg({
    outline: cardOutline(),
    defs: avatarClipPath(avatarBox),
    wordmark: { left: 930, top: 486 },
    content: `${cover === null ? emptyCover : clippedImage(cover, coverBox, 'sheet')}
  ${typeTag(type)}
  ${clippedImage(avatar, { left, top, width: size, height: size }, 'avatar')}
  ${ratingStars(rating, starsLeft)}
  <path d="M${cardBounds.left + 34} ${cardBounds.tear}H${cardBounds.right - 34}" stroke="${palette.line}" stroke-width="4" stroke-dasharray="14 10" fill="none"/>
  ${text}`,
  });
}
