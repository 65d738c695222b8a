import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpApp } from '@guilda/server/platform/http/app';
import { createLogger } from '@guilda/server/platform/telemetry/logging';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakeClock, fakeClock } from '../../../server/test/fixtures/fakes/fake-clock.ts';
import { describeMailer } from '../../../server/test/ports/mailer-suite.ts';
import { createDemoOutbox, type DemoOutbox, mountDemoOutbox } from './index.ts';

let outboxFolder: string;
let clock: FakeClock;
let outbox: DemoOutbox;
let app: FastifyInstance;

beforeEach(async () => {
  outboxFolder = join(await mkdtemp(join(tmpdir(), 'guilda-outbox-')), 'outbox');
  clock = fakeClock();
  outbox = await createDemoOutbox({ directory: outboxFolder, clock, maxMails: 5 });
  const log = createLogger('silent');
  app = await createHttpApp({ log, https: false, trustedProxies: null });
  mountDemoOutbox(app, outbox);
});

afterEach(async () => {
  await app.close();
  await rm(join(outboxFolder, '..'), { recursive: true, force: true });
});

const buildMail = (id: string, changes = {}) => ({
  id,
  to: 'equipe@guilda.example',
  subject: `Assunto ${id}`,
  text: 'Olá',
  html: '<p>Olá</p>',
  ...changes,
});

describeMailer('the outbox', async () => {
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'guilda-mailer-'));
  const outboxFolder = join(temporaryFolder, 'outbox');
  const createdOutbox = await createDemoOutbox({ directory: outboxFolder, clock: fakeClock() });
  return {
    mailer: createdOutbox,
    received: async () =>
      (await createdOutbox.list()).map(({ unsubscribeUrl = null, ...rest }) => ({
        ...rest,
        unsubscribeUrl,
      })),
    breakCarrier: async () => {
      await rename(outboxFolder, `${outboxFolder}-away`);
      await writeFile(outboxFolder, '');
    },
    repairCarrier: async () => {
      await rm(outboxFolder);
      await rename(`${outboxFolder}-away`, outboxFolder);
    },
    close: () => rm(temporaryFolder, { recursive: true }),
  };
});

describe('the outbox', () => {
  test('keeps mails over a restart, newest first', async () => {
    await outbox.send(buildMail('a'));
    clock.advance(1_000);
    await outbox.send(buildMail('b'));
    const reopenedOutbox = await createDemoOutbox({ directory: outboxFolder, clock });
    expect(await reopenedOutbox.list()).toEqual([
      { ...buildMail('b'), sentAt: '2026-11-20T12:00:01.000Z' },
      { ...buildMail('a'), sentAt: '2026-11-20T12:00:00.000Z' },
    ]);
  });

  test('shows the sender of mails where it is known', async () => {
    const from = { name: 'Mesa', address: 'oi@guilda.example' };
    const outboxWithSender = await createDemoOutbox({ directory: outboxFolder, clock, from });
    await outboxWithSender.send(buildMail('a'));
    expect(await outboxWithSender.list()).toMatchObject([
      { id: 'a', from: 'Mesa <oi@guilda.example>' },
    ]);
    const page = await app.inject({ url: '/dev/outbox', headers: { accept: 'text/html' } });
    expect(page.body).toContain('De Mesa &lt;oi@guilda.example&gt; para equipe@guilda.example');
  });

  test('keeps a mail once although it is sent again', async () => {
    await outbox.send(buildMail('a'));
    clock.advance(1_000);
    await Promise.all([outbox.send(buildMail('a')), outbox.send(buildMail('a'))]);
    expect(await outbox.list()).toMatchObject([{ id: 'a', sentAt: '2026-11-20T12:00:00.000Z' }]);
  });

  test('keeps only the newest mails', async () => {
    for (const id of 'abcdefgh') await outbox.send(buildMail(id));
    expect(await outbox.list()).toHaveLength(5);
    expect(await readdir(outboxFolder)).toHaveLength(5);
  });

  test('ignores files that are no mails', async () => {
    await outbox.send(buildMail('a'));
    await writeFile(join(outboxFolder, 'broken.json'), '{"id":');
    await writeFile(join(outboxFolder, 'other.json'), '{"id":1}');
    expect(await outbox.list()).toMatchObject([{ id: 'a' }]);
  });
});

describe('GET /dev/outbox', () => {
  test.each([undefined, '*/*', 'application/json'])('is JSON for scripts (%s)', async (accept) => {
    await outbox.send(buildMail('a'));
    const response = await app.inject({
      url: '/dev/outbox',
      headers: accept === undefined ? {} : { accept },
    });
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({
      emails: [{ ...buildMail('a'), sentAt: '2026-11-20T12:00:00.000Z' }],
    });
  });

  const openOutboxPage = () =>
    app.inject({ url: '/dev/outbox/', headers: { accept: 'text/html,application/xhtml+xml' } });

  test('is a page without scripts for browsers', async () => {
    const markup = `</p><script>alert(1)</script><img src=x onerror="alert('2')">`;
    await outbox.send(buildMail('a', { subject: markup, text: markup, html: markup }));
    const response = await openOutboxPage();
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).not.toMatch(/<script|<img/);
    expect(response.body).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;',
    );
    expect(response.body).toContain('<iframe sandbox="" ');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
    const nonce = /style-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(response.body).toContain(`<style nonce="${nonce}">`);
    expect((await openOutboxPage()).body).not.toContain(String(nonce));
  });

  test('says when there are no mails', async () => {
    expect((await openOutboxPage()).body).toContain('Nenhum e-mail ainda.');
  });
});
