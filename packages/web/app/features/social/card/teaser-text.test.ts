import { expect, test } from 'vitest';
import { teaserText } from './teaser-text.ts';

const post = {
  title: 'Terminei o retrato',
  description: 'Foram onze horas\n\nde vetor.',
  hashtags: ['desenho', 'vetor'],
  sensitive: false,
};

test('a post is told by the first that it has of title, text, hashtags and photo', () => {
  expect(teaserText(post)).toBe('Terminei o retrato');
  expect(teaserText({ ...post, title: '' })).toBe('Foram onze horas de vetor.');
  expect(teaserText({ ...post, title: '', description: '' })).toBe('#desenho #vetor');
  expect(teaserText({ ...post, title: '', description: '', hashtags: [] })).toBe(
    'Publicou uma foto',
  );
});

test('what is for adults is not told', () => {
  expect(teaserText({ ...post, sensitive: true })).toBe('Conteúdo sensível');
});
