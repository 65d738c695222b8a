import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { connectSocket, type TestSocket } from '../fixtures/clients/sockets.ts';
import type { TestPerson } from '../fixtures/data/people.ts';
import { processOf, type SharedPort, startSharedPort } from '../fixtures/server/shared-port.ts';

let sharedPort: SharedPort;
let metricsUrl: string;
beforeAll(async () => {
  const port = await findFreePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const [METRICS_PORT, ADMIN_EMAILS] = [String(port), 'chefe@pessoas.example'];
  sharedPort = await startSharedPort({ METRICS_PORT, ADMIN_EMAILS });
});
afterAll(() => sharedPort?.close());

const sendMessage = (socket: TestSocket, to: TestPerson, message: string) =>
  socket.send('sendMessage', { receiverId: to.uid, message });

const textsOf = (messages: readonly { readonly message: string }[]) =>
  messages.map(({ message }) => message);

/** Sum of all metric series whose text begins with `seriesName`, which may end within the labels. */
async function readMetric(seriesName: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(seriesName));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const healthRequestSeries = 'guilda_http_requests_total{method="GET",route="/healthz"';
const requestHealth = async (times: number) => {
  for (let n = 0; n < times; n += 1)
    await fetch(`${sharedPort.url}/healthz`, { headers: { connection: 'close' } });
};

it('two processes answer at one port', async () => {
  expect(await sharedPort.listAnsweringProcesses()).toEqual(['1', '2']);
  expect(await sharedPort.pids()).toHaveLength(2);
});

describe('people at different processes', () => {
  it('exchange messages in both directions, in order, without Redis', async () => {
    const [ana, bia] = [await sharedPort.signIn('Ana'), await sharedPort.signIn('Bia')];
    const ownSocket = await connectSocket(sharedPort.url, ana);
    const otherSocket = await sharedPort.socketElsewhere(bia, [processOf(ownSocket.wire)]);
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    for (const n of numbers) {
      expect(await sendMessage(ownSocket, bia, `ida ${n}`)).toMatchObject({ ok: true });
      expect(await sendMessage(otherSocket, ana, `volta ${n}`)).toMatchObject({ ok: true });
    }
    const waitForTexts = async (socket: TestSocket) =>
      textsOf(await socket.waitFor('receiveMessage', 20));
    expect(await waitForTexts(otherSocket)).toEqual(numbers.map((n) => `ida ${n}`));
    expect(await waitForTexts(ownSocket)).toEqual(numbers.map((n) => `volta ${n}`));
    await otherSocket.send('userTyping', { senderId: bia.uid, receiverId: ana.uid });
    expect(await ownSocket.waitFor('userTyping')).toEqual([
      { senderId: bia.uid, receiverId: ana.uid },
    ]);
    for (const socket of [ownSocket, otherSocket]) socket.close();
  });

  it('see each other go online and offline', async () => {
    const [caio, dora] = [await sharedPort.signIn('Caio'), await sharedPort.signIn('Dora')];
    const watcherSocket = await connectSocket(sharedPort.url, caio);
    // The list of online people arrives before Dora connects, so that her connection causes an event of its own.
    await watcherSocket.waitFor('usersOnline');
    const doraSocket = await sharedPort.socketElsewhere(dora, [processOf(watcherSocket.wire)]);
    const dorasEvent = expect.objectContaining({ userId: dora.uid });
    await expect.poll(() => watcherSocket.payloadsOf('userConnected')).toContainEqual(dorasEvent);
    doraSocket.close();
    await expect
      .poll(() => watcherSocket.payloadsOf('userDisconnected'))
      .toContainEqual(dorasEvent);
    watcherSocket.close();
  });
});

describe('polling', () => {
  it('goes to the process of its session, whichever process a request reaches', async () => {
    const [eva, fabio] = [await sharedPort.signIn('Eva'), await sharedPort.signIn('Fabio')];
    const options = { transports: ['polling'], upgrade: false };
    const sockets = [
      await connectSocket(sharedPort.url, eva, options),
      await connectSocket(sharedPort.url, fabio, options),
    ];
    // Each message takes several requests, which the processes receive in turn.
    const numbers = Array.from({ length: 12 }, (_, n) => `${n}`);
    for (const text of numbers)
      expect(await sendMessage(sockets[0] as TestSocket, fabio, text)).toMatchObject({ ok: true });
    const receivedMessages = await sockets[1]?.waitFor('receiveMessage', numbers.length);
    expect(textsOf(receivedMessages ?? [])).toEqual(numbers);
    expect(sockets.map(({ wire }) => wire.io.engine.transport.name)).toEqual([
      'polling',
      'polling',
    ]);
    for (const socket of sockets) socket.close();
  });

  it('becomes a WebSocket of the same process', async () => {
    const gabi = await sharedPort.signIn('Gabi');
    for (let n = 0; n < 6; n += 1) {
      const socket = await connectSocket(sharedPort.url, gabi, {
        transports: ['polling', 'websocket'],
      });
      const processBefore = processOf(socket.wire);
      await expect.poll(() => socket.wire.io.engine.transport.name).toBe('websocket');
      expect(processOf(socket.wire)).toBe(processBefore);
      expect(await socket.send('register', gabi.uid)).toMatchObject({ ok: true });
      socket.close();
    }
  });

  it('with a session of no process is refused, so that its client opens another', async () => {
    const requestSession = (sid: string) =>
      fetch(`${sharedPort.url}/socket.io/?EIO=4&transport=polling&sid=${sid}`).then(
        ({ status }) => status,
      );
    for (const sid of ['99-abc', '__proto__-abc', '1-abc', '2-abc'])
      expect(await requestSession(sid)).toBe(400);
  });
});

it('a job runs once, although two processes have workers', async () => {
  const hugo = await sharedPort.signIn('Hugo');
  const sendFeedback = async (feedbackMessage: string) => {
    const emailData = { feedbackMessage, userName: 'Hugo', userId: hugo.uid };
    const { status } = await hugo.fetch('/email/send', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emailType: 'feedback', emailData }),
    });
    expect(status).toBe(200);
  };
  const countMailsWith = async (text: string) => {
    const headers = { accept: 'application/json' };
    const { emails } = (await (
      await fetch(`${sharedPort.url}/dev/outbox`, { headers })
    ).json()) as {
      emails: { to: string; text: string }[];
    };
    const teamMails = emails.filter(({ to }) => to === 'equipe@guilda.example');
    return teamMails.filter((mail) => mail.text.includes(text)).length;
  };
  for (const text of ['Elogio 1.', 'Elogio 2.', 'Elogio 3.']) await sendFeedback(text);
  await expect.poll(() => countMailsWith('Elogio')).toBe(3);
  // Jobs run in order, so no earlier mail can still arrive once a later one has arrived.
  await sendFeedback('Crítica.');
  await expect.poll(() => countMailsWith('Crítica')).toBe(1);
  expect(await countMailsWith('Elogio')).toBe(3);
});

it('the metrics and the health page count all processes', async () => {
  // A process that answers the request for metrics late is missing in all of them.
  await expect.poll(() => readMetric('guilda_ready ')).toBe(2);
  const countBefore = await readMetric(healthRequestSeries);
  await requestHealth(10);
  await expect.poll(() => readMetric(healthRequestSeries)).toBe(countBefore + 10);
  expect(await readMetric('guilda_ready ')).toBe(2);
  expect(await readMetric('guilda_jobs{state="failed"}')).toBe(0);
  const admin = await sharedPort.signIn('Chefe');
  const readNodesHealth = async () => {
    const { dependencies } = await admin.api.health.getHealth();
    return dependencies.find(({ name }) => name === 'nodes');
  };
  await expect.poll(readNodesHealth).toMatchObject({
    state: 'ok',
    text: '2 servidores atendem juntos.',
    facts: [
      { label: 'Processos desta máquina', value: '2 de 2' },
      { label: 'Religados depois de cair', value: '0' },
    ],
  });
});

describe('a process that is killed', () => {
  it('loses only its own connections, and another process replaces it', async () => {
    const [iris, joao] = [await sharedPort.signIn('Iris'), await sharedPort.signIn('Joao')];
    const pidByProcess = await pidsByProcess();
    const remainingSocket = await connectSocket(sharedPort.url, iris);
    const [victim] = [...pidByProcess.keys()].filter(
      (id) => id !== processOf(remainingSocket.wire),
    );
    const killedSocket = await sharedPort.socketElsewhere(joao, [processOf(remainingSocket.wire)]);
    let lossCount = 0;
    remainingSocket.wire.on('disconnect', () => (lossCount += 1));
    await requestHealth(4);
    const countBeforeKill = await readMetric(healthRequestSeries);
    process.kill(pidByProcess.get(victim ?? '') ?? 0, 'SIGKILL');
    // The remaining process still answers.
    expect(await sendMessage(remainingSocket, joao, 'ainda aí?')).toMatchObject({ ok: true });
    await expect
      .poll(() => killedSocket.wire.connected && processOf(killedSocket.wire) !== victim)
      .toBe(true);
    await killedSocket.send('register', joao.uid);
    expect(textsOf(await killedSocket.waitFor('receiveMessage'))).toEqual(['ainda aí?']);
    await expect
      .poll(sharedPort.listAnsweringProcesses, { timeout: 60_000 })
      .toEqual(['1', '2', '3'].filter((id) => id !== victim));
    expect(lossCount).toBe(0);
    // The metrics keep what the killed process had counted when they were last read.
    expect(await readMetric(healthRequestSeries)).toBeGreaterThanOrEqual(countBeforeKill);
    for (const socket of [remainingSocket, killedSocket]) socket.close();
  });
});

/** Start time of a process in clock ticks, which may be the same for two processes. */
async function startTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the process, in brackets, may contain spaces; the start time is the twentieth field after it.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
}

/**
 * The operating system's pid of each process, by the process's number in the node. Numbers increase in the order in
 * which processes start. Pids may not, because they begin again at the lowest free one after the highest.
 */
async function pidsByProcess(): Promise<ReadonlyMap<string, number>> {
  const pids = await sharedPort.pids();
  const startedProcesses = await Promise.all(
    pids.map(async (pid) => ({ pid, startTime: await startTimeOf(pid) })),
  );
  startedProcesses.sort((a, b) => a.startTime - b.startTime || a.pid - b.pid);
  const ids = await sharedPort.listAnsweringProcesses();
  return new Map(ids.map((id, n) => [id, startedProcesses[n]?.pid ?? 0]));
}
