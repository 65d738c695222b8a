import type autocannon from 'autocannon';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { type LoadResult, measureAlternately } from './measure.ts';
import type { ChatClient } from './message-rate.ts';
import { hasPrintedUrl, startScript } from './processes.ts';
import { signInMany } from './realtime.ts';
import type { ReportLine } from './report.ts';

/** Number of people who comment at the same time, each over one connection. */
const COMMENTER_COUNT = 50;
/** Number of posts that get the comments in the second measurement. */
const POST_COUNT = 10;

/** Publishes posts by one person and returns their uids. */
async function publishPosts(url: string, author: ChatClient, count: number): Promise<string[]> {
  const uids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = await fetch(`${url}/api/social/post`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: `Quem joga hoje à noite? ${n}` }),
    });
    if (!answer.ok) throw new Error(`a post was answered with ${answer.status}`);
    uids.push(((await answer.json()) as { post: { uid: string } }).post.uid);
  }
  return uids;
}

/** Creates a function that prepares a connection to act as the next person and to comment on the posts in turn. */
function createCommenterSetup(commenters: readonly ChatClient[], posts: readonly string[]) {
  let count = 0;
  return (client: autocannon.Client) => {
    const { token } = commenters[count % commenters.length] as ChatClient;
    const first = count % posts.length;
    count += 1;
    client.setRequests(
      [...posts.slice(first), ...posts.slice(0, first)].map((post) => ({
        method: 'POST',
        path: `/api/social/comment/${post}/`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'Eu jogo, me chama!' }),
      })),
    );
  };
}

/** Measures how many comments per second are stored on one post, and on several posts (`BENCH_ONLY=comments`). */
export async function measureCommentWrites(
  env: Readonly<Record<string, string>>,
  turns: { rounds: number; seconds: number },
): Promise<ReportLine[]> {
  const program = await startScript('scripts/start.ts', await findFreePort(), hasPrintedUrl, env);
  try {
    const [author, ...commenters] = await signInMany(program.url, COMMENTER_COUNT + 1);
    if (!author) throw new Error('nobody signed in');
    const posts = await publishPosts(program.url, author, POST_COUNT);
    const targetOn = (posts: readonly string[]) => ({
      ...{ url: program.url, headers: {}, connections: COMMENTER_COUNT },
      setupClient: createCommenterSetup(commenters, posts),
    });
    const rates = await measureAlternately(
      { one: targetOn(posts.slice(0, 1)), several: targetOn(posts) },
      turns,
    );
    return [
      reportLine('comments stored on one post', rates.one, 800),
      reportLine(`comments stored on ${POST_COUNT} posts`, rates.several, 1500),
    ];
  } finally {
    await program.stop();
  }
}

const reportLine = (
  name: string,
  { perSecond, p99Ms }: LoadResult,
  minPerSecond: number,
): ReportLine => ({
  name,
  value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
  targetText: `at least ${minPerSecond}/s`,
  isMet: perSecond >= minPerSecond,
});
