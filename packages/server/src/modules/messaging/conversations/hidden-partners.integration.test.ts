import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a person whom the team has hidden', () => {
  const hide = ({ uid }: TestPerson) =>
    app.pool.query('UPDATE users SET hidden_at = now() WHERE uid = $1', [uid]);

  it('is nobody to people without a conversation, also when it is to be muted', async () => {
    const [stranger, hidden] = [await app.signIn('Estranho'), await app.signIn('Oculto')];
    await hide(hidden);
    const params = { otherUid: hidden.uid };
    const { getPartner, muteConversation, unmuteConversation } = stranger.api.messaging;
    for (const request of [getPartner, muteConversation, unmuteConversation])
      expect(await errorOfCall(request({ params }))).toMatchObject({ code: 'user_not_found' });
    const { rows } = await app.pool.query('SELECT FROM conversation_members WHERE uid = $1', [
      stranger.uid,
    ]);
    expect(rows).toEqual([]);
  });

  it('stays a partner of people who have the conversation', async () => {
    const [reader, hidden] = [await app.signIn('Leitora'), await app.signIn('Conhecido')];
    const socket = await connectSocket(app.url, hidden);
    await socket.send('sendMessage', { receiverId: reader.uid, message: 'Oi' });
    socket.close();
    await hide(hidden);
    const params = { otherUid: hidden.uid };
    await reader.api.messaging.muteConversation({ params });
    expect((await reader.api.messaging.getPartner({ params })).partner).toMatchObject({
      uid: hidden.uid,
      muted: true,
    });
  });
});
