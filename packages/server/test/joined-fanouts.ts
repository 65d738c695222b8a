import type { Fanout, Note } from '../src/ports/fanout.ts';

type Hear = (note: Note, fromNode: string) => void;

/** A fan-out of several nodes in one process. */
export interface JoinedFanout extends Fanout {
  /** Cuts the node off from the others; what is told meanwhile is lost. */
  cut(): void;
  /** Joins it to them again, and tells it so unless it is not to notice. */
  join(how?: { readonly silently?: boolean }): void;
  /** Notes it has told so far, as they went over the wire. */
  readonly told: readonly { readonly topic: string; readonly text: string }[];
}

/** Fan-outs of `count` nodes that hear each other at once, through JSON as over any wire. */
export function joinedFanouts(count: number): JoinedFanout[] {
  const nodes: {
    readonly fanout: JoinedFanout;
    hear(topic: string, text: string, from: string): void;
  }[] = [];
  const make = (nodeId: string) => {
    const listeners = new Map<string, Hear[]>();
    const returns: (() => void)[] = [];
    const told: { topic: string; text: string }[] = [];
    let joined = true;
    const fanout: JoinedFanout = {
      nodeId,
      told,
      publish: (topic, note) => {
        const text = JSON.stringify(note);
        if (!joined) return;
        told.push({ topic, text });
        for (const node of nodes) if (node.fanout !== fanout) node.hear(topic, text, nodeId);
      },
      subscribe: (topic, listener) =>
        void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
      onReturn: (listener) => void returns.push(listener),
      get connected() {
        return joined;
      },
      ping: async () => {
        if (!joined) throw new Error('cut off');
      },
      close: async () => {
        joined = false;
      },
      cut: () => {
        joined = false;
      },
      join: ({ silently = false } = {}) => {
        joined = true;
        for (const listener of silently ? [] : returns) listener();
      },
    };
    const hear = (topic: string, text: string, from: string) => {
      if (!joined) return;
      for (const listener of listeners.get(topic) ?? []) listener(JSON.parse(text) as Note, from);
    };
    return { fanout, hear };
  };
  for (let n = 1; n <= count; n += 1) nodes.push(make(`node ${n}`));
  return nodes.map(({ fanout }) => fanout);
}
