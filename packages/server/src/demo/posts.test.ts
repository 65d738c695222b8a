import { parseHashtags } from '@guilda/contract/community/hashtags';
import { newComment, newPost } from '@guilda/contract/community/social';
import { describe, expect, it } from 'vitest';
import { demoPeople } from './people.ts';
import { demoPosts } from './posts.ts';
import { demoServices } from './services.ts';

const demoNames = new Set(demoPeople.map(({ name }) => name));

describe('the posts of the demo', () => {
  it('are about two dozen, newest first, and none is in the future', () => {
    expect(demoPosts.length).toBeGreaterThanOrEqual(22);
    const agesInMinutes = demoPosts.map(({ minutesAgo }) => minutesAgo);
    expect(agesInMinutes).toEqual(agesInMinutes.toSorted((a, b) => a - b));
    expect(new Set(agesInMinutes).size).toBe(agesInMinutes.length);
    for (const { minutesAgo, comments } of demoPosts) {
      const minutesLater = comments.map((comment) => comment.minutesLater);
      expect(minutesLater).toEqual(minutesLater.toSorted((a, b) => a - b));
      for (const minutes of minutesLater) expect(minutes).toBeLessThan(minutesAgo);
    }
  });

  it('keep the rules for posts of all people', () => {
    for (const { title, description, hashtags, comments } of demoPosts) {
      expect(newPost.safeParse({ title, description, hashtags }).error).toBeUndefined();
      for (const { text } of comments) expect(newComment.safeParse({ text }).error).toBeUndefined();
      if (hashtags) expect(parseHashtags(hashtags).length).toBeGreaterThan(0);
    }
  });

  it('are by demo people, and no person exceeds the hourly limit', () => {
    for (const { author, likedBy, comments } of demoPosts) {
      const namedPeople = [author, ...likedBy, ...comments.map(({ author }) => author)];
      expect(namedPeople.filter((name) => !demoNames.has(name))).toEqual([]);
      expect(new Set(likedBy).size).toBe(likedBy.length);
    }
    for (const posts of Map.groupBy(demoPosts, ({ author }) => author).values())
      expect(posts.length).toBeLessThanOrEqual(10);
  });

  it('link to services of their authors', () => {
    for (const { author, service } of demoPosts) {
      if (!service) continue;
      const linkedService = demoServices.find(({ title }) => title === service);
      expect(linkedService?.seller).toBe(author);
    }
  });
});
