import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { titleOf } from '../packages/server/test/fixtures/data/fill-words.ts';
import { createSeededRandom } from '../packages/server/test/fixtures/data/seeded.ts';
import { type LoadResult, measureAlternately } from './measure.ts';
import {
  type MessageRunResult,
  measureMessageRate,
  startMessageGenerator,
} from './message-rate.ts';
import type { RunningProcess } from './processes.ts';
import { signInMany } from './realtime.ts';
import type { ReportLine } from './report.ts';

/** Headers that browsers send; pages are measured with them. */
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Number of people who chat while pages are read. */
const TALKER_COUNT = 100;
const MESSAGES_PER_SECOND = 100;
const TALK_SECONDS = 5;

/** The bytes of a response as they are transmitted, without decompression. */
async function requestRawBytes(url: string): Promise<Buffer> {
  const [answer] = (await once(get(url, { headers: browserHeaders }), 'response')) as [
    IncomingMessage,
  ];
  return buffer(answer);
}

/** Stores the program's response for `path` in the bare server, which then sends it at `/bytes/:name`. */
async function copyResponseToBaseline(
  program: RunningProcess,
  bare: RunningProcess,
  name: string,
  path: string,
) {
  const body = await requestRawBytes(program.url + path);
  await fetch(`${bare.url}/bytes/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
}

/** Finds the path of the script that every page loads; the report calls it `frame`. */
export async function findFrameScript(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const scriptPath = /\/assets\/entry\.client-[\w-]+\.js/.exec(page)?.[0];
  if (scriptPath === undefined) throw new Error('the home page names no script of its own');
  return scriptPath;
}

/**
 * Measures the latency of chat messages while pages are read, both at a constant rate. The program keeps the page of
 * the unchanged `path` in memory for some seconds; a new query in each request makes it render the page each time.
 */
async function measureChatWhileReading(program: RunningProcess, path: string) {
  const generator = startMessageGenerator();
  const talkers = await signInMany(program.url, TALKER_COUNT);
  await generator.execute({ do: 'connect', url: program.url, talkers });
  const measureChatWithPages = async (pagesPerSecond: number, isUniqueQuery: boolean) => {
    const pageLoad =
      pagesPerSecond === 0
        ? null
        : autocannon({
            url: program.url + path,
            headers: browserHeaders,
            connections: 20,
            overallRate: pagesPerSecond,
            duration: TALK_SECONDS + 2,
            ...(isUniqueQuery ? { requests: [{ setupRequest: withUniqueQuery(path) }] } : {}),
          });
    const run = await measureMessageRate(generator, MESSAGES_PER_SECOND, TALK_SECONDS);
    await pageLoad;
    return run;
  };
  try {
    return {
      alone: await measureChatWithPages(0, false),
      kept100: await measureChatWithPages(100, false),
      rendered50: await measureChatWithPages(50, true),
      rendered100: await measureChatWithPages(100, true),
    };
  } finally {
    generator.end();
  }
}

let lastVisitNumber = 0;

/**
 * Creates a function that adds a unique query to each request, so that the program must render the page and cannot
 * answer with a stored one.
 */
const withUniqueQuery = (path: string) => (request: autocannon.Request) => {
  lastVisitNumber += 1;
  return { ...request, path: `${path}?visita=${lastVisitNumber}` };
};

/**
 * Adds a unique query to a request for a search page, so that the program must render the page. All pages have the same
 * search text, so that they share answers of the API.
 */
const withUniqueSearch = (request: autocannon.Request) => {
  lastVisitNumber += 1;
  return { ...request, path: `/search?q=aula&visita=${lastVisitNumber}` };
};

const random = createSeededRandom(3);

/** Changes each request so that it searches for the first words of another title. */
const withOtherSearch = (request: autocannon.Request) => {
  lastVisitNumber += 1;
  const text = titleOf(random)
    .split(' ')
    .slice(0, 1 + (lastVisitNumber % 3))
    .join(' ');
  return { ...request, path: `/search?q=${encodeURIComponent(text)}&visita=${lastVisitNumber}` };
};

/** Changes each request so that it asks for suggestions for the beginning of another title. */
const withOtherBeginning = (request: autocannon.Request) => {
  lastVisitNumber += 1;
  const text = titleOf(random).slice(0, 1 + (lastVisitNumber % 9));
  return { ...request, path: `/api/search/suggestions?q=${encodeURIComponent(text)}` };
};

/**
 * Measures public pages (kept in memory, and rendered for each request), suggestions, the script that every page loads,
 * and chat while pages are read.
 */
export async function measurePages(
  program: RunningProcess,
  bare: RunningProcess,
  { serviceId }: { readonly serviceId: string },
  turns: { rounds: number; seconds: number },
) {
  const servicePath = `/service/${serviceId}`;
  const framePath = await findFrameScript(program.url);
  await copyResponseToBaseline(program, bare, 'service', servicePath);
  await copyResponseToBaseline(program, bare, 'frame', framePath);
  const rates = await measureAlternately(
    {
      kept: { url: program.url + servicePath, headers: browserHeaders },
      bareKept: { url: `${bare.url}/bytes/service`, headers: browserHeaders },
      home: { url: `${program.url}/`, headers: browserHeaders },
      community: { url: `${program.url}/community`, headers: browserHeaders },
      rendered: {
        url: program.url + servicePath,
        headers: browserHeaders,
        setupRequest: withUniqueQuery(servicePath),
      },
      renderedHome: {
        url: `${program.url}/`,
        headers: browserHeaders,
        setupRequest: withUniqueQuery('/'),
      },
      search: {
        url: `${program.url}/search?q=aula`,
        headers: browserHeaders,
        setupRequest: withUniqueSearch,
      },
      otherSearches: {
        url: `${program.url}/search?q=aula`,
        headers: browserHeaders,
        setupRequest: withOtherSearch,
      },
      suggestions: { url: `${program.url}/api/search/suggestions?q=au`, headers: browserHeaders },
      otherSuggestions: {
        url: `${program.url}/api/search/suggestions?q=au`,
        headers: browserHeaders,
        setupRequest: withOtherBeginning,
      },
      frame: { url: program.url + framePath, headers: browserHeaders },
      bareFrame: { url: `${bare.url}/bytes/frame`, headers: browserHeaders },
    },
    turns,
  );
  return { rates, chat: await measureChatWhileReading(program, servicePath) };
}

export function pageReportLines({
  rates,
  chat,
}: Awaited<ReturnType<typeof measurePages>>): ReportLine[] {
  const rateLine = (
    name: string,
    { perSecond, p99Ms }: LoadResult,
    minPerSecond?: number,
  ): ReportLine => ({
    name,
    value: `${perSecond.toFixed(0)}/s p99 ${p99Ms}`,
    targetText: minPerSecond === undefined ? '' : `at least ${minPerSecond}/s`,
    isMet: minPerSecond === undefined ? null : perSecond >= minPerSecond,
  });
  const latencyLine = (name: string, { p99Ms }: LoadResult, maxP99Ms: number): ReportLine => ({
    name: `${name}, p99`,
    value: `${p99Ms} ms`,
    targetText: `at most ${maxP99Ms} ms`,
    isMet: p99Ms <= maxP99Ms,
  });
  const ratioLine = (name: string, a: LoadResult, b: LoadResult, minRatio: number): ReportLine => {
    const value = a.perSecond / b.perSecond;
    return {
      name,
      value: value.toFixed(2),
      targetText: `at least ${minRatio}`,
      isMet: value >= minRatio,
    };
  };
  const talkLine = (
    name: string,
    { medianMs, p99Ms }: MessageRunResult,
    maxP99Ms?: number,
  ): ReportLine => ({
    name: `chat at ${MESSAGES_PER_SECOND}/s beside ${name}: p50, p99`,
    value: `${medianMs.toFixed(1)}, ${p99Ms.toFixed(1)} ms`,
    targetText: maxP99Ms === undefined ? '' : `p99 at most ${maxP99Ms} ms`,
    isMet: maxP99Ms === undefined ? null : p99Ms <= maxP99Ms,
  });
  return [
    rateLine('service page, kept', rates.kept, 3_000),
    ratioLine(
      'service page, kept ÷ the same bytes of a bare server',
      rates.kept,
      rates.bareKept,
      0.3,
    ),
    rateLine('home page, kept', rates.home, 3_000),
    rateLine('community page, kept', rates.community, 3_000),
    rateLine('service page, rendered for each request', rates.rendered, 300),
    rateLine('home page, rendered for each request', rates.renderedHome, 300),
    rateLine('search page, rendered for each request', rates.search, 150),
    latencyLine('search page, rendered for each request', rates.search, 60),
    rateLine('search page, another text in each request', rates.otherSearches),
    rateLine('suggestions', rates.suggestions),
    latencyLine('suggestions', rates.suggestions, 15),
    rateLine('suggestions, another beginning in each request', rates.otherSuggestions),
    ratioLine('frame script ÷ the same bytes of a bare server', rates.frame, rates.bareFrame, 0.8),
    talkLine('no pages', chat.alone),
    talkLine('100 kept pages/s', chat.kept100, 12),
    talkLine('50 rendered pages/s', chat.rendered50, 20),
    talkLine('100 rendered pages/s', chat.rendered100, 20),
  ];
}
