import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { pictureFile } from './market.ts';
import { asPerson, type SignedInPerson } from './people.ts';

/** A file in the format of Playwright's file chooser. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A small PNG with the given file name. */
export const pngFile = (name: string): ChosenFile => ({ ...pictureFile, name });

/** A small GIF. */
export const gifFile = (name: string): ChosenFile => ({
  name,
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
});

export const textFile: ChosenFile = {
  name: 'nota.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('só texto'),
};

/** Records about a second of video in the browser; the page must be one of Guilda's. */
export async function recordVideo(page: Page, name: string): Promise<ChosenFile> {
  const base64Video = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [320, 180];
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), {
      mimeType: 'video/mp4;codecs=vp9',
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data: part }) => parts.push(part);
    const stopPromise = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    // On a busy machine the first data may come late, and a recording that ends before it is empty.
    recorder.start(500);
    for (let frame = 0; frame < 20 || parts.every(({ size }) => size === 0); frame += 1) {
      if (drawing) drawing.fillStyle = `hsl(${frame * 18} 80% 50%)`;
      drawing?.fillRect(0, 0, 320, 180);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await stopPromise;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return { name, mimeType: 'video/mp4', buffer: Buffer.from(base64Video, 'base64') };
}

/** Publishes a pack through the API: uploads every file, then creates the service. */
export async function publishPack(
  request: APIRequestContext,
  seller: SignedInPerson,
  title: string,
  files: readonly ChosenFile[],
  price = '25',
): Promise<string> {
  const headers = asPerson(seller);
  const ids: string[] = [];
  for (const file of files) {
    const uploadResponse = await request.post('/api/archives', { headers, multipart: { file } });
    expect(uploadResponse.status(), await uploadResponse.text()).toBe(201);
    ids.push((await uploadResponse.json()).archive.id);
  }
  const serviceResponse = await request.post('/api/services/', {
    headers,
    multipart: {
      title,
      description: 'Arquivos prontos para a sua live.',
      price,
      type: 'media',
      category: 'music',
      archiveIds: ids.join(','),
      photoURL: pictureFile,
    },
  });
  expect(serviceResponse.status(), await serviceResponse.text()).toBe(201);
  return (await serviceResponse.json()).service.id;
}

/** Opens a file of a bought pack through the API, so that the pack's page shows its files at once. */
export async function openBoughtPack(
  request: APIRequestContext,
  buyer: SignedInPerson,
  { orderId, serviceId }: { orderId: string; serviceId: string },
): Promise<void> {
  const path = `/api/packs/${orderId}/${serviceId}`;
  const packResponse = await request.get(path, { headers: asPerson(buyer) });
  expect(packResponse.status(), await packResponse.text()).toBe(200);
  const file = await request.get((await packResponse.json()).files[0].url);
  expect(file.status()).toBe(200);
}

/** The row of a file in the form of a service. */
export function fileRow(form: Page | Locator, name: string): Locator {
  return form.getByRole('listitem').filter({ hasText: name });
}

/** The drop area for the files of a pack. */
export function fileDropZone(form: Page | Locator): Locator {
  return form.getByLabel('Arquivos do pacote', { exact: true });
}

/** The full-screen viewer. */
export function packViewer(page: Page): Locator {
  return page.getByRole('dialog', { name: /^Arquivos de/ });
}
