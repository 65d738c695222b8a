import type { ChatClient } from './chat-client.ts';

const LOOK_MS = 10;

/** When clients lost their line and were registered again. */
export interface LineWatch {
  /**
   * Of each that lost its line from `since` until `before` (`performance.now()`): ms from `since`
   * until it was registered again, infinite for one that is still away.
   */
  backAfter(since: number, before?: number): readonly number[];
  stop(): void;
}

interface Away {
  readonly lostAt: number;
  backAt: number;
}

/** Looks at them every 10 ms until it is stopped. */
export function watchLines(clients: readonly ChatClient[]): LineWatch {
  const aways: Away[] = [];
  const lines = clients.map((client) => ({
    client,
    losses: client.losses,
    away: null as Away | null,
  }));
  const look = () => {
    const now = performance.now();
    for (const line of lines) {
      if (line.client.losses > line.losses && line.away === null) {
        line.away = { lostAt: now, backAt: Number.POSITIVE_INFINITY };
        aways.push(line.away);
      }
      line.losses = line.client.losses;
      if (!line.away || !line.client.online) continue;
      line.away.backAt = now;
      line.away = null;
    }
  };
  const looking = setInterval(look, LOOK_MS);
  return {
    backAfter: (since, before = Number.POSITIVE_INFINITY) =>
      aways
        .filter(({ lostAt }) => lostAt >= since && lostAt < before)
        .map(({ backAt }) => backAt - since),
    stop: () => clearInterval(looking),
  };
}
