import { readFileSync } from 'node:fs';
import { previewSize } from '@guilda/contract/previews';

/** The tokens of the theme `mesa` and the pigments, in sRGB (`DESIGN §2`). */
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

const asset = (name: string): string =>
  readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');

/** What stands inside the root of a drawing. */
const inside = (svg: string): string =>
  svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

const felt = inside(asset('felt.svg'));
const wordmark = inside(asset('wordmark.svg'));

/** A picture as an element that fills its place and is cut to `clip`. */
export function picture(
  jpeg: Buffer | null,
  place: { left: number; top: number; width: number; height: number },
  clip: string,
): string {
  if (jpeg === null) return '';
  const { left, top, width, height } = place;
  return `<image x="${left}" y="${top}" width="${width}" height="${height}" clip-path="url(#${clip})" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/>`;
}

/** A defs element that cuts an avatar as the house does: its lower right corner is missing. */
export function avatarClip({ left, top, size, cut }: AvatarPlace): string {
  return `<clipPath id="avatar"><path d="M${left} ${top}h${size}v${size - cut}l-${cut} ${cut}h-${size - cut}z"/></clipPath>`;
}

export interface AvatarPlace {
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly cut: number;
}

export interface Drawing {
  /** What lies on the felt, as a path: it is filled, and casts a shadow. */
  readonly outline: string;
  /** Elements of `defs` beside `felt`, `felt-large` and `sheet`, the clip of the outline. */
  readonly defs: string;
  /** What is drawn on it, and the texts. */
  readonly content: string;
  /** Where the wordmark stands. */
  readonly wordmark: { readonly left: number; readonly top: number };
}

/** A whole preview as an SVG: the felt, what lies on it, and the wordmark. */
export function onFelt({ outline, defs, content, wordmark: { left, top } }: Drawing): string {
  const { width, height } = previewSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
  <defs>
    <pattern id="felt" width="384" height="192" patternUnits="userSpaceOnUse">${felt}</pattern>
    <pattern id="felt-large" width="384" height="192" patternUnits="userSpaceOnUse" patternTransform="translate(44 40) scale(1.5)">${felt}</pattern>
    <clipPath id="sheet"><path d="${outline}"/></clipPath>
    ${defs}
  </defs>
  <path fill="${palette.deep}" d="M0 0h${width}v${height}H0z"/>
  <path fill="url(#felt)" opacity=".36" d="M0 0h${width}v${height}H0z"/>
  <path fill="${palette.deep}" transform="translate(0 7)" d="${outline}"/>
  <path fill="${palette.surface}" d="${outline}"/>
  ${content}
  <svg x="${left}" y="${top}" width="186" height="54" viewBox="-2 -67.8 254.2 70.9" color="${palette.cal}">${wordmark}</svg>
</svg>`;
}
