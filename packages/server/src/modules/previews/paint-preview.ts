import sharp from 'sharp';
import * as post from './post-art.ts';
import { postText } from './post-text.ts';
import type { PreviewJob } from './preview-facts.ts';
import * as service from './service-art.ts';
import { serviceText } from './service-text.ts';

/** Bytes beyond which some networks show no preview: photographs are then kept in 256 colours. */
const LARGE = 400 * 1024;

interface Size {
  readonly width: number;
  readonly height: number;
}

const square = ({ size }: { readonly size: number }): Size => ({ width: size, height: size });

/** A picture cut to its place, as the SVG takes it; null when there is none or it cannot be read. */
async function fitted(picture: Uint8Array | null, { width, height }: Size) {
  if (picture === null) return null;
  const jpeg = sharp(picture).resize({ width, height, fit: 'cover' }).jpeg({ quality: 90 });
  return jpeg.toBuffer().catch(() => null);
}

async function svgOf({ facts, picture, avatar: face }: PreviewJob): Promise<string> {
  if (facts.of === 'service') {
    const cover = await fitted(picture, service.coverPlace);
    const avatar = await fitted(face, square(service.avatarPlace));
    const text = await serviceText(facts, avatar !== null);
    return service.serviceSvg({ type: facts.type, rating: facts.rating, cover, avatar, text });
  }
  const photo = await fitted(picture, post.photoPlace);
  const avatar = await fitted(face, square(post.avatarPlace));
  const text = await postText(facts, photo !== null, avatar !== null);
  return post.postSvg({ photo, avatar, text });
}

/** Draws a link preview: a PNG of `previewSize`. Takes a tenth of a second of one core. */
export async function paintPreview(job: PreviewJob): Promise<Buffer> {
  const svg = Buffer.from(await svgOf(job));
  const whole = await sharp(svg).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  if (whole.length <= LARGE) return whole;
  return sharp(whole).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
