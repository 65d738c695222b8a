import { categories } from '@guilda/contract/services/categories';
import { expect, test } from 'vitest';
import { relatedCategories } from './related-categories.ts';

const slugsOf = (...args: Parameters<typeof relatedCategories>) =>
  relatedCategories(...args).map(({ slug }) => slug);

test('related categories of the same kind of game come first', () => {
  expect(slugsOf('dota').slice(0, 3)).toEqual([
    'league-of-legends',
    'teamfight-tactics',
    'starcraft',
  ]);
});

test('each category has nine related ones, none of them for adults', () => {
  for (const slug of [undefined, ...categories.map((each) => each.slug)]) {
    const suggestedSlugs = slugsOf(slug);
    expect(new Set(suggestedSlugs).size).toBe(9);
    expect(suggestedSlugs).not.toContain(slug);
    expect(suggestedSlugs).not.toContain('nudez');
  }
});
