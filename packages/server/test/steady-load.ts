import { setTimeout as delay } from 'node:timers/promises';
import { allOnline, type ChatClient, openChatClient } from './chat-client.ts';
import { type Answers, openAnswers } from './faults/answers.ts';
import { openShopper, publishService, type Shopper } from './faults/shopper.ts';
import type { TestPerson } from './people.ts';
import { pngPicture } from './pictures.ts';

/** People who read, write, buy and talk without a pause through a proxy. */
export interface SteadyLoad {
  readonly answers: Answers;
  readonly clients: readonly ChatClient[];
  readonly shoppers: readonly Shopper[];
  /** Requests that were not answered well, in words; for whoever asked each is one too many. */
  failures(): readonly string[];
  /** Everybody finishes what they are about; clients stay open. */
  stop(): Promise<void>;
}

const TALKERS = 6;
const READERS = 3;
/** Between two requests or messages of one person, in ms. */
const PAUSE_MS = 15;

const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function publishPost(author: TestPerson): Promise<string> {
  const post = { title: 'Sobre a troca dos nós', description: 'Ninguém nota.' };
  const response = await author.fetch('/api/social/post', asJson(post));
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { post: { uid: string } }).post.uid;
}

interface Ask {
  readonly path: string;
  readonly init?: RequestInit;
}

/** What is asked for in the name of a person. */
const as =
  ({ tokens }: TestPerson) =>
  (init: RequestInit): RequestInit => ({
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${tokens.accessToken}` },
  });

/** Pictures sent, and read from where all nodes keep them. */
async function pictured(serviceId: string, person: TestPerson): Promise<readonly Ask[]> {
  const body = new FormData();
  body.set('title', 'Com foto');
  body.set('photo', new Blob([await pngPicture()]), 'foto.png');
  const { service } = await person.api.catalog.getService({ params: { serviceId } });
  const read = { path: service.photoURL };
  return [
    { path: '/api/social/post', init: as(person)({ method: 'POST', body }) },
    read,
    read,
    read,
  ];
}

/** What somebody asks for in turn: lists, details, likes taken and taken back, comments. */
function asked(serviceId: string, postId: string, person: TestPerson): readonly Ask[] {
  const mine = as(person);
  const post = `/api/social/post/${postId}`;
  return [
    { path: '/api/services' },
    { path: `${post}/like`, init: mine({ method: 'PUT' }) },
    { path: `/api/services/${serviceId}` },
    { path: '/api/social/posts', init: mine({}) },
    { path: `/api/social/comment/${postId}`, init: mine(asJson({ text: 'Ainda aqui.' })) },
    { path: post, init: mine({}) },
    { path: `${post}/like`, init: mine({ method: 'DELETE' }) },
  ];
}

async function chatter(client: ChatClient, all: readonly ChatClient[], going: () => boolean) {
  const others = all.filter(({ uid }) => uid !== client.uid);
  for (let n = 0; going(); n += 1) {
    await client.say(others[n % others.length]?.uid ?? '', `${n}`);
    await delay(PAUSE_MS);
  }
}

/** Lets people in at `url`; sockets come from addresses of their own, which proxies tell apart. */
export async function openSteadyLoad(
  url: string,
  person: (name: string) => Promise<TestPerson>,
): Promise<SteadyLoad> {
  const answers = openAnswers();
  const refused: string[] = [];
  let told = 0;
  const seller = await person('Vendedora');
  const [serviceId, postId] = [await publishService(seller), await publishPost(seller)];
  const clients: ChatClient[] = [];
  for (let n = 0; n < TALKERS; n += 1) {
    clients.push(openChatClient(url, await person(`Pessoa${n}`), { from: `127.0.0.${n + 2}` }));
  }
  await allOnline(clients);
  let going = true;
  const ask = async (asks: readonly Ask[]) => {
    for (let n = 0; going; n += 1) {
      const { path, init } = asks[n % asks.length] as Ask;
      const answer = await answers.call(url + path, init);
      if (answer && !answer.ok) refused.push(`${path}: ${answer.status} ${await answer.text()}`);
      if (answer?.status === 503) told += 1;
      await delay(PAUSE_MS);
    }
  };
  const work = clients.map((client) => chatter(client, clients, () => going));
  for (let n = 0; n < READERS; n += 1) {
    work.push(ask(asked(serviceId, postId, await person(`Leitora${n}`))));
  }
  work.push(ask(await pictured(serviceId, await person('Fotografa'))));
  const shopping = { serviceId, answers, pauseMs: PAUSE_MS };
  const shoppers = [openShopper(url, await person('Compradora'), shopping)];
  return {
    answers,
    clients,
    shoppers,
    failures: () => [
      ...refused,
      ...answers.broken,
      ...Array.from({ length: answers.unavailable - told }, () => 'a purchase: 503'),
      ...Array.from({ length: answers.unanswered }, () => 'a line that broke'),
    ],
    stop: async () => {
      going = false;
      await Promise.all([...work, ...shoppers.map((shopper) => shopper.stop())]);
    },
  };
}
