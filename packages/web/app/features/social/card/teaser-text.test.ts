import { expect, test } from 'vitest';
import { teaserText } from './teaser-text.ts';

const postFields = {
  title: 'Terminei o retrato',
  description: 'Foram onze horas\n\nde vetor.',
  hashtags: ['desenho', 'vetor'],
  sensitive: false,
};

test('the teaser is the first of title, text, hashtags and photo that a post has', () => {
  expect(teaserText(postFields)).toBe('Terminei o retrato');
  expect(teaserText({ ...postFields, title: '' })).toBe('Foram onze horas de vetor.');
  expect(teaserText({ ...postFields, title: '', description: '' })).toBe('#desenho #vetor');
  expect(teaserText({ ...postFields, title: '', description: '', hashtags: [] })).toBe(
    'Publicou uma foto',
  );
});

test('content for adults has no teaser', () => {
  expect(teaserText({ ...postFields, sensitive: true })).toBe('Conteúdo sensível');
});
