import sharp from 'sharp';
import { avatarPlace, coverPlace, previewSvg } from './preview-art.ts';
import type { PreviewJob } from './preview-facts.ts';
import { previewText } from './preview-text.ts';

/** Bytes beyond which some networks show no preview: photographs are then kept in 256 colours. */
const LARGE = 400 * 1024;

/** A picture cut to its place, as the SVG takes it; null when there is none or it cannot be read. */
async function fitted(picture: Uint8Array | null, width: number, height: number) {
  if (picture === null) return null;
  const jpeg = sharp(picture).resize({ width, height, fit: 'cover' }).jpeg({ quality: 90 });
  return jpeg.toBuffer().catch(() => null);
}

/** Draws a link preview: a PNG of `previewSize`. Takes a tenth of a second of one core. */
export async function paintPreview({ facts, cover, avatar }: PreviewJob): Promise<Buffer> {
  const art = {
    type: facts.type,
    rating: facts.rating,
    cover: await fitted(cover, coverPlace.width, coverPlace.height),
    avatar: await fitted(avatar, avatarPlace.size, avatarPlace.size),
  };
  const text = await previewText(facts, art.avatar !== null);
  const svg = Buffer.from(previewSvg({ ...art, text }));
  const whole = await sharp(svg).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  if (whole.length <= LARGE) return whole;
  return sharp(whole).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
