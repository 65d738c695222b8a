import type { Comment } from '@guilda/contract/community/social';
import { expect, test } from 'vitest';
import { commentsNewerThan, withNewestComments, withOwnComment } from './comments-cache.ts';
import type { CommentPage } from './load-comments.ts';

const buildPage = (ids: string, nextCursor: string | null = null): CommentPage => ({
  comments: [...ids].map((id) => ({ id }) as Comment),
  nextCursor,
});
const buildPagedComments = (...pages: CommentPage[]) => ({
  pages,
  pageParams: pages.map(() => undefined),
});
const newerComments = (newestPage: CommentPage, knownIds: string, hasMorePages = true) =>
  commentsNewerThan(newestPage, new Set(knownIds), hasMorePages)
    .comments.map(({ id }) => id)
    .join('');
const shownIds = ({ pages }: { pages: readonly CommentPage[] }) =>
  pages.map(({ comments }) => comments.map(({ id }) => id).join('')).join('|');

test('new comments end where the list starts, also when its first comment was deleted', () => {
  expect(newerComments(buildPage('edcb', 'x'), 'cba')).toBe('ed');
  expect(newerComments(buildPage('edb', 'x'), 'cba')).toBe('ed');
  expect(newerComments(buildPage('cba', 'x'), 'cba')).toBe('');
});

test('comments of others before an own comment are new, and are added below it', () => {
  expect(newerComments(buildPage('edcb', 'x'), 'ecba')).toBe('d');
  expect(newerComments(buildPage('ed'), 'e', false)).toBe('d');
  expect(
    shownIds(
      withNewestComments(
        buildPagedComments(buildPage('ecb', 'x'), buildPage('a')),
        buildPage('fedc', 'y'),
      ),
    ),
  ).toBe('fedcb|a');
  expect(
    shownIds(withNewestComments(buildPagedComments(buildPage('eba', 'x')), buildPage('edc', 'y'))),
  ).toBe('edc');
});

test('comments below a list with a deleted comment are not new', () => {
  expect(newerComments(buildPage('cba', 'x'), 'cb')).toBe('');
  expect(
    shownIds(withNewestComments(buildPagedComments(buildPage('cb', 'x')), buildPage('dcba', 'y'))),
  ).toBe('dcb');
});

test('an own comment is added at the top, once', () => {
  const listWithOwn = withOwnComment(buildPagedComments(buildPage('ba', 'x'), buildPage('z')), {
    id: 'c',
  } as Comment);
  expect(shownIds(listWithOwn)).toBe('cba|z');
  expect(withOwnComment(listWithOwn, { id: 'c' } as Comment)).toBe(listWithOwn);
});

test('new comments are added above the read ones', () => {
  expect(
    shownIds(
      withNewestComments(
        buildPagedComments(buildPage('ba', 'x'), buildPage('z')),
        buildPage('dcb', 'y'),
      ),
    ),
  ).toBe('dcba|z');
  expect(shownIds(withNewestComments(buildPagedComments(buildPage('')), buildPage('ba')))).toBe(
    'ba',
  );
});

test('the list starts again when there are more new comments than a page contains, so that none is missed', () => {
  const replacedList = withNewestComments(
    buildPagedComments(buildPage('ba', 'x')),
    buildPage('zyx', 'w'),
  );
  expect(shownIds(replacedList)).toBe('zyx');
  expect(replacedList.pages[0]?.nextCursor).toBe('w');
});
