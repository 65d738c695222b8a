import { previewSize } from '@guilda/contract/services/previews';
import { readArt } from '@guilda/design';

/** Colours of the theme `mesa` and of the brand, in sRGB. */
export const palette = {
  deep: '#052218',
  surface: '#183b2d',
  line: '#426756',
  ink: '#eff5e8',
  ink2: '#c7d8ca',
  ink3: '#acc5b4',
  accent: '#ff8496',
  accentInk: '#ffa5b0',
  star: '#fdc357',
  cal: '#f4f2e4',
  tinta: '#0f2b22',
  vinho: '#5b1e3b',
} as const;

/** The markup inside the root element of an SVG. */
const svgContentOf = (svg: string): string =>
  svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

const feltPatternSvg = svgContentOf(readArt('pattern.svg'));
const wordmarkSvg = svgContentOf(readArt('marca/guilda.svg'));

/** An SVG image element that fills `box` and is clipped by the clip path `clipPathId`; empty without a picture. */
export function clippedImage(
  jpeg: Buffer | null,
  box: { left: number; top: number; width: number; height: number },
  clipPathId: string,
): string {
  if (jpeg === null) return '';
  const { left, top, width, height } = box;
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" clip-path="url(#${clipPathId})" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/>`;
}

/** A clip path for an avatar that cuts off its lower right corner. */
export function avatarClipPath({ left, top, size, cut }: AvatarBox): string {
  return `<clipPath id="avatar"><path d="M${left} ${top}h${size}v${size - cut}l-${cut} ${cut}h-${size - cut}z"/></clipPath>`;
}

/** Position and size of an avatar in px. `cut` is the length of the cut edge at the lower right corner. */
export interface AvatarBox {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly cut: number;
}

export interface PreviewDrawing {
  /** SVG path of the paper sheet that lies on the felt background; the sheet is filled and has a shadow. */
  readonly outline: string;
  /** Additional SVG `defs`. `felt`, `felt-large` and `sheet` (the clip path of the outline) are always defined. */
  readonly defs: string;
  /** SVG markup of drawings and texts on the sheet. */
  readonly content: string;
  /** Position of Guilda's wordmark, in px. */
  readonly wordmark: { readonly left: number; readonly top: number };
}

/** Renders a complete link preview as SVG: felt background, sheet and wordmark. */
export function renderPreviewSvg({
  outline,
  defs,
  content,
  wordmark: { left, top },
}: PreviewDrawing): string {
  const { width, height } = previewSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <pattern id="felt" width="384" height="192" patternUnits="userSpaceOnUse">${feltPatternSvg}</pattern>
    <pattern id="felt-large" width="384" height="192" patternUnits="userSpaceOnUse" patternTransform="translate(44 40) scale(1.5)">${feltPatternSvg}</pattern>
    <clipPath id="sheet"><path d="${outline}"/></clipPath>
    ${defs}
  </defs>
  <path fill="${palette.deep}" d="M0 0h${width}v${height}H0z"/>
  <path fill="url(#felt)" opacity=".36" d="M0 0h${width}v${height}H0z"/>
  <path fill="${palette.deep}" transform="translate(0 7)" d="${outline}"/>
  <path fill="${palette.surface}" d="${outline}"/>
  ${content}
  <svg x="${left}" y="${top}" width="186" height="54" viewBox="-2 -67.8 254.2 70.9" color="${palette.cal}">${wordmarkSvg}</svg>
</svg>`;
}
