import type { Post } from '@guilda/contract/community/social';

/** A post for tests. */
export function fakePost(uid: string, overrides: Partial<Post> = {}): Post {
  return {
    uid,
    title: '',
    description: `Texto de ${uid}`,
    hashtags: [],
    photoURL: null,
    photoSize: null,
    likes: 0,
    liked: false,
    commentCount: 0,
    author: {
      uid: 'ana',
      username: 'ana.silva',
      displayName: 'Ana',
      photoURL: null,
      badges: [],
      status: 'online',
    },
    createdAt: '2026-11-20T10:00:00.000Z',
    sensitive: false,
    service: null,
    hidden: null,
    withheld: false,
    ...overrides,
  };
}
