import sharp from 'sharp';
import * as post from './post-svg.ts';
import { renderPostText } from './post-text.ts';
import type { PreviewJob } from './preview-data.ts';
import * as service from './service-svg.ts';
import { renderServiceText } from './service-text.ts';

/**
 * Maximum size in bytes of a preview in full colour. Some networks show no preview for larger images, so larger images
 * are reduced to 256 colours.
 */
const MAX_FULL_COLOUR_BYTES = 400 * 1024;

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const squareSize = ({ size }: { readonly size: number }): PictureSize => ({
  width: size,
  height: size,
});

/** Crops a picture to a size and encodes it as JPEG; null without a picture and when it cannot be decoded. */
async function cropToJpeg(picture: Uint8Array | null, { width, height }: PictureSize) {
  if (picture === null) return null;
  const jpeg = sharp(picture).resize({ width, height, fit: 'cover' }).jpeg({ quality: 90 });
  return jpeg.toBuffer().catch(() => null);
}

async function renderSvg({ data, picture, avatar: face }: PreviewJob): Promise<string> {
  if (data.kind === 'service') {
    const cover = await cropToJpeg(picture, service.coverBox);
    const avatar = await cropToJpeg(face, squareSize(service.avatarBox));
    const text = await renderServiceText(data, avatar !== null);
    return service.renderServiceSvg({ type: data.type, rating: data.rating, cover, avatar, text });
  }
  const photo = await cropToJpeg(picture, post.photoBox);
  const avatar = await cropToJpeg(face, squareSize(post.avatarBox));
  const text = await renderPostText(data, photo !== null, avatar !== null);
  return post.renderPostSvg({ photo, avatar, text });
}

/** Renders a link preview as PNG in the size `previewSize`. Takes about 100 ms of CPU time. */
export async function renderPreview(previewJob: PreviewJob): Promise<Buffer> {
  const svg = Buffer.from(await renderSvg(previewJob));
  const png = await sharp(svg).png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  if (png.length <= MAX_FULL_COLOUR_BYTES) return png;
  return sharp(png).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
