import { setTimeout as delay } from 'node:timers/promises';
import { parsePictureURL, pictureURL } from '@guilda/contract/services/pictures';
import type pg from 'pg';
import { buildService } from '../../packages/server/test/fixtures/data/builders.ts';
import { drawNoisePicture } from '../../packages/server/test/fixtures/data/pictures.ts';
import type { ChatClient, SignedInClient } from '../message-rate.ts';
import { createHttpClient, type HttpClient } from '../mixed/http-client.ts';
import type { CrowdData, LoadData } from '../mixed/load-data.ts';
import { readPublicData } from '../mixed/public-data.ts';
import { findFrameScript } from '../pages.ts';
import type { RunningProcess } from '../processes.ts';
import { signInMany } from '../realtime.ts';
import { fieldPart, sendForm, videoPart } from '../upload.ts';
import { crowdSettings } from './settings.ts';

/** People who act and hold a socket; they write to each other in pairs. */
export const CONNECTED_PEOPLE = 100;
/** People who come by socket and go, so that their presence changes each time. */
const VISITING_PEOPLE = 200;
/** Number of different uploaded pictures that are read. */
const PICTURE_COUNT = 20;
/** Attempts to open a bought pack, 100 ms apart. */
const MAX_ATTEMPTS = 100;

/** Width in pixels of a picture in a list. */
const LIST_WIDTH = 640;

/** Draws a photo of 3 megapixels whose details are as soft as those of a photo, so that it compresses like one. */
const drawPhoto = (): Promise<Buffer> =>
  drawNoisePicture(96, 72).resize(2_000, 1_500).jpeg({ quality: 85 }).toBuffer();

const bearer = ({ token }: ChatClient) => ({ authorization: `Bearer ${token}` });

/** Waits until the program has heard of the payment, so that the buyer may open the pack. */
async function waitForPack(http: HttpClient, { buyer, paymentId, serviceId }: CrowdData['pack']) {
  const path = `/api/packs/${paymentId}/${serviceId}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await http.send({ method: 'GET', path, headers: bearer(buyer) });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}

/** Publishes a service whose pack has one file; returns its id. */
async function publishPack(url: string, seller: ChatClient, photo: Buffer): Promise<string> {
  const fields = { title: 'Vídeos', description: 'Um vídeo.', price: '10', type: 'media' };
  const parts = [
    ...Object.entries({ ...fields, category: 'drawing' }).map((field) => fieldPart(...field)),
    fieldPart('photoURL', photo, 'capa.jpg'),
    videoPart('archives', crowdSettings.fileMegabytes),
  ];
  const { answer } = await sendForm(`${url}/api/services/`, parts, seller.token);
  return (answer as { service: { id: string } }).service.id;
}

async function buyPack(
  http: HttpClient,
  buyer: ChatClient,
  serviceId: string,
): Promise<CrowdData['pack']> {
  const order = await http.sendForJson<{ payment: { id: string }; checkoutUrl: string }>({
    method: 'POST',
    path: '/api/payments/checkout',
    headers: { ...bearer(buyer), 'idempotency-key': serviceId },
    body: { serviceId },
  });
  const checkoutPath = new URL(order.checkoutUrl).pathname;
  await http.send({ method: 'POST', path: `${checkoutPath}/approve`, body: {} });
  const pack = { buyer, paymentId: order.payment.id, serviceId };
  await waitForPack(http, pack);
  return pack;
}

/** Publishes posts with photos; returns the paths of their pictures in a width for lists. */
async function publishPictures(
  url: string,
  people: readonly ChatClient[],
  photo: Buffer,
): Promise<string[]> {
  const paths: string[] = [];
  for (const person of people.slice(0, PICTURE_COUNT)) {
    const parts = [fieldPart('title', 'Minha foto'), fieldPart('photo', photo, 'foto.jpg')];
    const { answer } = await sendForm(`${url}/api/social/post/`, parts, person.token);
    const { photoURL } = (answer as { post: { photoURL: string } }).post;
    paths.push(pictureURL(parsePictureURL(photoURL)?.id ?? '', LIST_WIDTH));
  }
  return paths;
}

/** Signs people in and prepares all that their actions need. */
export async function prepareLoadData({
  client,
  program: { url },
}: {
  readonly client: pg.Client;
  readonly program: RunningProcess;
}): Promise<LoadData> {
  const everybody = await signInMany(url, CONNECTED_PEOPLE + VISITING_PEOPLE);
  const people = everybody.slice(0, CONNECTED_PEOPLE);
  const [seller, buyer] = people as [SignedInClient, SignedInClient];
  const photo = await drawPhoto();
  const ownServiceIds: string[] = [];
  for (const { uid } of people) ownServiceIds.push(await buildService(client, uid));
  const packServiceId = await publishPack(url, seller, photo);
  const crowd: CrowdData = {
    ownServiceIds,
    visitors: everybody.slice(CONNECTED_PEOPLE),
    pack: await buyPack(createHttpClient(url), buyer, packServiceId),
    picturePaths: await publishPictures(url, people, photo),
    builtFilePath: await findFrameScript(url),
    photoBase64: photo.toString('base64'),
    fileMegabytes: crowdSettings.fileMegabytes,
  };
  return { url, people, ...(await readPublicData(client)), crowd };
}
