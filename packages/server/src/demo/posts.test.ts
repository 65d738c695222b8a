import { parseHashtags } from '@guilda/contract/hashtags';
import { newComment, newPost } from '@guilda/contract/social';
import { describe, expect, it } from 'vitest';
import { demoPeople } from './people.ts';
import { demoPosts } from './posts.ts';
import { demoServices } from './services.ts';

const names = new Set(demoPeople.map(({ name }) => name));

describe('the posts of the demo', () => {
  it('are about two dozen, newest first, none from an hour that has not come', () => {
    expect(demoPosts.length).toBeGreaterThanOrEqual(22);
    const ages = demoPosts.map(({ minutesAgo }) => minutesAgo);
    expect(ages).toEqual(ages.toSorted((a, b) => a - b));
    expect(new Set(ages).size).toBe(ages.length);
    for (const { minutesAgo, comments } of demoPosts) {
      const after = comments.map((comment) => comment.after);
      expect(after).toEqual(after.toSorted((a, b) => a - b));
      for (const minutes of after) expect(minutes).toBeLessThan(minutesAgo);
    }
  });

  it('are as anyone may write them', () => {
    for (const { title, description, hashtags, comments } of demoPosts) {
      expect(newPost.safeParse({ title, description, hashtags }).error).toBeUndefined();
      for (const { text } of comments) expect(newComment.safeParse({ text }).error).toBeUndefined();
      if (hashtags) expect(parseHashtags(hashtags).length).toBeGreaterThan(0);
    }
  });

  it('are of people of the demo, none of whom writes more in an hour than may be', () => {
    for (const { author, likedBy, comments } of demoPosts) {
      const said = [author, ...likedBy, ...comments.map(({ by }) => by)];
      expect(said.filter((name) => !names.has(name))).toEqual([]);
      expect(new Set(likedBy).size).toBe(likedBy.length);
    }
    for (const posts of Map.groupBy(demoPosts, ({ author }) => author).values())
      expect(posts.length).toBeLessThanOrEqual(10);
  });

  it('point at services of their authors', () => {
    for (const { author, service } of demoPosts) {
      if (!service) continue;
      const offered = demoServices.find(({ title }) => title === service);
      expect(offered?.seller).toBe(author);
    }
  });
});
