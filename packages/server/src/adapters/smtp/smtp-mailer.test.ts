import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import {
  type LoopbackCertificate,
  loopbackCertificate,
} from '../../../test/fixtures/server/loopback-certificate.ts';
import {
  type MailPeer,
  type MailScript,
  startMailPeer,
  startScriptedMailPeer,
} from '../../../test/peers/mail-peer.ts';
import { describeMailer } from '../../../test/ports/mailer-suite.ts';
import { createSmtpMailer, type SmtpMailer, type SmtpOptions } from './index.ts';

const testMail = {
  id: 'order-1',
  to: 'joana@pessoas.example',
  subject: 'Você tem um novo pedido',
  text: 'Olá',
  html: '<p>Olá</p>',
};

let peerCertificate: LoopbackCertificate;
let loggedCalls: unknown[][] = [];
const openedResources: { close(): unknown }[] = [];
beforeAll(() => {
  peerCertificate = loopbackCertificate();
});
afterEach(async () => {
  for (const resource of openedResources.splice(0).reverse()) await resource.close();
  loggedCalls = [];
});

function createMailer(url: string, options: Partial<SmtpOptions> = {}): SmtpMailer {
  const log = { warn: (...logArguments: unknown[]) => loggedCalls.push(logArguments) };
  const from = { name: null, address: 'avisos@guilda.example' };
  const mailer = createSmtpMailer({ url, from, clock: fakeClock(), log, ...options });
  openedResources.push(mailer);
  return mailer;
}

async function startPeer(options: Parameters<typeof startMailPeer>[0] = {}): Promise<MailPeer> {
  const startedServer = await startMailPeer({ certificate: peerCertificate, ...options });
  openedResources.push(startedServer);
  return startedServer;
}

async function startScriptedPeer(script: MailScript) {
  const startedPeer = await startScriptedMailPeer(script);
  openedResources.push(startedPeer);
  return startedPeer;
}

const timeoutsOf = (ms: number) => ({ connectMs: ms, idleTimeoutMs: ms });

const refusalOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describeMailer('SMTP', async () => {
  let server = await startMailPeer({ certificate: peerCertificate });
  const earlierMails: MailPeer['mails'][number][] = [];
  const mailer = createMailer(server.url);
  const stopServer = async () => {
    earlierMails.push(...server.mails);
    await server.close();
  };
  return {
    mailer,
    received: async () => {
      const allMails = [...earlierMails, ...server.mails];
      const mailByMessageId = new Map(allMails.map((mail) => [mail.parsed.messageId, mail]));
      return [...mailByMessageId.values()].map(({ envelope, parsed }) => ({
        to: envelope.to.join(),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html ?? '',
        unsubscribeUrl: / ?<(.+)>/.exec(headerOf(parsed, 'list-unsubscribe') ?? '')?.[1] ?? null,
      }));
    },
    breakCarrier: stopServer,
    repairCarrier: async () => {
      server = await startMailPeer({ certificate: peerCertificate, port: server.port });
    },
    close: async () => {
      mailer.close();
      await server.close();
    },
  };
});

const headerOf = ({ headers }: MailPeer['mails'][number]['parsed'], name: string) =>
  headers.find(({ key }) => key === name)?.value ?? null;

describe('a mail by SMTP', () => {
  it('has a unique message id, a sender, and a header that says that a program wrote it', async () => {
    const server = await startPeer();
    const unsubscribeUrl = 'https://guilda.example/email/unsubscribe?token=abc';
    await createMailer(server.url).send({ ...testMail, unsubscribeUrl });
    const [got] = server.mails;
    expect(got?.envelope).toEqual({ from: 'avisos@guilda.example', to: [testMail.to] });
    expect(got?.usedTls).toBe(true);
    expect(got?.parsed).toMatchObject({
      messageId: '<order-1@guilda.example>',
      from: { name: 'Guilda', address: 'avisos@guilda.example' },
      to: [{ name: '', address: testMail.to }],
      subject: testMail.subject,
      date: '2026-11-20T12:00:00.000Z',
      attachments: [],
    });
    expect(got && headerOf(got.parsed, 'auto-submitted')).toBe('auto-generated');
    expect(got && headerOf(got.parsed, 'list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(got && headerOf(got.parsed, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(got?.raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  });

  it('bears the configured name of its sender, whatever characters are in it', async () => {
    const server = await startPeer();
    const name = 'Guilda, a mesa de João';
    await createMailer(server.url, { from: { name, address: 'oi@guilda.example' } }).send(testMail);
    const [got] = server.mails;
    expect(got?.envelope.from).toBe('oi@guilda.example');
    expect(got?.parsed.from).toEqual({ name, address: 'oi@guilda.example' });
    expect(got?.parsed.messageId).toBe('<order-1@guilda.example>');
  });

  it('is sent by STARTTLS when the address of the server begins with smtp', async () => {
    const server = await startPeer({ encryption: 'starttls' });
    await createMailer(server.url, { allowPlaintext: false }).send(testMail);
    expect(server.mails).toMatchObject([{ usedTls: true }]);
  });

  it('may be sent without TLS to a relay on the same machine', async () => {
    const server = await startPeer({ encryption: 'plain' });
    await createMailer(server.url).send(testMail);
    expect(server.mails).toMatchObject([{ usedTls: false }]);
  });

  it('shares a small number of connections with other mails', async () => {
    const server = await startPeer();
    const mailer = createMailer(server.url);
    let maxConnections = 0;
    const sendings = Array.from({ length: 20 }, async (_, n) => {
      await mailer.send({ ...testMail, id: `m-${n}` });
      maxConnections = Math.max(maxConnections, server.connections());
    });
    await Promise.all(sendings);
    expect(maxConnections).toBeGreaterThan(0);
    expect(maxConnections).toBeLessThanOrEqual(4);
    mailer.close();
    await expect.poll(server.connections).toBe(0);
    expect(await refusalOf(mailer.send(testMail))).toBe('the connection to the mail server failed');
  });
});

describe('no mail leaves', () => {
  it.each(['smtps', 'starttls'] as const)(
    'to a server (%s) with a certificate of an unknown issuer',
    async (encryption) => {
      const certificate = loopbackCertificate({ trusted: false });
      const server = await startPeer({ encryption, certificate });
      const mailer = createMailer(server.url, { allowPlaintext: false });
      const expectedText =
        'there is no safe connection to the mail server (DEPTH_ZERO_SELF_SIGNED_CERT)';
      expect(await refusalOf(mailer.send(testMail))).toBe(expectedText);
      expect(server.mails).toEqual([]);
    },
  );

  it('to a server on another machine that offers no STARTTLS', async () => {
    const server = await startPeer({ encryption: 'plain' });
    const mailer = createMailer(server.url, { allowPlaintext: false });
    expect(await refusalOf(mailer.send(testMail))).toMatch(
      /^there is no safe connection to the mail server \(5\d\d.*\)$/,
    );
    expect(server.mails).toEqual([]);
  });

  it('with a wrong login, or by a login method that the server does not offer', async () => {
    const server = await startPeer();
    const mailer = createMailer(server.url.replace('guilda', 'joana'));
    expect(await refusalOf(mailer.send(testMail))).toBe('the mail server refused the login (535)');
    const peer = await startScriptedPeer({ EHLO: '250 relay.example', AUTH: '502 5.5.1 No' });
    expect(await refusalOf(createMailer(peer.url).send(testMail))).toBe(
      'the mail server refused the login (502 5.5.1)',
    );
    expect(server.mails).toEqual([]);
  });
});

const specialCharacters = 'joana@pessoas.example guilda p@ss:word/é';

describe('a mail that the server does not accept', () => {
  it.each<[string, MailScript, string]>([
    ['a silent server', { GREETING: 'silent' }, 'the mail server did not answer in time'],
    ['a cut at the greeting', { GREETING: 'cut' }, 'the connection to the mail server failed'],
    [
      'a greeting of refusal',
      { GREETING: `554 5.3.2 ${specialCharacters}` },
      'the connection to the mail server failed (554 5.3.2)',
    ],
    [
      'a refused login',
      { AUTH: `535 5.7.8 ${specialCharacters}` },
      'the mail server refused the login (535 5.7.8)',
    ],
    [
      'a refused sender',
      { MAIL: `550 5.1.8 ${specialCharacters}` },
      'the mail server refused the sender (550 5.1.8)',
    ],
    [
      'a greylisted recipient',
      { RCPT: `451 4.7.1 ${specialCharacters}` },
      'the mail server refused the recipient (451 4.7.1)',
    ],
    [
      'a full mailbox for now',
      { RCPT: `452 4.2.2 ${specialCharacters}` },
      'the mail server refused the recipient (452 4.2.2)',
    ],
    [
      'a closed relay',
      { RCPT: `554 5.7.1 ${specialCharacters}` },
      'the mail server refused the recipient (554 5.7.1)',
    ],
    [
      'a refused DATA',
      { DATA: `421 4.3.2 ${specialCharacters}` },
      'the mail server refused the mail (421 4.3.2)',
    ],
    [
      'a refused mail',
      { END: `554 5.7.0 ${specialCharacters}` },
      'the mail server refused the mail (554 5.7.0)',
    ],
    [
      'a mail taken later',
      { END: `451 4.3.0 ${specialCharacters}` },
      'the mail server refused the mail (451 4.3.0)',
    ],
    ['a cut in DATA', { DATA: 'cut' }, 'the connection to the mail server failed'],
    ['a cut at the end', { END: 'cut' }, 'the connection to the mail server failed'],
    ['silence at the end', { END: 'silent' }, 'the mail server did not answer in time'],
  ])(
    'is reported as %s without names, and the mail is sent on a later attempt',
    async (_name, script, expected) => {
      const server = await startScriptedPeer(script);
      // Short timeouts suit only a silent server; the later mail must not depend on them.
      const isSilent = Object.values(script).includes('silent');
      const mailer = createMailer(server.url, { timeouts: timeoutsOf(isSilent ? 150 : 5_000) });
      const error = await mailer.send(testMail).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(`${(error as Error).stack}`.split('\n')[0]).toBe(`SmtpError: ${expected}`);
      expect(JSON.stringify(error)).not.toMatch(/joana|word/);
      expect((error as Error).cause).toBeUndefined();
      server.now({});
      await (isSilent ? createMailer(server.url) : mailer).send(testMail);
      expect(loggedCalls).toEqual([]);
    },
  );

  it('times out although the server keeps sending', async () => {
    const server = await startScriptedPeer({ END: '250-a' });
    const mailer = createMailer(server.url, { timeouts: { mailMs: 200 } });
    expect(await refusalOf(mailer.send(testMail))).toBe('the mail server did not answer in time');
  });

  it.each<MailScript>([
    { RCPT: `550 5.1.1 ${specialCharacters}` },
    { RCPT: `550 5.2.1 ${specialCharacters}` },
    { RCPT: `550 No such user: ${specialCharacters}` },
    { END: `552 5.3.4 ${specialCharacters}` },
    { END: `550 5.1.1 ${specialCharacters}` },
  ])('permanent failure by %j is logged once, and counts as delivered', async (script) => {
    const mailer = createMailer((await startScriptedPeer(script)).url);
    await mailer.send(testMail);
    expect(loggedCalls).toEqual([
      [
        { reason: expect.stringMatching(/^the mail server refused the (recipient|mail) \(55/) },
        'a mail was refused for good',
      ],
    ]);
    expect(JSON.stringify(loggedCalls)).not.toMatch(/joana|word/);
  });

  it('reports an unknown host and a closed port', async () => {
    expect(await refusalOf(createMailer('smtps://nowhere.invalid').send(testMail))).toMatch(
      /^the name of the mail server leads nowhere/,
    );
    const stoppedPeer = await startMailPeer({ certificate: peerCertificate });
    await stoppedPeer.close();
    expect(await refusalOf(createMailer(stoppedPeer.url).send(testMail))).toBe(
      'the connection to the mail server failed (ECONNREFUSED)',
    );
  });
});
