import { postQuery } from '@guilda/contract/community/social';
import type pg from 'pg';
import { listPosts } from '../packages/server/src/modules/social/feed/list-posts.ts';
import { listHashtags } from '../packages/server/src/modules/social/hashtags/trending-hashtags.ts';
import { visitor } from '../packages/server/src/platform/actor.ts';
import { migrate } from '../packages/server/src/platform/database/migrate.ts';
import { createDatabase } from '../packages/server/src/platform/database/pool.ts';
import { fillComments, fillPosts } from '../packages/server/test/fixtures/data/fill-posts.ts';
import { fillServices } from '../packages/server/test/fixtures/data/fill-services.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import { withClient } from '../packages/server/test/fixtures/server/template-database.ts';
import { type LoadResult, measureAlternately } from './measure.ts';
import type { RunningProcess } from './processes.ts';
import type { ReportLine } from './report.ts';

/** Number of posts in the small database with which the feed is compared. */
const FEW_POSTS = 1_000;
const COMMENTS_PER_POST = 20;
/** Number of times that each of the two feeds is read; they are read alternately. */
const READS_PER_FEED = 400;

/** Inserts posts into a database that has people; returns the uid of a post of the first page, which gets comments. */
export async function fillCommunity(client: pg.Client, postCount: number): Promise<string> {
  await fillPosts(client, postCount);
  const { rows } = await client.query<{ uid: string }>(
    `SELECT posts.uid FROM posts JOIN users ON users.uid = posts.author_id
     WHERE users.privacy = 'public' AND NOT sensitive AND comment_count = 0
     ORDER BY posts.created_at DESC LIMIT 1`,
  );
  const uid = rows[0]?.uid ?? '';
  await fillComments(client, uid, COMMENTS_PER_POST);
  return uid;
}

/** Measures the lists of the community, compared with bare routes that run an equivalent query. */
export function measureCommunityLists(
  program: RunningProcess,
  bare: RunningProcess,
  uid: string,
  turns: { rounds: number; seconds: number },
) {
  return measureAlternately(
    {
      feed: `${program.url}/api/social/posts?limit=20`,
      bareFeed: `${bare.url}/feed`,
      post: `${program.url}/api/social/post/${uid}`,
      barePost: `${bare.url}/post/${uid}`,
      comments: `${program.url}/api/social/comment/${uid}?limit=${COMMENTS_PER_POST}`,
      bareComments: `${bare.url}/comments/${uid}`,
      postPage: {
        url: `${program.url}/post/${uid}`,
        headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
      },
    },
    turns,
  );
}

/** Creates a database with few posts on the same server; returns its URL. */
async function createSmallDatabase(url: string): Promise<string> {
  await withClient(url, (client) => client.query('CREATE DATABASE guilda_small'));
  const smallUrl = new URL(url);
  smallUrl.pathname = '/guilda_small';
  await migrate(smallUrl.href, quietLog);
  await withClient(smallUrl.href, async (client) => {
    await fillServices(client, FEW_POSTS, FEW_POSTS);
    await fillPosts(client, FEW_POSTS);
  });
  return smallUrl.href;
}

const median = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

/** Creates functions that read the feed of a database and record how long each read took. */
function createFeedTimer(url: string) {
  const database = createDatabase(url, { max: 1, log: quietLog });
  const clock = { now: () => new Date() };
  const presence = { statusFor: () => () => 'offline' as const };
  const deps = { database, clock, presence, pictureUrlsFor: () => (address: string) => address };
  const times: number[] = [];
  const measureMs = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  return {
    times,
    read: async () => {
      times.push(await measureMs(() => listPosts(deps)(visitor, postQuery.parse({}))));
    },
    /** Measures the time to count the week's hashtags, in ms. */
    count: () => measureMs(() => listHashtags(deps)(visitor)),
    close: () => database.close(),
  };
}

/**
 * Measures how a feed slows down with many posts. Returns median times in ms: of a feed with few posts, of the feed of
 * the database at `url`, and of counting the week's hashtags there.
 */
export async function measureFeedGrowth(url: string) {
  const [few, many] = [createFeedTimer(await createSmallDatabase(url)), createFeedTimer(url)];
  for (let readNumber = 0; readNumber < READS_PER_FEED; readNumber += 1) {
    await few.read();
    await many.read();
  }
  const hashtagsMs = median([await many.count(), await many.count(), await many.count()]);
  await Promise.all([few.close(), many.close()]);
  // The first 50 reads are left out, because they also prepare the statements.
  return { few: median(few.times.slice(50)), many: median(many.times.slice(50)), hashtagsMs };
}

type CommunityResults = Awaited<ReturnType<typeof measureCommunityLists>>;
type FeedGrowth = Awaited<ReturnType<typeof measureFeedGrowth>>;

export function communityReportLines(
  figures: CommunityResults,
  growth: FeedGrowth,
  postCount: number,
): ReportLine[] {
  const ratioLine = (name: string, a: LoadResult, b: LoadResult): ReportLine => {
    const ratio = a.perSecond / b.perSecond;
    return { name, value: ratio.toFixed(2), targetText: 'at least 0.6', isMet: ratio >= 0.6 };
  };
  const rateLine = (name: string, { perSecond, p99Ms }: LoadResult): ReportLine => ({
    name,
    value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
    targetText: '',
    isMet: null,
  });
  const { feed, bareFeed, post, barePost, comments, bareComments } = figures;
  const growthFactor = growth.many / growth.few;
  return [
    ratioLine(`feed of 20 at ${postCount} posts ÷ bare route with an equal query`, feed, bareFeed),
    ratioLine('a post ÷ bare route with an equal query', post, barePost),
    ratioLine(
      `its ${COMMENTS_PER_POST} comments ÷ bare route with an equal query`,
      comments,
      bareComments,
    ),
    rateLine('feed', feed),
    rateLine('bare feed', bareFeed),
    rateLine('a post', post),
    rateLine('bare post', barePost),
    rateLine(`${COMMENTS_PER_POST} comments`, comments),
    rateLine('bare comments', bareComments),
    rateLine(`page of a post with ${COMMENTS_PER_POST} comments, kept`, figures.postPage),
    {
      name: `feed at ${postCount} posts ÷ at ${FEW_POSTS}, medians (${growth.many.toFixed(2)} and ${growth.few.toFixed(2)} ms)`,
      value: growthFactor.toFixed(2),
      targetText: 'at most 1.3',
      isMet: growthFactor <= 1.3,
    },
    {
      name: `counting the week's hashtags, once a minute at most`,
      value: `${growth.hashtagsMs.toFixed(0)} ms`,
      targetText: '',
      isMet: null,
    },
  ];
}
