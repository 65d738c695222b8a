/** A polling session, controlled request by request. */
export interface PollingSession {
  readonly sid: string;
  /** Sends a body; resolves to the status, or to null when the connection was closed. */
  post(body: string): Promise<number | null>;
  /** Whether the server still has the session. */
  isAlive(): Promise<boolean>;
}

/** Opens a session; if a packet is given, sends it and reads the answer. */
export async function openSession(url: string, packet?: string): Promise<PollingSession> {
  const baseUrl = `${url}/socket.io/?EIO=4&transport=polling`;
  const greeting = await (await fetch(baseUrl)).text();
  const sid = /"sid":"([^"]+)"/.exec(greeting)?.[1] ?? '';
  const sessionUrl = `${baseUrl}&sid=${sid}`;
  const headers = { 'content-type': 'text/plain;charset=UTF-8' };
  const session: PollingSession = {
    sid,
    post: (body) =>
      fetch(sessionUrl, { method: 'POST', body, headers }).then(
        ({ status }) => status,
        () => null,
      ),
    isAlive: async () => (await session.post('3')) === 200,
  };
  if (packet !== undefined) {
    await session.post(packet);
    await (await fetch(sessionUrl)).text();
  }
  return session;
}
