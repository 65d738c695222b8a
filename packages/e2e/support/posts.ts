import { type APIRequestContext, expect } from '@playwright/test';
import { pictureFile } from './market.ts';
import { asPerson, type SignedInPerson } from './people.ts';

/** Publishes a post over the API; returns its uid. */
export async function publishPost(
  request: APIRequestContext,
  author: SignedInPerson,
  texts: Readonly<Record<string, string>> = {},
  photo: boolean | typeof pictureFile = false,
): Promise<string> {
  const answer = await request.post('/api/social/post/', {
    headers: asPerson(author),
    multipart: {
      title: 'Terminei o retrato',
      ...texts,
      ...(photo ? { photo: photo === true ? pictureFile : photo } : {}),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).post.uid;
}

/**
 * The newest post of a person. It is asked from the API, because a page that published a post reloads, and the answer to
 * the publication may be gone by then.
 */
export async function newestPostOf(request: APIRequestContext, person: SignedInPerson) {
  const answer = await request.get(`/api/social/posts?author=${person.uid}&limit=1`, {
    headers: asPerson(person),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).posts[0];
}

/** Comments on a post over the API; returns the comment's id. */
export async function commentOn(
  request: APIRequestContext,
  author: SignedInPerson,
  postUid: string,
  text: string,
): Promise<string> {
  const answer = await request.post(`/api/social/comment/${postUid}/`, {
    headers: asPerson(author),
    data: { text },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).comment.id;
}
