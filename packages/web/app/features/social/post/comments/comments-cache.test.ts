import type { Comment } from '@guilda/contract/social';
import { expect, test } from 'vitest';
import { commentsNewerThan, withNewestComments, withOwnComment } from './comments-cache.ts';
import type { CommentPage } from './load-comments.ts';

const page = (ids: string, nextCursor: string | null = null): CommentPage => ({
  comments: [...ids].map((id) => ({ id }) as Comment),
  nextCursor,
});
const list = (...pages: CommentPage[]) => ({ pages, pageParams: pages.map(() => undefined) });
const newerComments = (fresh: CommentPage, known: string, goesOn = true) =>
  commentsNewerThan(fresh, new Set(known), goesOn)
    .comments.map(({ id }) => id)
    .join('');
const shownIds = ({ pages }: { pages: readonly CommentPage[] }) =>
  pages.map(({ comments }) => comments.map(({ id }) => id).join('')).join('|');

test('new comments end where the list starts, also when its first comment was deleted', () => {
  expect(newerComments(page('edcb', 'x'), 'cba')).toBe('ed');
  expect(newerComments(page('edb', 'x'), 'cba')).toBe('ed');
  expect(newerComments(page('cba', 'x'), 'cba')).toBe('');
});

test('comments of others before an own comment are new, and are added below it', () => {
  expect(newerComments(page('edcb', 'x'), 'ecba')).toBe('d');
  expect(newerComments(page('ed'), 'e', false)).toBe('d');
  expect(shownIds(withNewestComments(list(page('ecb', 'x'), page('a')), page('fedc', 'y')))).toBe(
    'fedcb|a',
  );
  expect(shownIds(withNewestComments(list(page('eba', 'x')), page('edc', 'y')))).toBe('edc');
});

test('comments below a list with a deleted comment are not new', () => {
  expect(newerComments(page('cba', 'x'), 'cb')).toBe('');
  expect(shownIds(withNewestComments(list(page('cb', 'x')), page('dcba', 'y')))).toBe('dcb');
});

test('an own comment is added at the top, once', () => {
  const one = withOwnComment(list(page('ba', 'x'), page('z')), { id: 'c' } as Comment);
  expect(shownIds(one)).toBe('cba|z');
  expect(withOwnComment(one, { id: 'c' } as Comment)).toBe(one);
});

test('new comments are added above the read ones', () => {
  expect(shownIds(withNewestComments(list(page('ba', 'x'), page('z')), page('dcb', 'y')))).toBe(
    'dcba|z',
  );
  expect(shownIds(withNewestComments(list(page('')), page('ba')))).toBe('ba');
});

test('the list starts again when there are more new comments than a page contains, so that none is missed', () => {
  const anew = withNewestComments(list(page('ba', 'x')), page('zyx', 'w'));
  expect(shownIds(anew)).toBe('zyx');
  expect(anew.pages[0]?.nextCursor).toBe('w');
});
