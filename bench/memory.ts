import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../packages/server/src/platform/free-port.ts';

/** Bytes of a process after its garbage was collected. */
export interface Memory {
  readonly used: number;
  readonly resident: number;
}

/** Asks a process started with `inspected` for its memory, through the inspector. */
export interface Inspected {
  readonly env: Readonly<Record<string, string>>;
  memory(): Promise<Memory>;
}

async function evaluate(address: string, expression: string): Promise<string> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const ask = (id: number, method: string, params = {}) =>
    new Promise<{ result: { result?: { value: string } } }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask(1, 'HeapProfiler.collectGarbage');
  await ask(2, 'HeapProfiler.collectGarbage');
  const { result } = await ask(3, 'Runtime.evaluate', { expression, returnByValue: true });
  socket.close();
  return result.result?.value ?? '{}';
}

/** Settings under which a process can be asked, and the way to ask it. */
export async function inspected(): Promise<Inspected> {
  const port = await freePort();
  return {
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    memory: async () => {
      // What came and went with the connecting is given back a little later.
      await delay(3_000);
      const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
      const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
      const text = await evaluate(webSocketDebuggerUrl, 'JSON.stringify(process.memoryUsage())');
      const { heapUsed, external, rss } = JSON.parse(text);
      return { used: heapUsed + external, resident: rss };
    },
  };
}
