import type { Note } from '../../ports/fanout.ts';

/** One note on its way. */
export interface Told {
  readonly from: string;
  /** Counts the notes of its node, from 1, told or not. */
  readonly n: number;
  readonly topic: string;
  readonly note: Note;
}

/** Nodes that are remembered; each start of a node is a new one. */
const MAX_NODES = 200;

/** A note as text: the sender's name comes first, so that one's own need not be read. */
export function writeTold({ from, n, topic, note }: Told): string {
  return `${from} ${n} ${JSON.stringify([topic, note])}`;
}

/** A note from its text; null for what no node of ours has written. */
export function readTold(text: string): Told | null {
  const parts = /^(\S+) (\d+) (.*)$/s.exec(text);
  if (!parts) return null;
  const [, from = '', n, json = ''] = parts;
  try {
    const [topic, note] = JSON.parse(json) as [string, Note];
    return { from, n: Number(n), topic, note };
  } catch {
    return null;
  }
}

/** Watches the numbers of other nodes' notes. */
export function trackNumbers() {
  const last = new Map<string, number>();
  return {
    /** `late`: one that was overtaken; `jump`: those before it are missing. */
    hear: (node: string, n: number): 'next' | 'jump' | 'late' => {
      const before = last.get(node);
      if (before !== undefined && n <= before) return 'late';
      // Set anew at the end: those silent the longest are forgotten first.
      last.delete(node);
      last.set(node, n);
      if (last.size > MAX_NODES) last.delete(last.keys().next().value ?? '');
      return before === undefined || n === before + 1 ? 'next' : 'jump';
    },
    /** Begins anew, after a time in which nothing was heard. */
    forget: () => last.clear(),
  };
}
