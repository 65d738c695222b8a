import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { confirmationHeaders } from './confirmations.ts';
import { pictureFile } from './market.ts';
import { approvePayment, moveOrder } from './orders.ts';
import { openBoughtPack } from './packs.ts';
import { joinedPayloads } from './payloads.ts';
import { asPerson, type SignedInPerson, signInOverApi, TEAM_EMAIL } from './people.ts';
import { savePayoutProfile } from './wallet.ts';

/** Content made of payloads: the id in the address of its page, and the texts that the page must show. */
export interface InjectedItem {
  readonly id: string;
  /** Text that the page's title contains. */
  readonly title: string;
  /** All other typed texts that the page shows. */
  readonly texts: readonly string[];
}

/** Data in which every text field of every kind of content contains payloads. */
export interface InjectedContent {
  readonly people: readonly (SignedInPerson & { readonly texts: readonly string[] })[];
  readonly services: readonly InjectedItem[];
  readonly posts: readonly InjectedItem[];
  /** Posts of the first person that the team has hidden, each with the reason. */
  readonly hiddenPosts: readonly InjectedItem[];
  readonly comments: readonly string[];
  readonly reviews: readonly InjectedItem[];
  /** Reasons why the first person's withdrawals were refused. */
  readonly withdrawalRefusalReasons: readonly string[];
  /** A pack of the third person that the second person has bought: ids of its order and service, and file names. */
  readonly pack: { readonly order: string; readonly service: string; readonly files: string[] };
  /** A hashtag that all posts here have and no other post uses. */
  readonly hashtag: string;
}

/**
 * Maximum length of the payloads in a file name, in UTF-16 units: with its extension, such a name is stored without
 * being shortened.
 */
const MAX_FILE_NAME_LENGTH = 116;
/** Maximum number of concurrent requests. */
const MAX_CONCURRENT_RUNS = 6;

/** Runs a function for each element, a few at a time; the results are in the order of the list. */
async function mapAFewAtATime<T, R>(
  list: readonly T[],
  run: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const remainingEntries = [...list.entries()];
  const results: R[] = [];
  const runWorker = async () => {
    for (let entry = remainingEntries.shift(); entry; entry = remainingEntries.shift()) {
      const [index, item] = entry;
      results[index] = await run(item, index);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_RUNS }, runWorker));
  return results;
}

/** The element of a list for any index, starting again after the last one. */
export function itemAtAnyIndex<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

async function readAcceptedBody(answer: APIResponse) {
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

function createPeopleAndRequests(request: APIRequestContext) {
  const people: (SignedInPerson & { texts: string[] })[] = [];
  const auth = (index: number) => ({ headers: asPerson(itemAtAnyIndex(people, index)) });

  async function addPerson(name: string, index: number) {
    const person = await signInOverApi(request, name, `vila.${crypto.randomUUID()}@flows.example`);
    const effectPhrase = itemAtAnyIndex(joinedPayloads(60), index);
    const bio = itemAtAnyIndex(joinedPayloads(150), index);
    await readAcceptedBody(
      await request.patch('/api/users/', {
        headers: asPerson(person),
        data: { effectPhrase, bio },
      }),
    );
    people[index] = { ...person, texts: [name, effectPhrase, bio] };
  }

  async function sell(
    title: string,
    index: number,
    serviceFields: object = {},
  ): Promise<InjectedItem> {
    const description = itemAtAnyIndex(joinedPayloads(280), index);
    const multipart = {
      ...{ title, description, price: '0', type: 'call', category: 'starcraft' },
      ...serviceFields,
      photoURL: pictureFile,
    };
    const { service } = await readAcceptedBody(
      await request.post('/api/services/', { ...auth(index), multipart }),
    );
    return { id: service.id, title, texts: [description] };
  }

  async function publish(title: string, index: number, hashtags: string): Promise<InjectedItem> {
    const description = itemAtAnyIndex(joinedPayloads(280), index);
    const data = { title, description, hashtags };
    const { post } = await readAcceptedBody(
      await request.post('/api/social/post/', { ...auth(index), data }),
    );
    expect([post.title, post.description]).toEqual([title, description]);
    return { id: post.uid, title, texts: [description, ...post.hashtags] };
  }

  async function buy(serviceId: string, buyerIndex: number) {
    const headers = { ...auth(buyerIndex).headers, 'idempotency-key': crypto.randomUUID() };
    const answer = await request.post('/api/payments/checkout', { headers, data: { serviceId } });
    return readAcceptedBody(answer);
  }

  async function complete(orderId: string, sellerIndex: number, endedByIndex = sellerIndex) {
    await moveOrder(request, itemAtAnyIndex(people, sellerIndex), orderId, 'in_progress');
    await moveOrder(request, itemAtAnyIndex(people, endedByIndex), orderId, 'complete');
  }

  return { request, people, auth, addPerson, sell, publish, buy, complete };
}

type InjectionContext = ReturnType<typeof createPeopleAndRequests>;

/** Buys a service of the first person as the second person and reviews it; the seller answers the review. */
async function reviewOrder(
  context: InjectionContext,
  title: string,
  index: number,
  service: InjectedItem,
): Promise<InjectedItem> {
  const { request, auth } = context;
  const { payment } = await context.buy(service.id, 1);
  await context.complete(payment.id, 0);
  const description = itemAtAnyIndex(joinedPayloads(500), index);
  const data = { title, description, rating: 5, recommend: true };
  const response = await request.post(`/api/reviews/${service.id}/${payment.id}/review`, {
    ...auth(1),
    data,
  });
  const { review } = await readAcceptedBody(response);
  const answer = itemAtAnyIndex(joinedPayloads(500), index + 1);
  await readAcceptedBody(
    await request.post(`/api/reviews/${review.id}/answer`, { ...auth(0), data: { answer } }),
  );
  return { id: service.id, title, texts: [description, answer] };
}

/** Creates one sale of the first person, and withdrawals of its money that are all refused except the first. */
async function refuseWithdrawals(
  context: InjectionContext,
  teamMember: SignedInPerson,
): Promise<string[]> {
  const { request } = context;
  const expensiveService = await context.sell(itemAtAnyIndex(joinedPayloads(35), 0), 0, {
    price: '100',
  });
  const { payment, checkoutUrl } = await context.buy(expensiveService.id, 1);
  await approvePayment(request, checkoutUrl);
  // The buyer completes the order, so that the money is available at once.
  await context.complete(payment.id, 0, 1);
  const seller = itemAtAnyIndex(context.people, 0);
  await savePayoutProfile(request, seller);
  const requestWithdrawal = async () => {
    const data = { amount: '1', pixKey: '529.982.247-25' };
    const headers = await confirmationHeaders(request, seller, 'withdrawal');
    return readAcceptedBody(await request.post('/api/wallet/withdrawals', { headers, data }));
  };
  await requestWithdrawal();
  return mapAFewAtATime(joinedPayloads(200), async (reason) => {
    const { withdrawal } = await requestWithdrawal();
    const answer = await request.post(`/api/admin/withdrawals/${withdrawal.id}/refuse`, {
      headers: await confirmationHeaders(request, teamMember, 'admin_money'),
      data: { reason },
    });
    expect((await readAcceptedBody(answer)).withdrawal.reason).toBe(reason);
    return reason;
  });
}

async function hideContent(
  context: InjectionContext,
  moderator: SignedInPerson,
  tag: string,
): Promise<InjectedItem[]> {
  return mapAFewAtATime(joinedPayloads(200), async (reason, index) => {
    const post = await context.publish(itemAtAnyIndex(joinedPayloads(75), index), 0, tag);
    const answer = await context.request.patch(`/api/admin/posts/${post.id}`, {
      headers: asPerson(moderator),
      data: { hidden: true, reason },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return { ...post, texts: [...post.texts, reason] };
  });
}

/** Creates cases of every kind. */
async function createCases(context: InjectionContext): Promise<void> {
  const { request, auth, people } = context;
  const sendCase = async (emailType: string, emailData: object) =>
    readAcceptedBody(
      await request.post('/email/send', { ...auth(1), data: { emailType, emailData } }),
    );
  const reportedUserId = itemAtAnyIndex(people, 0).uid;
  await mapAFewAtATime(joinedPayloads(100), (title, index) =>
    sendCase('report', {
      title,
      description: itemAtAnyIndex(joinedPayloads(500), index),
      reportedUserId,
    }),
  );
  await mapAFewAtATime(joinedPayloads(500), (feedbackMessage) =>
    sendCase('feedback', { feedbackMessage }),
  );
  const unpaidService = await context.sell(itemAtAnyIndex(joinedPayloads(35), 1), 3);
  const { purchaseCode } = (await context.buy(unpaidService.id, 1)).payment;
  await mapAFewAtATime(joinedPayloads(120), (userMessage) =>
    sendCase('support', { purchaseCode, userMessage }),
  );
}

async function publishPackWithPayloads(
  context: InjectionContext,
): Promise<InjectedContent['pack']> {
  const { request, auth } = context;
  const files: { id: string; name: string }[] = [];
  // Files are uploaded one by one, because concurrent uploads per person are limited.
  for (const name of joinedPayloads(MAX_FILE_NAME_LENGTH)) {
    const file = { ...pictureFile, name: `${name}.png` };
    const uploadResponse = await request.post('/api/archives', { ...auth(2), multipart: { file } });
    files.push((await readAcceptedBody(uploadResponse)).archive);
  }
  const archiveIds = files.map(({ id }) => id).join(',');
  const { id } = await context.sell(itemAtAnyIndex(joinedPayloads(35), 2), 2, {
    type: 'media',
    archiveIds,
  });
  const { payment } = await context.buy(id, 1);
  const boughtPack = { orderId: payment.id, serviceId: id };
  await openBoughtPack(request, itemAtAnyIndex(context.people, 1), boughtPack);
  return { order: payment.id, service: id, files: files.map(({ name }) => name) };
}

/** Creates all content through the API. */
export async function fillWithPayloads(request: APIRequestContext): Promise<InjectedContent> {
  const context = createPeopleAndRequests(request);
  const hashtag = `vila${crypto.randomUUID().slice(0, 8)}`;
  const teamMember = await signInOverApi(request, 'Equipe da Guilda', TEAM_EMAIL);
  await mapAFewAtATime(joinedPayloads(60), context.addPerson);
  const services = await mapAFewAtATime(joinedPayloads(35), (title, index) =>
    context.sell(title, index),
  );
  const hashtags = joinedPayloads(75 - hashtag.length - 1);
  const posts = await mapAFewAtATime(joinedPayloads(75), (title, index) =>
    context.publish(title, index, `${hashtag} ${itemAtAnyIndex(hashtags, index)}`),
  );
  const comments = await mapAFewAtATime(joinedPayloads(500), async (text, index) => {
    const address = `/api/social/comment/${itemAtAnyIndex(posts, 0).id}/`;
    await readAcceptedBody(await request.post(address, { ...context.auth(index), data: { text } }));
    return text;
  });
  const reviewedServices = [
    itemAtAnyIndex(services, 0),
    itemAtAnyIndex(services, context.people.length),
  ];
  const reviews = await mapAFewAtATime(joinedPayloads(100), (title, index) =>
    reviewOrder(context, title, index, itemAtAnyIndex(reviewedServices, index)),
  );
  const withdrawalRefusalReasons = await refuseWithdrawals(context, teamMember);
  const hiddenPosts = await hideContent(context, teamMember, hashtag);
  await createCases(context);
  const boughtPack = await publishPackWithPayloads(context);
  const content = { services, posts, hiddenPosts, comments, reviews, withdrawalRefusalReasons };
  return { ...content, people: context.people, pack: boughtPack, hashtag };
}
