import type { Message } from '@guilda/contract/messaging';
import pg from 'pg';
import type { ChatClient } from './chat-client.ts';

/** What became of everything that was said; all zero when every promise was kept. */
export interface Verdict {
  readonly stored: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly reordered: number;
  /** The first few of what is wrong, in words. */
  readonly examples: readonly string[];
}

interface Row {
  readonly id: string;
  readonly conversation: string;
  readonly seq: number;
  readonly sender: string;
  readonly receiver: string;
  readonly receiver_n: number;
  readonly message: string;
}

/** Counts what a list lacks, has twice and has in another order than it should. */
function compare(name: string, expected: readonly string[], found: readonly string[]) {
  const places = new Map(expected.map((id, place) => [id, place]));
  const once = new Set(found);
  const known = [...once].filter((id) => places.has(id));
  const lost = expected.filter((id) => !once.has(id)).length;
  // What nobody expects is a copy under another name.
  const duplicated = found.length - once.size + (once.size - known.length);
  const reordered = known.filter(
    (id, n) => n > 0 && (places.get(id) ?? 0) < (places.get(known[n - 1] ?? '') ?? 0),
  ).length;
  const wrong = lost + duplicated + reordered > 0;
  const words = `${name}: ${lost} lost, ${duplicated} twice, ${reordered} out of order of ${expected.length}`;
  return { lost, duplicated, reordered, examples: wrong ? [words] : [] };
}

async function readAll(databaseUrl: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(
    `SELECT id, conversation_id AS conversation, seq, sender_id AS sender, receiver_id AS receiver,
       receiver_n::int AS receiver_n, message FROM messages ORDER BY conversation_id, seq`,
  );
  await client.end();
  return rows;
}

/** Numbers of a conversation or of an inbox begin with 1 and leave none out. */
function gapless(name: string, numbers: readonly number[]) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return compare(
    name,
    sorted.map((_, n) => String(n + 1)),
    sorted.map(String),
  );
}

const idsOf = (messages: readonly { readonly id: string }[]) => messages.map(({ id }) => id);

/**
 * Holds what clients were acknowledged and what arrived at them against the database. Every client
 * has a person of its own and stays open from the first message to the last.
 */
export async function judge(databaseUrl: string, clients: readonly ChatClient[]): Promise<Verdict> {
  const rows = await readAll(databaseUrl);
  const byReceiver = rows.toSorted((a, b) => a.receiver_n - b.receiver_n);
  const findings = clients.flatMap(({ uid, said, arrived }) => [
    ...[...said].map(([receiver, messages]) =>
      compare(
        `acknowledged by ${uid}`,
        idsOf(messages),
        idsOf(rows.filter((row) => row.sender === uid && row.receiver === receiver)),
      ),
    ),
    compare(
      `arrived at ${uid}`,
      idsOf(byReceiver.filter(({ receiver }) => receiver === uid)),
      idsOf(arrived.map(({ message }) => message)),
    ),
  ]);
  for (const { uid, shown } of clients) {
    for (const [other, ids] of (await shown?.()) ?? []) {
      const between = rows.filter(
        ({ sender, receiver }) =>
          (sender === uid && receiver === other) || (sender === other && receiver === uid),
      );
      findings.push(compare(`on screen of ${uid}`, idsOf(between), ids));
    }
  }
  for (const conversation of new Set(rows.map((row) => row.conversation))) {
    const seqs = rows.filter((row) => row.conversation === conversation).map(({ seq }) => seq);
    findings.push(gapless(`numbers of ${conversation}`, seqs));
  }
  const sum = (name: 'lost' | 'duplicated' | 'reordered') =>
    findings.reduce((total, finding) => total + finding[name], 0);
  return {
    stored: rows.length,
    lost: sum('lost'),
    duplicated: sum('duplicated'),
    reordered: sum('reordered'),
    examples: findings.flatMap(({ examples }) => examples).slice(0, 10),
  };
}

/** A whole conversation as its history shows it, oldest first, read page by page. */
export async function readHistory(
  url: string,
  token: string,
  myUid: string,
  otherUid: string,
): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const last = all.at(-1)?.sentAt;
    const query = new URLSearchParams({ limit: '15', ...(last ? { lastDocSentAt: last } : {}) });
    const response = await fetch(`${url}/api/messages/${myUid}/${otherUid}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { messages } = (await response.json()) as { messages: Message[] };
    all.push(...messages);
    if (messages.length < 15) return all.reverse();
  }
}
