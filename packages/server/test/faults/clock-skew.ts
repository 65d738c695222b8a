import {
  openChatClient,
  refreshSession,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { signInAs } from '../fixtures/data/people.ts';
import type { Fault } from './fault.ts';
import { openFaultServer } from './fault-server.ts';
import { waitUntilSettled } from './settled.ts';

const HOUR_MS = 3_600_000;
const MESSAGE_COUNT = 200;

/** The value of `NODE_OPTIONS` that shifts the current time in a process, as `Date` returns it, by `offsetMs`. */
const clockOffsetOption = (offsetMs: number): string => {
  const shim = `const realNow = Date.now; const offsetMs = ${offsetMs}; const RealDate = Date;
    globalThis.Date = class extends RealDate { constructor(...args) { args.length ? super(...args) : super(realNow() + offsetMs); } static now() { return realNow() + offsetMs; } };`;
  return `--import=data:text/javascript,${encodeURIComponent(shim)}`;
};

async function runWithClockOffset(offsetMs: number) {
  const server = await openFaultServer(
    {},
    async (nodeNumber): Promise<Record<string, string>> =>
      nodeNumber === 0 ? {} : { NODE_OPTIONS: clockOffsetOption(offsetMs) },
  );
  try {
    const [rightNode, wrongNode] = server.nodes;
    const [a, b] = [
      await signInAs(rightNode.url, 'certa@p.example', 'Certa'),
      await signInAs(wrongNode.url, 'errada@p.example', 'Errada'),
    ];
    // Each user is handled by the node on which the user did not sign in.
    const clients = [openChatClient(wrongNode.url, a), openChatClient(rightNode.url, b)] as const;
    await waitUntilAllOnline(clients);
    for (let n = 0; n < MESSAGE_COUNT; n += 1) {
      const [from, to] = n % 2 === 0 ? clients : ([clients[1], clients[0]] as const);
      await from.send(to.uid, `${n}`);
    }
    const report = await waitUntilSettled(server.databaseUrl, clients);
    const newTokens = await Promise.all(
      [a, b].map((person) => refreshSession(rightNode.url, person)),
    );
    for (const client of clients) client.close();
    return { ...report, loggedOut: newTokens.filter((token) => token === null).length };
  } finally {
    await server.close();
  }
}

/** The clock of one node is first an hour ahead and then an hour behind. */
export const clockSkew: Fault = {
  name: 'clock-skew',
  guarantee: 'the database’s clock decides the order of messages, nobody is signed out',
  run: async () => {
    const runs = [await runWithClockOffset(HOUR_MS), await runWithClockOffset(-HOUR_MS)];
    const sum = (figureOf: (run: (typeof runs)[number]) => number) =>
      runs.reduce((total, run) => total + figureOf(run), 0);
    const errorTotal = sum(({ errorCount, loggedOut }) => errorCount + loggedOut);
    return {
      isGuaranteeKept: errorTotal === 0 && sum(({ stored }) => stored) === 2 * MESSAGE_COUNT,
      figures: {
        'hours ahead and behind': 1,
        'messages stored': sum(({ stored }) => stored),
        'messages lost': sum(({ lost }) => lost),
        'messages out of order': sum(({ reordered }) => reordered),
        'people signed out': sum(({ loggedOut }) => loggedOut),
      },
      examples: runs.flatMap(({ examples }) => examples),
    };
  },
};
