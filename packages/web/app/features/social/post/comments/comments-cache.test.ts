import type { Comment } from '@guilda/contract/social';
import { expect, test } from 'vitest';
import { newerThan, withComment, withNewest } from './comments-cache.ts';
import type { CommentPage } from './load-comments.ts';

const page = (ids: string, nextCursor: string | null = null): CommentPage => ({
  comments: [...ids].map((id) => ({ id }) as Comment),
  nextCursor,
});
const list = (...pages: CommentPage[]) => ({ pages, pageParams: pages.map(() => undefined) });
const shown = ({ pages }: { pages: readonly CommentPage[] }) =>
  pages.map(({ comments }) => comments.map(({ id }) => id).join('')).join('|');

test('what is new ends where the list begins, also when its first one is gone', () => {
  expect(newerThan(page('edcb'), new Set('cba')).map(({ id }) => id)).toEqual(['e', 'd']);
  expect(newerThan(page('edb'), new Set('cba')).map(({ id }) => id)).toEqual(['e', 'd']);
  expect(newerThan(page('cba'), new Set('cba'))).toEqual([]);
});

test('an own comment goes on top, once', () => {
  const one = withComment(list(page('ba', 'x'), page('z')), { id: 'c' } as Comment);
  expect(shown(one)).toBe('cba|z');
  expect(withComment(one, { id: 'c' } as Comment)).toBe(one);
});

test('new ones go on top of what has been read', () => {
  expect(shown(withNewest(list(page('ba', 'x'), page('z')), page('dcb', 'y')))).toBe('dcba|z');
  expect(shown(withNewest(list(page('')), page('ba')))).toBe('ba');
});

test('more new ones than a page holds begin the list anew, so that none is missed', () => {
  const anew = withNewest(list(page('ba', 'x')), page('zyx', 'w'));
  expect(shown(anew)).toBe('zyx');
  expect(anew.pages[0]?.nextCursor).toBe('w');
});
