/** A client that speaks the protocol by hand, so that it can also speak it badly. */
export interface RawSocket {
  /** Everything it received, in order. */
  readonly received: readonly string[];
  readonly open: boolean;
  /** Resolves once the connection has ended. */
  readonly closed: Promise<void>;
  send(frame: string | Uint8Array): void;
  /** Sends an event and resolves to its acknowledgement, null when the connection ends before it. */
  ask(event: string, ...args: readonly unknown[]): Promise<unknown>;
  close(): void;
}

/** Opens a WebSocket to the door; with a token it connects, with a uid it also registers. */
export async function openRaw(
  url: string,
  { token, uid }: { readonly token?: string; readonly uid?: string } = {},
): Promise<RawSocket> {
  const wire = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  const waiting = new Map<string, (answer: unknown) => void>();
  let asked = 0;
  let connected: () => void = () => undefined;
  const admitted = new Promise<void>((resolve) => {
    connected = resolve;
  });
  const closed = new Promise<void>((resolve) => {
    wire.addEventListener('close', () => resolve());
  });
  wire.addEventListener('message', ({ data }) => {
    const frame = String(data);
    if (frame === '2') return wire.send('3');
    received.push(frame);
    if (frame.startsWith('40') || frame.startsWith('44')) connected();
    const ack = /^43(\d+)(\[.*)$/s.exec(frame);
    if (ack?.[1] && ack[2]) waiting.get(ack[1])?.((JSON.parse(ack[2]) as unknown[])[0]);
  });
  wire.addEventListener('error', () => undefined);
  await Promise.race([new Promise((resolve) => wire.addEventListener('open', resolve)), closed]);
  const socket: RawSocket = {
    received,
    closed,
    get open() {
      return wire.readyState === WebSocket.OPEN;
    },
    send: (frame) => {
      if (wire.readyState === WebSocket.OPEN) wire.send(frame);
    },
    ask: (event, ...args) => {
      asked += 1;
      const id = String(asked);
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      socket.send(`42${id}${JSON.stringify([event, ...args])}`);
      return Promise.race([answer, closed.then(() => null)]);
    },
    close: () => wire.close(),
  };
  if (token !== undefined) {
    socket.send(`40${JSON.stringify({ token })}`);
    await Promise.race([admitted, closed]);
  }
  if (uid !== undefined) await socket.ask('register', uid);
  return socket;
}
