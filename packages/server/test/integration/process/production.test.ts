import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDurableDatabase } from '../../fixtures/server/durable-database.ts';
import { loopbackCertificate } from '../../fixtures/server/loopback-certificate.ts';
import { createNode, type NodeProcess } from '../../fixtures/server/node-process.ts';
import { productionSettings } from '../../fixtures/server/production-settings.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import type { TestDatabase } from '../../fixtures/server/test-database.ts';
import {
  type ForeignIssuer,
  foreignClientId,
  startForeignIssuer,
} from '../../peers/foreign-issuer.ts';
import { type MailPeer, startMailPeer } from '../../peers/mail-peer.ts';

let homeFolder: string;
let database: TestDatabase;
let oidcIssuer: ForeignIssuer;
let mailPeer: MailPeer;
let nodeProcess: NodeProcess;
let settings: Record<string, string>;

beforeAll(async () => {
  const certificate = loopbackCertificate();
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-production-'));
  database = await startDurableDatabase(homeFolder);
  oidcIssuer = await startForeignIssuer(certificate);
  mailPeer = await startMailPeer({ certificate });
  settings = await productionSettings({
    home: homeFolder,
    databaseUrl: database.url,
    issuerUrl: oidcIssuer.url,
    smtpUrl: mailPeer.url,
    certificate: certificate.cert,
  });
  nodeProcess = await createNode(settings);
  await nodeProcess.start();
});

afterAll(async () => {
  await nodeProcess?.kill();
  await mailPeer?.close();
  await oidcIssuer?.stop();
  await database?.drop();
  await rm(homeFolder, { recursive: true, force: true });
});

const fetchPath = (path: string, init?: RequestInit) => fetch(nodeProcess.url + path, init);

const postJson = (path: string, body: unknown, token = '') =>
  fetchPath(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

/** Signs a person in at the identity provider, and then in Guilda with the provider's ID token. */
async function signIn(loginName: string) {
  const answer = await postJson('/api/auth/google', {
    idToken: await oidcIssuer.signIn(loginName),
  });
  expect(answer.status).toBe(200);
  const { user, tokens } = (await answer.json()) as {
    user: { role: string; email: string };
    tokens: { accessToken: string };
  };
  return { user, token: tokens.accessToken };
}

describe('the program in production', () => {
  it('answers its health checks, and has no demo data', async () => {
    expect((await fetchPath('/healthz')).status).toBe(200);
    await expect.poll(async () => (await fetchPath('/readyz')).status).toBe(200);
    const [people] = await withClient(database.url, async (client) => {
      const { rows } = await client.query('SELECT count(*)::int AS count FROM users');
      return rows;
    });
    expect(people).toEqual({ count: 0 });
  });

  it.each([
    ['GET', '/sandbox'],
    ['GET', '/sandbox/oidc/.well-known/openid-configuration'],
    ['GET', '/sandbox/payments/assets/pages.css'],
    ['GET', '/sandbox/age'],
    ['GET', '/sandbox/discord'],
    ['GET', '/sandbox/art/x.svg'],
    ['GET', '/dev/outbox'],
    ['POST', '/dev/id-token'],
    ['POST', '/dev/discord-code'],
    ['POST', '/api/payments/webhooks/demo'],
    ['POST', '/api/age/webhooks/demo'],
  ])('has no route %s %s', async (method, path) => {
    const body = method === 'POST' ? { body: '{}' } : {};
    const headers = { 'content-type': 'application/json' };
    expect((await fetchPath(path, { method, headers, ...body })).status).toBe(404);
  });

  it('requires https of browsers, and allows only its own scripts', async () => {
    const { headers } = await fetchPath('/api/auth/config');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('content-security-policy')).not.toMatch(/sandbox|localhost|http/);
  });

  it('uses the configured issuer, and Discord itself', async () => {
    expect(await (await fetchPath('/api/auth/config')).json()).toMatchObject({
      authorizationEndpoint: `${oidcIssuer.url}/auth`,
      clientId: foreignClientId,
    });
    const { token } = await signIn('bia');
    const headers = { authorization: `Bearer ${token}` };
    const { url } = (await (await fetchPath('/api/discord/authorize', { headers })).json()) as {
      url: string;
    };
    expect(url).toMatch(/^https:\/\/discord\.com\/.*guilda\.example%2Fdiscord%2Fcallback/);
  });

  it('signs people in with the issuer’s tokens, and recognises the team by e-mail address', async () => {
    expect((await signIn('ana')).user).toMatchObject({ role: 'admin' });
    expect((await signIn('bia')).user).toMatchObject({ role: 'user' });
    for (const idToken of [await oidcIssuer.signIn('bia', { other: true }), 'a.b.c']) {
      const refusal = await postJson('/api/auth/google', { idToken });
      expect(refusal.status).toBe(401);
      expect(await refusal.json()).toMatchObject({ error: errors.identity_rejected.text });
    }
  });

  it('reports that it has no age check provider', async () => {
    const { token } = await signIn('bia');
    const refusal = await postJson('/api/age/verification', {}, token);
    expect(refusal.status).toBe(503);
    expect(await refusal.json()).toMatchObject({ error: errors.age_check_unavailable.text });
  });

  it('sends its mails through the mail server', async () => {
    const { token } = await signIn('bia');
    const message = 'Gostei muito da Guilda.';
    const response = await postJson(
      '/email/send',
      { emailType: 'feedback', emailData: { feedbackMessage: message } },
      token,
    );
    expect(response.status).toBe(200);
    // The author of the feedback also gets a mail, before or after the team, so the mail is found by its recipient.
    const findTeamMail = () =>
      mailPeer.mails.find(({ envelope }) => envelope.to.includes('equipe@guilda.example'));
    await expect.poll(findTeamMail).toBeDefined();
    const mail = findTeamMail();
    expect(mail).toMatchObject({ envelope: { from: 'avisos@guilda.example' }, usedTls: true });
    expect(mail?.parsed.text).toContain(message);
    expect(mail?.parsed.text).toContain('https://guilda.example/');
  });

  it('stops with the exit code 0 on a signal', async () => {
    expect(await nodeProcess.stop()).toBe(0);
  });
});

describe('the program in production without Discord', () => {
  it('starts without calls, and reports this in its log', async () => {
    const entries = Object.entries(settings).filter(([name]) => !name.startsWith('DISCORD_'));
    nodeProcess = await createNode(Object.fromEntries(entries));
    await nodeProcess.start();
    await expect.poll(async () => (await fetchPath('/readyz')).status).toBe(200);
    const { token } = await signIn('bia');
    const headers = { authorization: `Bearer ${token}` };
    const { status, text } = errors.calls_unavailable;
    const roomRequest = { caller_id: '1', receiver_id: '2' };
    for (const refusedResponse of [
      await fetchPath('/api/discord/authorize', { headers }),
      await postJson('/api/discord/link', { code: 'c', state: 's' }, token),
      await postJson('/discord/call', roomRequest, token),
    ]) {
      expect(refusedResponse.status).toBe(status);
      expect(await refusedResponse.json()).toMatchObject({
        error: text,
        code: 'calls_unavailable',
      });
    }
    expect((await fetchPath('/api/users/me', { headers })).status).toBe(200);
    expect((await fetchPath('/sandbox/discord')).status).toBe(404);
    expect(await nodeProcess.stop()).toBe(0);
  });

  it('does not start with only some of Discord’s settings, and names the missing ones', async () => {
    const { DISCORD_BOT_TOKEN: _token, DISCORD_GUILD_ID: _guild, ...someSettings } = settings;
    const node = await createNode(someSettings);
    await expect(node.start()).rejects.toThrow(
      'o Discord precisa também de DISCORD_BOT_TOKEN, DISCORD_GUILD_ID',
    );
  });
});
