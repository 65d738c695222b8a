import { previewSize } from '@guilda/contract/previews';
import { headline, type Place } from './headline.ts';
import { palette } from './house-art.ts';
import { box, type Node, oneLine, outlines, type Readable, type Style, say } from './letters.ts';
import { placesOf } from './post-art.ts';
import type { PostFacts } from './preview-facts.ts';

const LINE = 1.32;

/** A paragraph of as many lines as its place has room for; where it is longer it ends in dots. */
function paragraph(text: string, { width, height }: Place, style: Style & { fontSize: number }) {
  const lineClamp = Math.max(1, Math.floor(height / (style.fontSize * LINE)));
  const flow = { width, lineHeight: LINE, display: 'block', wordBreak: 'break-word' };
  return say(text, 'text', { ...flow, lineClamp, ...style });
}

/** Pixels between a title and the text below it. */
const GAP = 16;
const BODY = 30;

/** The title, and of the text below it what there is room for. */
function titled(title: string, text: string, place: Place): Node[] {
  const above = { ...place, height: place.height - GAP - 2 * LINE * BODY };
  const { node, height } = headline(title, above);
  if (text === '' || height > above.height) return [headline(title, place).node];
  const below = { ...place, height: place.height - height - GAP };
  return [node, paragraph(text, below, { fontSize: BODY, marginTop: GAP, color: palette.ink2 })];
}

/** Words that stand alone: the fewer, the larger. */
function alone(text: string, place: Place, color: string): Node {
  const lines = (size: number) => Math.ceil((text.length * size * 0.56) / place.width);
  const fits = (size: number) => lines(size) * size * LINE <= place.height;
  const fontSize = [84, 68, 56, 48, 42].find(fits) ?? 40;
  return paragraph(text, place, { fontSize, color });
}

/** What the post says: its title, else its text, else its hashtags, else that it is one. */
function wordsOf(facts: PostFacts, place: Place, hasPhoto: boolean): Node[] {
  const { title, text, hashtags } = facts;
  if (title !== '') return titled(title, text, place);
  if (text !== '') return [alone(text, place, palette.ink)];
  if (hashtags.length > 0) return [alone(hashtags.join(' '), place, palette.accentInk)];
  const thing = hasPhoto ? 'Uma foto na comunidade' : 'Uma publicação na comunidade';
  return [headline(thing, place).node];
}

/** As many hashtags as one line has room for, but one at least. */
function lineOf(hashtags: readonly string[], width: number): string {
  const room = width / (BODY * 0.56);
  return hashtags.reduce((line, tag) =>
    line.length + 1 + tag.length > room ? line : `${line} ${tag}`,
  );
}

/** The post in letters that the fonts have. */
function inLetters(facts: PostFacts, readable: Readable): PostFacts {
  return {
    ...facts,
    title: readable(facts.title),
    text: readable(facts.text),
    hashtags: facts.hashtags.map(readable).flatMap((tag) => (tag === '' ? [] : [`#${tag}`])),
    authorName: readable(facts.authorName) || facts.authorUsername,
  };
}

function layout(facts: PostFacts, hasPhoto: boolean, hasAvatar: boolean): Node {
  const { name, words, hashtags } = placesOf(hasPhoto, hasAvatar);
  const saysMore = facts.title !== '' || facts.text !== '';
  const tags = saysMore && facts.hashtags.length > 0 ? lineOf(facts.hashtags, hashtags.width) : '';
  return box({ width: previewSize.width, height: previewSize.height }, [
    box({ ...name, position: 'absolute', flexDirection: 'column' }, [
      say(facts.authorName, 'text', { ...oneLine, fontSize: 32 }),
      say('na comunidade', 'text', { fontSize: 25, color: palette.ink3, marginTop: 2 }),
    ]),
    box(
      { ...words, position: 'absolute', flexDirection: 'column', overflow: 'hidden' },
      wordsOf(facts, words, hasPhoto),
    ),
    box({ ...hashtags, position: 'absolute' }, [
      say(tags, 'text', { ...oneLine, fontSize: BODY, color: palette.accentInk }),
    ]),
  ]);
}

/** The texts of a post's preview as an SVG of outlines. */
export function postText(facts: PostFacts, hasPhoto: boolean, hasAvatar: boolean): Promise<string> {
  return outlines((readable) => layout(inLetters(facts, readable), hasPhoto, hasAvatar));
}
