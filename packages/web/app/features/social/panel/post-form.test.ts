import { ApiError } from '@guilda/contract/api-error';
import type { Post } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import { expect, test } from 'vitest';
import {
  emptyPostForm,
  isPostEmpty,
  matchesSentPost,
  photoProblemText,
  postFieldErrors,
  postFormData,
  postFormSchema,
  type ValidPost,
} from './post-form.ts';

const photoFile = new File(['x'], 'foto.png', { type: 'image/png' });

test.each([
  [{}, true],
  [{ title: '  ', description: '\n', hashtags: ' # #! ' }, true],
  [{ title: '\u3164', description: '\u2800' }, true],
  [{ serviceId: 'x', sensitive: true }, true],
  [{ title: 'Oi' }, false],
  [{ description: 'Oi' }, false],
  [{ hashtags: 'osu' }, false],
  [{ photo: photoFile }, false],
])('the form %j counts as empty: %s', (typedFields, expected) => {
  expect(isPostEmpty({ ...emptyPostForm, ...typedFields })).toBe(expected);
});

test.each([
  ['title', limits.postTitle, 75],
  ['description', limits.postDescription, 280],
  ['hashtags', limits.postHashtags, 75],
] as const)('the field %s accepts %d UTF-16 units and no more', (field, max, expected) => {
  expect(max).toBe(expected);
  // Each emoji counts as two characters, because the limit and the form's counter count UTF-16 units.
  const longestText = '😀'.repeat(Math.floor(max / 2)) + 'a'.repeat(max % 2);
  expect(postFormSchema.safeParse({ ...emptyPostForm, [field]: longestText }).success).toBe(true);
  const tooLongResult = postFormSchema.safeParse({ ...emptyPostForm, [field]: `${longestText}a` });
  expect(tooLongResult.error?.issues).toMatchObject([
    { path: [field], message: `Use no máximo ${max} caracteres.` },
  ]);
});

test.each([
  ['image/jpeg', 1, null],
  ['image/png', limits.pictureBytes, null],
  ['image/gif', 1, null],
  ['image/webp', 1, null],
  ['image/webp', limits.pictureBytes + 1, 'Arquivo muito grande.'],
  ['image/svg+xml', 1, 'Formato de arquivo não permitido.'],
  ['video/mp4', 1, 'Formato de arquivo não permitido.'],
  ['', 1, 'Formato de arquivo não permitido.'],
])('a photo of the type %s with %d bytes has the problem: %s', (type, size, expected) => {
  expect(photoProblemText({ type, size })).toBe(expected);
});

test('empty fields are not sent', () => {
  const validPost = postFormSchema.parse({ ...emptyPostForm, title: ' Base ' });
  expect(Object.fromEntries(postFormData(validPost))).toEqual({
    title: 'Base',
    description: '',
    hashtags: '',
    sensitive: 'false',
  });
  const wholeForm = postFormData({
    ...validPost,
    serviceId: 'x',
    photo: photoFile,
    sensitive: true,
  });
  expect(Object.fromEntries(wholeForm)).toMatchObject({
    serviceId: 'x',
    photo: photoFile,
    sensitive: 'true',
  });
});

const sentPost: ValidPost = {
  title: 'Base',
  description: '',
  hashtags: '#Minecraft base #base',
  serviceId: undefined,
  sensitive: false,
  photo: null,
};
const serverPost = {
  title: 'Base',
  description: '',
  hashtags: ['Minecraft', 'base'],
  sensitive: false,
  photoURL: null,
} as unknown as Post;

test('an answer is compared with the sent post', () => {
  expect(matchesSentPost(serverPost, sentPost)).toBe(true);
  expect(matchesSentPost({ ...serverPost, title: '', withheld: true }, sentPost)).toBe(true);
  expect(
    matchesSentPost({ ...serverPost, photoURL: '/x' }, { ...sentPost, photo: photoFile }),
  ).toBe(true);
  for (const otherPost of [
    { ...sentPost, title: 'Base 2' },
    { ...sentPost, description: 'x' },
    { ...sentPost, hashtags: 'minecraft base' },
    { ...sentPost, sensitive: true },
    { ...sentPost, photo: photoFile },
  ]) {
    expect(matchesSentPost(serverPost, otherPost)).toBe(false);
  }
});

test('issues of the server are assigned to their fields, and other errors to none', () => {
  const refusalWith = (status: number, body: Record<string, unknown>) =>
    postFieldErrors(new ApiError(status, body)).map(({ field, message }) => [field, message]);
  const message = 'Não.';
  const issues = [
    { path: 'title', message: 'Título não.' },
    { path: 'other', message },
  ];
  expect(refusalWith(400, { message, code: 'invalid_input', issues })).toEqual([
    ['title', 'Título não.'],
  ]);
  expect(refusalWith(413, { message, code: 'file_too_large' })).toEqual([['photo', message]]);
  expect(refusalWith(415, { message, code: 'file_type' })).toEqual([['photo', message]]);
  expect(refusalWith(404, { message, code: 'service_not_found' })).toEqual([
    ['serviceId', message],
  ]);
  expect(refusalWith(403, { message, code: 'adults_only' })).toEqual([['sensitive', message]]);
  expect(refusalWith(429, { message, code: 'rate_limited' })).toEqual([]);
  expect(postFieldErrors(new Error('rede'))).toEqual([]);
});
