import { previewSize } from '@guilda/contract/services/previews';
import { palette } from './brand-art.ts';
import { layOutHeadline, type TextBox } from './headline.ts';
import { textBoxesOf } from './post-svg.ts';
import type { PostPreviewData } from './preview-data.ts';
import {
  flexBox,
  type LayoutNode,
  type LayoutStyle,
  oneLineStyle,
  renderTextSvg,
  type ToRenderable,
  textNode,
} from './text-svg.ts';

/** Height of a line as a multiple of the font size. */
const LINE_HEIGHT = 1.32;

/** A layout node for a paragraph. A text higher than the box is cut with an ellipsis. */
function paragraphNode(
  text: string,
  { width, height }: TextBox,
  style: LayoutStyle & { fontSize: number },
) {
  const lineClamp = Math.max(1, Math.floor(height / (style.fontSize * LINE_HEIGHT)));
  const flowStyle = { width, lineHeight: LINE_HEIGHT, display: 'block', wordBreak: 'break-word' };
  return textNode(text, 'text', { ...flowStyle, lineClamp, ...style });
}

/** Distance between the title and the text below it, in px. */
const TITLE_GAP_PX = 16;
/** Font size of the text below a title, in px. */
const BODY_FONT_SIZE = 30;

/** Layout nodes for the title and as much of the text as fits below it. */
function titleAndText(title: string, text: string, textBox: TextBox): LayoutNode[] {
  const titleStyle = {
    ...textBox,
    height: textBox.height - TITLE_GAP_PX - 2 * LINE_HEIGHT * BODY_FONT_SIZE,
  };
  const { node, height } = layOutHeadline(title, titleStyle);
  if (text === '' || height > titleStyle.height) return [layOutHeadline(title, textBox).node];
  const bodyBox = { ...textBox, height: textBox.height - height - TITLE_GAP_PX };
  return [
    node,
    paragraphNode(text, bodyBox, {
      fontSize: BODY_FONT_SIZE,
      marginTop: TITLE_GAP_PX,
      color: palette.ink2,
    }),
  ];
}

/** Layout node for the text of a post without a title; the shorter the text, the larger the letters. */
function textWithoutTitle(text: string, textBox: TextBox, color: string): LayoutNode {
  const countLines = (size: number) => Math.ceil((text.length * size * 0.56) / textBox.width);
  const fitsInBox = (size: number) => countLines(size) * size * LINE_HEIGHT <= textBox.height;
  const fontSize = [84, 68, 56, 48, 42].find(fitsInBox) ?? 40;
  return paragraphNode(text, textBox, { fontSize, color });
}

/** Layout nodes for the main text: the title, or without one the text, the hashtags or a generic sentence. */
function mainTextNodes(post: PostPreviewData, textBox: TextBox, hasPhoto: boolean): LayoutNode[] {
  const { title, text, hashtags } = post;
  if (title !== '') return titleAndText(title, text, textBox);
  if (text !== '') return [textWithoutTitle(text, textBox, palette.ink)];
  if (hashtags.length > 0)
    return [textWithoutTitle(hashtags.join(' '), textBox, palette.accentInk)];
  const postText = hasPhoto ? 'Uma foto na comunidade' : 'Uma publicação na comunidade';
  return [layOutHeadline(postText, textBox).node];
}

/** As many hashtags as fit into one line, but at least one. */
function hashtagLine(hashtags: readonly string[], width: number): string {
  const maxLength = width / (BODY_FONT_SIZE * 0.56);
  return hashtags.reduce((line, tag) =>
    line.length + 1 + tag.length > maxLength ? line : `${line} ${tag}`,
  );
}

/** Removes characters from the texts of a post that the fonts cannot render. */
function withRenderableText(post: PostPreviewData, toRenderable: ToRenderable): PostPreviewData {
  return {
    ...post,
    title: toRenderable(post.title),
    text: toRenderable(post.text),
    hashtags: post.hashtags.map(toRenderable).flatMap((tag) => (tag === '' ? [] : [`#${tag}`])),
    authorName: toRenderable(post.authorName) || post.authorUsername,
  };
}

function layOutPost(post: PostPreviewData, hasPhoto: boolean, hasAvatar: boolean): LayoutNode {
  const { name, words, hashtags } = textBoxesOf(hasPhoto, hasAvatar);
  const hasText = post.title !== '' || post.text !== '';
  const hashtagText =
    hasText && post.hashtags.length > 0 ? hashtagLine(post.hashtags, hashtags.width) : '';
  return flexBox({ width: previewSize.width, height: previewSize.height }, [
    flexBox({ ...name, position: 'absolute', flexDirection: 'column' }, [
      textNode(post.authorName, 'text', { ...oneLineStyle, fontSize: 32 }),
      textNode('na comunidade', 'text', { fontSize: 25, color: palette.ink3, marginTop: 2 }),
    ]),
    flexBox(
      { ...words, position: 'absolute', flexDirection: 'column', overflow: 'hidden' },
      mainTextNodes(post, words, hasPhoto),
    ),
    flexBox({ ...hashtags, position: 'absolute' }, [
      textNode(hashtagText, 'text', {
        ...oneLineStyle,
        fontSize: BODY_FONT_SIZE,
        color: palette.accentInk,
      }),
    ]),
  ]);
}

/** Renders the texts of a post preview as SVG outlines. */
export function renderPostText(
  post: PostPreviewData,
  hasPhoto: boolean,
  hasAvatar: boolean,
): Promise<string> {
  return renderTextSvg((toRenderable) =>
    layOutPost(withRenderableText(post, toRenderable), hasPhoto, hasAvatar),
  );
}
