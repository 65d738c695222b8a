import { previewSize } from '@guilda/contract/previews';
import { palette } from './brand-art.ts';
import { headline, type TextBox } from './headline.ts';
import { placesOf } from './post-svg.ts';
import type { PostPreviewData } from './preview-data.ts';
import {
  box,
  type Node,
  oneLine,
  renderTextSvg,
  type Style,
  type ToRenderable,
  textNode,
} from './text-svg.ts';

const LINE = 1.32;

/** A paragraph that is truncated with an ellipsis at the height of its box. */
function paragraph(text: string, { width, height }: TextBox, style: Style & { fontSize: number }) {
  const lineClamp = Math.max(1, Math.floor(height / (style.fontSize * LINE)));
  const flow = { width, lineHeight: LINE, display: 'block', wordBreak: 'break-word' };
  return textNode(text, 'text', { ...flow, lineClamp, ...style });
}

/** Pixels between a title and the text below it. */
const GAP = 16;
const BODY = 30;

/** The title and as much of the text as fits below it. */
function titled(title: string, text: string, place: TextBox): Node[] {
  const above = { ...place, height: place.height - GAP - 2 * LINE * BODY };
  const { node, height } = headline(title, above);
  if (text === '' || height > above.height) return [headline(title, place).node];
  const below = { ...place, height: place.height - height - GAP };
  return [node, paragraph(text, below, { fontSize: BODY, marginTop: GAP, color: palette.ink2 })];
}

/** A text without a title; shorter texts get larger letters. */
function alone(text: string, place: TextBox, color: string): Node {
  const lines = (size: number) => Math.ceil((text.length * size * 0.56) / place.width);
  const fits = (size: number) => lines(size) * size * LINE <= place.height;
  const fontSize = [84, 68, 56, 48, 42].find(fits) ?? 40;
  return paragraph(text, place, { fontSize, color });
}

/** The main text: title, else text, else hashtags, else a generic sentence. */
function wordsOf(data: PostPreviewData, place: TextBox, hasPhoto: boolean): Node[] {
  const { title, text, hashtags } = data;
  if (title !== '') return titled(title, text, place);
  if (text !== '') return [alone(text, place, palette.ink)];
  if (hashtags.length > 0) return [alone(hashtags.join(' '), place, palette.accentInk)];
  const thing = hasPhoto ? 'Uma foto na comunidade' : 'Uma publicação na comunidade';
  return [headline(thing, place).node];
}

/** As many hashtags as fit in one line, at least one. */
function lineOf(hashtags: readonly string[], width: number): string {
  const room = width / (BODY * 0.56);
  return hashtags.reduce((line, tag) =>
    line.length + 1 + tag.length > room ? line : `${line} ${tag}`,
  );
}

/** The post without characters that the fonts cannot render. */
function withRenderableText(data: PostPreviewData, toRenderable: ToRenderable): PostPreviewData {
  return {
    ...data,
    title: toRenderable(data.title),
    text: toRenderable(data.text),
    hashtags: data.hashtags.map(toRenderable).flatMap((tag) => (tag === '' ? [] : [`#${tag}`])),
    authorName: toRenderable(data.authorName) || data.authorUsername,
  };
}

function layout(data: PostPreviewData, hasPhoto: boolean, hasAvatar: boolean): Node {
  const { name, words, hashtags } = placesOf(hasPhoto, hasAvatar);
  const saysMore = data.title !== '' || data.text !== '';
  const tags = saysMore && data.hashtags.length > 0 ? lineOf(data.hashtags, hashtags.width) : '';
  return box({ width: previewSize.width, height: previewSize.height }, [
    box({ ...name, position: 'absolute', flexDirection: 'column' }, [
      textNode(data.authorName, 'text', { ...oneLine, fontSize: 32 }),
      textNode('na comunidade', 'text', { fontSize: 25, color: palette.ink3, marginTop: 2 }),
    ]),
    box(
      { ...words, position: 'absolute', flexDirection: 'column', overflow: 'hidden' },
      wordsOf(data, words, hasPhoto),
    ),
    box({ ...hashtags, position: 'absolute' }, [
      textNode(tags, 'text', { ...oneLine, fontSize: BODY, color: palette.accentInk }),
    ]),
  ]);
}

/** The texts of a post preview as SVG outlines. */
export function postText(
  data: PostPreviewData,
  hasPhoto: boolean,
  hasAvatar: boolean,
): Promise<string> {
  return renderTextSvg((toRenderable) =>
    layout(withRenderableText(data, toRenderable), hasPhoto, hasAvatar),
  );
}
