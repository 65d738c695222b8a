import { expect, test } from 'vitest';
import { teaserText } from './teaser-text.ts';

const post = {
  title: 'Terminei o retrato',
  description: 'Foram onze horas\n\nde vetor.',
  hashtags: ['desenho', 'vetor'],
  sensitive: false,
};

test('the teaser is the first of title, text, hashtags and photo that a post has', () => {
  expect(teaserText(post)).toBe('Terminei o retrato');
  expect(teaserText({ ...post, title: '' })).toBe('Foram onze horas de vetor.');
  expect(teaserText({ ...post, title: '', description: '' })).toBe('#desenho #vetor');
  expect(teaserText({ ...post, title: '', description: '', hashtags: [] })).toBe(
    'Publicou uma foto',
  );
});

test('content for adults has no teaser', () => {
  expect(teaserText({ ...post, sensitive: true })).toBe('Conteúdo sensível');
});
