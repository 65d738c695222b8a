import { randomUUID } from 'node:crypto';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { drawPlainPicture } from '../../fixtures/data/pictures.ts';
import type { TestApp, TestPerson } from '../../fixtures/server/test-app.ts';

/** Words that occur only in content for adults. */
export const secretWords = [
  'Xilofonaria',
  'Quadrigulosa',
  'Zabumbatica',
  'Velocinante',
  'Trigonauta',
  'Borbulhento',
  'Pirilampejo',
  'Mandarinosca',
  'Cacofonilda',
] as const;
const [
  media,
  call,
  described,
  reviewed,
  praisedInReview,
  writtenInFileName,
  posted,
  tagged,
  commented,
] = secretWords;

async function fetchAs<T>(person: TestPerson, path: string, init: RequestInit): Promise<T> {
  const answer = await person.fetch(path, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const jsonRequest = (
  method: string,
  body: unknown,
  headers: Record<string, string> = {},
): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

const drawPictureBlob = async (colour: string) =>
  new Blob([new Uint8Array(await drawPlainPicture(64, 48, colour).png().toBuffer())], {
    type: 'image/png',
  });

/** Passes an age check on the sandbox's page: for 18, or for the age that is required to use an account. */
async function proveAge(person: TestPerson, purpose: 'adult_content' | 'account') {
  const { url } = await person.api.age.startAgeVerification({ body: { purpose } });
  const answer = await fetch(`${url}/approve`, { method: 'POST' });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`);
}

export const becomeAdult = (person: TestPerson) => proveAge(person, 'adult_content');

async function completeProfile(person: TestPerson): Promise<void> {
  const form = new FormData();
  form.set('bio', 'Uma pessoa que vende.');
  form.set('photo', await drawPictureBlob('#808080'), 'eu.png');
  await fetchAs(person, '/api/users/', { method: 'PATCH', body: form });
}

interface ServiceToSell {
  readonly title: string;
  readonly type: 'call' | 'media';
  readonly category: string;
  readonly archive?: string;
}

async function publishService(seller: TestPerson, serviceToSell: ServiceToSell) {
  const { archive, ...fields } = serviceToSell;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(
    'description',
    serviceToSell.category === 'nudez' ? `Conta ${described}.` : 'Uma hora de treino.',
  );
  form.set('price', '20.00');
  form.set('photoURL', await drawPictureBlob('#a04040'), 'capa.png');
  if (archive) form.append('archives', await drawPictureBlob('#40a040'), `${archive}.png`);
  const init = { method: 'POST', body: form };
  const { service } = await fetchAs<{ service: { id: string; photoURL: string } }>(
    seller,
    '/api/services/',
    init,
  );
  return service;
}

/** Creates a completed and reviewed order; returns its id. */
async function createReviewedOrder(seller: TestPerson, buyer: TestPerson, serviceId: string) {
  const { payment, checkoutUrl } = await fetchAs<{ payment: { id: string }; checkoutUrl: string }>(
    buyer,
    '/api/payments/checkout',
    jsonRequest('POST', { serviceId }, { 'idempotency-key': randomUUID() }),
  );
  await fetch(`${checkoutUrl}/approve`, { method: 'POST' });
  const updatePayment = (person: TestPerson, body: object) =>
    fetchAs(person, `/api/payments/${payment.id}/update-payment`, jsonRequest('PATCH', body));
  const startedServiceAt = new Date().toISOString();
  await updatePayment(seller, { serviceStatus: 'in_progress', startedServiceAt });
  await updatePayment(seller, { serviceStatus: 'complete', endedIt: seller.uid });
  const { review } = await fetchAs<{ review: { id: string } }>(
    buyer,
    `/api/reviews/${serviceId}/${payment.id}/review`,
    jsonRequest('POST', {
      title: reviewed,
      description: praisedInReview,
      rating: 5,
      recommend: true,
    }),
  );
  return { orderId: payment.id, reviewId: review.id };
}

/** Publishes a post with a picture; returns its id. */
async function publishPost(author: TestPerson, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('photo', await drawPictureBlob('#4040a0'), 'foto.png');
  const init = { method: 'POST', body: form };
  const { post } = await fetchAs<{ post: { uid: string } }>(author, '/api/social/post/', init);
  return post.uid;
}

async function writeComment(author: TestPerson, post: string, text: string): Promise<string> {
  const { comment } = await fetchAs<{ comment: { id: string } }>(
    author,
    `/api/social/comment/${post}/`,
    jsonRequest('POST', { text }),
  );
  return comment.id;
}

/**
 * Two posts for adults, with picture and comment: one that its author marked as sensitive, and one that only
 * the team marked, by an author without an age check for adult content. Also a post for everyone that links to a
 * service for adults.
 */
async function createPosts(
  app: TestApp,
  people: Record<'seller' | 'buyer', TestPerson>,
  service: string,
) {
  const { seller, buyer } = people;
  const writer = await app.signIn('escritora');
  await proveAge(writer, 'account');
  const postTexts = { title: `Hoje ${posted}`, description: posted, hashtags: `#${tagged}` };
  const posts = [
    await publishPost(seller, { ...postTexts, sensitive: 'true', serviceId: service }),
    await publishPost(writer, postTexts),
  ];
  const admin = await app.signInAdmin();
  const markRequest = jsonRequest('PATCH', { sensitive: true, reason: 'Nudez' });
  const comments: string[] = [];
  for (const uid of posts) {
    comments.push(await writeComment(buyer, uid, `Que ${commented}`));
    await fetchAs(admin, `/api/admin/posts/${uid}`, markRequest);
  }
  const publicPostId = await publishPost(seller, { title: 'Novidades', serviceId: service });
  const { rows } = await app.pool.query<{ photo_url: string }>(
    'SELECT photo_url FROM posts WHERE sensitive',
  );
  const pictureIds = rows.map(({ photo_url }) => parsePictureURL(photo_url)?.id ?? '');
  return { writer, posts, comments, publicPostId, pictureIds };
}

export type AdultContent = Awaited<ReturnType<typeof createAdultContent>>;

/** Settings that require the age of 16 for an account, so that people can prove 16 without proving 18. */
export const ageSixteenSettings = { ACCOUNT_AGE: '16' } as const;

/**
 * A market with content for adults, created through the API: services of both types with pictures and a pack, orders,
 * reviews and posts with comments, and also a service and a post for everyone by the same seller.
 */
export async function createAdultContent(app: TestApp) {
  const [seller, buyer, sixteen, unchecked, lapsed] = [
    await app.signIn('vendedora'),
    await app.signIn('compradora'),
    await app.signIn('dezesseis'),
    await app.signIn('semchecagem'),
    await app.signIn('vencida'),
  ];
  for (const person of [seller, buyer, lapsed]) await becomeAdult(person);
  await proveAge(sixteen, 'account');
  await completeProfile(seller);
  const services = [
    await publishService(seller, {
      title: `Fotos ${media}`,
      type: 'media',
      category: 'nudez',
      archive: `${writtenInFileName} um`,
    }),
    await publishService(seller, { title: `Conversa ${call}`, type: 'call', category: 'nudez' }),
  ];
  const open = await publishService(seller, {
    title: 'Aula aberta',
    type: 'call',
    category: 'valorant',
  });
  const orders = [];
  for (const { id } of services) orders.push(await createReviewedOrder(seller, buyer, id));
  await app.pool.query(
    "UPDATE users SET age_verified_until = now() - interval '1 minute' WHERE uid = $1",
    [lapsed.uid],
  );
  const { rows: proofs } = await app.pool.query(
    'SELECT FROM users WHERE uid = $1 AND sixteen_verified_until > now() AND age_verified_until IS NULL',
    [sixteen.uid],
  );
  if (proofs.length !== 1) throw new Error('the check for 16 proved something else');
  const social = await createPosts(app, { seller, buyer }, services[0]?.id ?? '');
  const { rows: archives } = await app.pool.query<{ id: string }>('SELECT id FROM archives');
  const pictureIds = services.map(({ photoURL }) => parsePictureURL(photoURL)?.id ?? '');
  return {
    people: { seller, buyer, unchecked, lapsed },
    /** A person who has proven 16 but not 18. Kept apart from `people`, whose ids are part of the tested addresses. */
    sixteen,
    services,
    open,
    orders,
    pictures: [...pictureIds, ...social.pictureIds],
    posts: social.posts,
    comments: social.comments,
    /** A post for everyone that links to a service for adults. */
    publicPostId: social.publicPostId,
    writer: social.writer,
    archives: archives.map(({ id }) => id),
    /** Texts that no answer may contain for a person without an age check. */
    secrets: [
      ...secretWords,
      ...services.map(({ id }) => id),
      ...pictureIds,
      ...social.pictureIds,
      ...social.posts,
      ...social.comments,
      ...orders.map(({ reviewId }) => reviewId),
      ...archives.map(({ id }) => id),
    ],
  };
}
