import { expect, it } from 'vitest';
import { renderPostText } from './post-text.ts';
import type { PostPreviewData } from './preview-data.ts';

const postData: PostPreviewData = {
  kind: 'post',
  title: 'Terminei o retrato',
  text: 'Onze horas de vetor.',
  hashtags: ['desenho', 'vetor'],
  authorName: 'Beatriz',
  authorUsername: 'beatriz',
};
const renderText = (overrides: Partial<PostPreviewData>, hasPhoto = false) =>
  renderPostText({ ...postData, ...overrides }, hasPhoto, true);

const emptyPost = { title: '', text: '', hashtags: [] };

it.each<[string, Partial<PostPreviewData>, Partial<PostPreviewData>]>([
  ['emoji among letters', { title: 'Vitória 🔥 no 👨‍👩‍👧 fim' }, { title: 'Vitória no fim' }],
  ['words of another script', { text: 'Привет мир Olá שלום עולם' }, { text: 'Olá' }],
  ['a title of emoji alone', { title: '🔥🔥' }, { title: '' }],
  [
    'a title and a text of another script',
    { title: 'مرحبا بالعالم', text: 'まだ' },
    { title: '', text: '' },
  ],
  ['hashtags of another script', { hashtags: ['سلام', 'vetor'] }, { hashtags: ['vetor'] }],
  ['all there is', { ...emptyPost, text: 'مرحبا', hashtags: ['🔥'] }, emptyPost],
  ['a name of another script', { authorName: 'Владимир Иванов' }, { authorName: 'beatriz' }],
])('leaves out %s', async (_, original, equivalent) => {
  expect(await renderText(original)).toBe(await renderText(equivalent));
});

it('replaces decorated letters by plain ones', async () => {
  expect(await renderText({ title: '𝓗𝓲, Tiếng Việt ﬁm' })).toBe(
    await renderText({ title: 'Hi, Tieng Viet fim' }),
  );
});

it('renders outlines only, whatever the text is', async () => {
  const svg = await renderText({
    title: '<script>&"\'',
    text: '</svg><image href="x"/>',
    hashtags: ['<b>'],
  });
  expect(svg).not.toMatch(/<script|<image|<text|href/);
});

it('draws every part of a post in its own place', async () => {
  const drawings: [Partial<PostPreviewData>, boolean][] = [
    [{}, false],
    [{}, true],
    [{ title: '' }, false],
    [{ text: '' }, false],
    [{ hashtags: [] }, false],
    [{ ...emptyPost, hashtags: ['desenho'] }, false],
    [emptyPost, false],
    [emptyPost, true],
  ];
  const svgs = await Promise.all(
    drawings.map(([overrides, hasPhoto]) => renderText(overrides, hasPhoto)),
  );
  expect(new Set(svgs).size).toBe(drawings.length);
});

/** The lowest point of the drawn text: the largest y coordinate of its paths. */
const lowestY = (svg: string): number =>
  Math.max(...[...svg.matchAll(/[ML]\S+? (-?[\d.]+)/g)].map(([, y]) => Number(y)));

it.each<[string, Partial<PostPreviewData>]>([
  ['a title without spaces', { title: 'W'.repeat(75) }],
  ['a text without spaces', { title: '', text: 'W'.repeat(280) }],
  ['words of all lengths', { title: 'Semespaco a '.repeat(6), text: 'x '.repeat(140) }],
  ['a hashtag of all there is', { ...emptyPost, hashtags: ['W'.repeat(75)] }],
  ['a name without spaces', { authorName: 'W'.repeat(100) }],
])('keeps %s on the sheet', async (_, overrides) => {
  for (const hasPhoto of [false, true]) {
    const lowestPoint = lowestY(await renderText(overrides, hasPhoto));
    expect(lowestPoint).toBeGreaterThan(100);
    expect(lowestPoint).toBeLessThan(560);
  }
});
