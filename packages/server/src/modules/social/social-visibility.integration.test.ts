import type { Post, Pulse, TrendingHashtag } from '@guilda/contract/community/social';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildHashtags,
  buildPaidOrder,
  buildPost,
  buildService,
  buildUser,
} from '../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import { becomeAdult } from '../../../test/integration/visibility/adult-content.ts';

const readerNames = [
  'visitor',
  'stranger',
  'partner',
  'shutOff',
  'checked',
  'checkedShutOff',
] as const;
type ReaderName = (typeof readerNames)[number];

const allReaders = readerNames;
const ageCheckedReaders: readonly ReaderName[] = ['checked', 'checkedShutOff'];
const unblockedReaders: readonly ReaderName[] = ['visitor', 'stranger', 'partner', 'checked'];

/** A kind of post, described by properties of the post and of its author, and the readers who may see it. */
interface TestedSubject {
  readonly author?: Readonly<Record<string, unknown>>;
  readonly post?: Readonly<Record<string, unknown>>;
  readonly seenBy: readonly ReaderName[];
  /** HTTP status for readers who open the page of the post but may not see it. */
  readonly refusalStatus?: 403 | 404;
  /** Whether the week's hashtags count the post, for readers who may see it. */
  readonly isCounted: boolean;
  /** The relation between author and reader, such as a block. */
  readonly relation?: 'trade' | 'blocked' | 'blocker';
}

const now = new Date();

const testedSubjects: Readonly<Record<string, TestedSubject>> = {
  'of a public profile': { seenBy: allReaders, isCounted: true },
  'of a private profile': { author: { privacy: 'private' }, seenBy: [], isCounted: false },
  'of a private profile that traded with one': {
    author: { privacy: 'private' },
    relation: 'trade',
    seenBy: ['partner'],
    isCounted: false,
  },
  'of somebody whom two blocked': {
    relation: 'blocked',
    seenBy: unblockedReaders,
    isCounted: true,
  },
  'of somebody who blocked two': { relation: 'blocker', seenBy: unblockedReaders, isCounted: true },
  'of a suspended account': {
    author: { suspended_at: now, suspended_reason: 'Golpes' },
    seenBy: [],
    isCounted: false,
  },
  'of an account that is gone': { author: { deleted_at: now }, seenBy: [], isCounted: false },
  'that the team hid': {
    post: { hidden_at: now, hidden_reason: 'Ofensas' },
    seenBy: [],
    isCounted: false,
  },
  'that is sensitive': {
    post: { sensitive: true },
    seenBy: ageCheckedReaders,
    refusalStatus: 403,
    isCounted: false,
  },
  'that is sensitive and hidden': {
    post: { sensitive: true, hidden_at: now, hidden_reason: 'Ofensas' },
    seenBy: [],
    isCounted: false,
  },
  'that is sensitive, of a private profile': {
    author: { privacy: 'private' },
    post: { sensitive: true },
    seenBy: [],
    isCounted: false,
  },
};

/** A created post and its author, and a word that only this post contains. */
interface CreatedContent {
  readonly author: string;
  readonly post: string;
  readonly word: string;
}

let app: TestApp;
let earlierPostUid: string;
let commenterUid: string;
const peopleByReader = new Map<ReaderName, Pick<TestPerson, 'fetch'>>();
const contentByName = new Map<string, CreatedContent>();

async function createRelation(author: string, { relation: between }: TestedSubject): Promise<void> {
  const uid = (name: ReaderName) => (peopleByReader.get(name) as TestPerson).uid;
  if (between === 'trade') {
    const service = await buildService(app.pool, author);
    await buildPaidOrder(app.pool, { service, buyer: uid('partner'), seller: author });
  }
  if (between !== 'blocked' && between !== 'blocker') return;
  for (const reader of ['shutOff', 'checkedShutOff'] as const) {
    const [blockerUid, blockedUid] =
      between === 'blocked' ? [uid(reader), author] : [author, uid(reader)];
    await app.pool.query('INSERT INTO user_blocks (blocker_id, blocked_id) VALUES ($1, $2)', [
      blockerUid,
      blockedUid,
    ]);
  }
}

async function createContent(name: string, subject: TestedSubject): Promise<void> {
  const word = `Xurupita${String.fromCharCode(97 + contentByName.size)}`;
  const author = await buildUser(app.pool, subject.author);
  const post = await buildPost(app.pool, author, { title: `Um ${word}`, ...subject.post });
  await buildHashtags(app.pool, post, [`#${word}`]);
  await buildComment(app.pool, { post, author: commenterUid });
  await createRelation(author, subject);
  contentByName.set(name, { author, post, word });
}

beforeAll(async () => {
  app = await startTestApp();
  peopleByReader.set('visitor', app);
  for (const name of readerNames.slice(1)) {
    const person = await app.signIn(`Leitora${name}`);
    peopleByReader.set(name, person);
    if (ageCheckedReaders.includes(name)) await becomeAdult(person);
  }
  commenterUid = await buildUser(app.pool);
  earlierPostUid = await buildPost(app.pool, commenterUid);
  for (const [name, subject] of Object.entries(testedSubjects)) await createContent(name, subject);
});
afterAll(() => app.close());

async function readAs<T>(reader: ReaderName, path: string, query: Record<string, string> = {}) {
  const response = await peopleByReader.get(reader)?.fetch(`${path}?${new URLSearchParams(query)}`);
  if (!response?.ok) throw new Error(`${path}: ${response?.status}`);
  return (await response.json()) as T;
}

const isListed =
  (query: (content: CreatedContent) => Record<string, string>) =>
  async (reader: ReaderName, content: CreatedContent) => {
    const path = '/api/social/posts';
    const { posts } = await readAs<{ posts: Post[] }>(reader, path, {
      limit: '50',
      ...query(content),
    });
    return posts.some(({ uid, title }) => uid === content.post && title === `Um ${content.word}`);
  };

const readPulse = (reader: ReaderName, query: Record<string, string>) =>
  readAs<Pulse>(reader, '/api/social/pulse', query);

const isFresh =
  (query: (content: CreatedContent) => Record<string, string>) =>
  async (reader: ReaderName, content: CreatedContent) =>
    (await readPulse(reader, { after: earlierPostUid, ...query(content) })).fresh === 1;

/** Whether a reader sees a post. */
type CanReaderSee = (reader: ReaderName, content: CreatedContent) => Promise<boolean>;

/** Every way in which a reader can see a post. Each of them is tried by each kind of reader on each kind of post. */
const testedChannels: Readonly<Record<string, CanReaderSee>> = {
  'the feed': isListed(() => ({})),
  'its hashtag': isListed(({ word }) => ({ hashtag: word })),
  'its author’s posts': isListed(({ author }) => ({ author })),
  'a word of it': isListed(({ word }) => ({ q: word })),
  'a word begun': isListed(({ word }) => ({ q: word.slice(0, -1) })),
  'hashtag, author and word': isListed(({ author, word }) => ({ hashtag: word, author, q: word })),
  'the counts of its pulse': async (reader, { post }) =>
    (await readPulse(reader, { posts: post })).posts.some(({ uid }) => uid === post),
  'its comments': async (reader, { post }) => {
    const answer = await peopleByReader.get(reader)?.fetch(`/api/social/comment/${post}`);
    if (!answer?.ok) return false;
    return ((await answer.json()) as { comments: unknown[] }).comments.length === 1;
  },
  'fresh posts of its hashtag': isFresh(({ word }) => ({ hashtag: word })),
  'fresh posts of its author': isFresh(({ author }) => ({ author })),
};

/** Lists the readers who see the post of the test subject `name` through `channel`. */
async function readersOf(name: string, channel: CanReaderSee): Promise<ReaderName[]> {
  const content = contentByName.get(name);
  if (!content) throw new Error(`${name} is not there`);
  const visibilities = await Promise.all(readerNames.map((reader) => channel(reader, content)));
  return readerNames.filter((_, index) => visibilities[index]);
}

const subjectEntries = Object.entries(testedSubjects);

describe.each(Object.entries(testedChannels))('by %s', (_channel, canReaderSee) => {
  it.each(subjectEntries)('a post %s', async (name, { seenBy }) => {
    expect(await readersOf(name, canReaderSee)).toEqual(seenBy);
  });
});

describe('by its address', () => {
  it.each(subjectEntries)('a post %s', async (name, { seenBy, refusalStatus: closed = 404 }) => {
    const answersWith =
      (status: number): CanReaderSee =>
      async (reader, { post }) =>
        (await peopleByReader.get(reader)?.fetch(`/api/social/post/${post}`))?.status === status;
    expect(await readersOf(name, answersWith(200))).toEqual(seenBy);
    expect(await readersOf(name, answersWith(closed))).toEqual(
      readerNames.filter((reader) => !seenBy.includes(reader)),
    );
  });
});

describe('in counters', () => {
  it.each(readerNames)('fresh posts of the whole feed are those that %s sees', async (reader) => {
    const visibleSubjects = Object.values(testedSubjects).filter(({ seenBy }) =>
      seenBy.includes(reader),
    );
    expect((await readPulse(reader, { after: earlierPostUid })).fresh).toBe(visibleSubjects.length);
  });

  it.each(readerNames)('the week’s hashtags for %s are of what anybody may see', async (reader) => {
    const { hashtags } = await readAs<{ hashtags: TrendingHashtag[] }>(
      reader,
      '/api/social/hashtags',
    );
    const countedSubjects = Object.entries(testedSubjects).filter(
      ([, { isCounted: counted, seenBy }]) => counted && seenBy.includes(reader),
    );
    expect(hashtags.map(({ name }) => name).toSorted()).toEqual(
      countedSubjects.map(([name]) => contentByName.get(name)?.word).toSorted(),
    );
  });
});

describe('its author', () => {
  const listOwnPosts = async (author: TestPerson, query: Record<string, string>) => {
    const response = await author.fetch(`/api/social/posts?${new URLSearchParams(query)}`);
    return ((await response.json()) as { posts: Post[] }).posts;
  };

  it('sees hidden posts with reason, and private ones', async () => {
    const author = await app.signIn('EscreveHidden');
    await app.pool.query("UPDATE users SET privacy = 'private' WHERE uid = $1", [author.uid]);
    await buildPost(app.pool, author.uid, { hidden_at: now, hidden_reason: 'Ofensas' });
    for (const query of [{}, { author: author.uid }, { author: author.uid, q: 'elo' }]) {
      expect((await listOwnPosts(author, query))[0]).toMatchObject({
        title: 'Subi de elo',
        hidden: { reason: 'Ofensas' },
        author: { uid: author.uid },
      });
    }
  });

  it('without an age check gets a sensitive post without content, and with one all of it', async () => {
    const author = await app.signIn('EscreveAdulta');
    const post = await buildPost(app.pool, author.uid, { sensitive: true });
    await buildHashtags(app.pool, post, ['Zabelê']);
    const query = { author: author.uid };
    expect((await listOwnPosts(author, query))[0]).toMatchObject({
      uid: post,
      title: '',
      hashtags: [],
      withheld: true,
    });
    await becomeAdult(author);
    expect((await listOwnPosts(author, query))[0]).toMatchObject({
      title: 'Subi de elo',
      hashtags: ['Zabelê'],
      withheld: false,
    });
  });
});
