import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pictureURL } from '@guilda/contract/services/pictures';
import { expect, it } from 'vitest';
import { ok } from '../../platform/result.ts';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';
import { createStoredPreviews, type PreviewDeps } from './stored-previews.ts';

const pictureIds = { picture: randomUUID(), avatar: randomUUID() };

/**
 * Creates the link previews of a service with a picture and an avatar. Pictures whose ids are in `closedIds` are not
 * public; `onRender` runs while a preview is rendered.
 */
function createTestPreviews(closedIds: Set<string>, onRender: () => void) {
  const storedFiles = new Map([
    [pictureKey(pictureIds.picture, 960), Buffer.from('p')],
    [pictureKey(pictureIds.avatar, 192), Buffer.from('a')],
  ]);
  const files: PreviewDeps['files'] = {
    get: async (key) => {
      const storedFile = storedFiles.get(key);
      const contentType = 'image/webp';
      return storedFile
        ? { stream: Readable.from([storedFile]), size: storedFile.length, contentType }
        : null;
    },
    put: async (key, body) => {
      const bytes = await buffer(body);
      storedFiles.set(key, bytes);
      return { size: bytes.length, sha256: '' };
    },
    deletePrefix: async (prefix) => {
      for (const key of storedFiles.keys()) if (key.startsWith(prefix)) storedFiles.delete(key);
    },
  };
  const renderer: PreviewDeps['renderer'] = {
    render: async ({ picture, avatar }) => {
      onRender();
      return ok(
        new Uint8Array(Buffer.concat([picture ?? Buffer.from('-'), avatar ?? Buffer.from('-')])),
      );
    },
  };
  const isPublicPicture = async (id: string) => !closedIds.has(id);
  const { previewOf } = createStoredPreviews<string>(
    { files, renderer, isPublicPicture },
    {
      kind: 'services',
      findPublic: async (id) => id,
      version: () => 'v',
      describe: () => ({
        data: {
          kind: 'post',
          title: '',
          text: '',
          hashtags: [],
          authorName: '',
          authorUsername: '',
        },
        picture: pictureURL(pictureIds.picture, 1280),
        avatar: pictureURL(pictureIds.avatar, 384),
      }),
    },
  );
  return async () => {
    const preview = await previewOf('s');
    if (!preview.ok) throw new Error(preview.code);
    const png = await preview.value.readPng();
    if (!png.ok) throw new Error(png.code);
    return Buffer.from(png.value).toString();
  };
}

it.each([
  ['the picture', pictureIds.picture, '-a'],
  ['the avatar', pictureIds.avatar, 'p-'],
])('keeps no drawing with %s that is closed while it is drawn', async (_, id, expectedDrawing) => {
  const closedPictureIds = new Set<string>();
  const preview = createTestPreviews(closedPictureIds, () => closedPictureIds.add(id));
  expect(await preview()).toBe('pa');
  expect(await preview()).toBe(expectedDrawing);
});

it('renders once while its pictures are public', async () => {
  let drawCount = 0;
  const preview = createTestPreviews(new Set(), () => {
    drawCount += 1;
  });
  for (let n = 0; n < 3; n += 1) expect(await preview()).toBe('pa');
  expect(drawCount).toBe(1);
});
