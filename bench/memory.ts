import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../packages/server/src/platform/network/free-port.ts';
import { quietEnv } from './processes.ts';

/** Memory that a process uses after a garbage collection, in bytes. */
export interface MemoryUse {
  /** Memory of JavaScript objects and of buffers outside of the heap. */
  readonly used: number;
  /** Memory of the whole process that is in RAM. */
  readonly resident: number;
}

/** Reads the memory of a process through Node's inspector; the process must be started with `env`. */
export interface MemoryInspector {
  readonly env: Readonly<Record<string, string>>;
  memory(): Promise<MemoryUse>;
}

async function evaluateInProcess(inspectorAddress: string, expression: string): Promise<string> {
  const socket = new WebSocket(inspectorAddress);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  const sendCommand = (id: number, method: string, params = {}) =>
    new Promise<{ result: { result?: { value: string } } }>((resolve) => {
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data));
        if (answer.id === id) resolve(answer);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await sendCommand(1, 'HeapProfiler.collectGarbage');
  await sendCommand(2, 'HeapProfiler.collectGarbage');
  const { result } = await sendCommand(3, 'Runtime.evaluate', { expression, returnByValue: true });
  socket.close();
  return result.result?.value ?? '{}';
}

/** Creates an environment that enables Node's inspector, and a function that reads the memory. */
export async function createMemoryInspector(): Promise<MemoryInspector> {
  const port = await findFreePort();
  return {
    env: { NODE_OPTIONS: `${quietEnv['NODE_OPTIONS'] ?? ''} --inspect=127.0.0.1:${port}` },
    memory: async () => {
      // The measurement waits, because memory that was needed to open connections is freed a little later.
      await delay(3_000);
      const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
      const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
      const text = await evaluateInProcess(
        webSocketDebuggerUrl,
        'JSON.stringify(process.memoryUsage())',
      );
      const { heapUsed, external, rss } = JSON.parse(text);
      return { used: heapUsed + external, resident: rss };
    },
  };
}
