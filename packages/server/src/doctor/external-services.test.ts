import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import { loopbackCertificate } from '../../test/fixtures/server/loopback-certificate.ts';
import {
  type MailPeer,
  type MailPeerOptions,
  peerLogin,
  startMailPeer,
  startScriptedMailPeer,
} from '../../test/peers/mail-peer.ts';
import { discoveryOf, startTestIssuer, type TestIssuer } from '../../test/peers/oidc-issuer.ts';
import { diagnoseIssuer } from '../adapters/oidc/diagnose.ts';
import { diagnoseRedis } from '../adapters/redis/index.ts';
import { diagnoseSmtp, type TestMail } from '../adapters/smtp/index.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { systemClock } from '../ports/clock.ts';

let unusedPort: number;
beforeAll(async () => {
  unusedPort = await findFreePort();
});

describe('the check of the issuer', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startTestIssuer();
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  /** Diagnoses the issuer; returns the findings without the one about plain HTTP, which a fake issuer always causes. */
  async function diagnose(
    url = issuer.url,
    misbehave?: TestIssuer['misbehave'],
    timeoutMs = 4_000,
  ) {
    issuer.misbehave = misbehave;
    const options = { issuer: url, clock: systemClock, timeoutMs };
    const { wrong, right } = renderFindings(await diagnoseIssuer(options));
    expect(wrong[0]).toContain('não usa https');
    return { wrong: wrong.slice(1), right };
  }

  it('finds nothing wrong', async () => {
    const { wrong, right } = await diagnose();
    expect(wrong).toEqual([]);
    expect(right).toHaveLength(3);
  });

  it('finds an address that is spelled in another way than the issuer does', async () => {
    const { wrong } = await diagnose(`${issuer.url}/`);
    expect(wrong).toEqual([
      `✗ O provedor de entrada se chama ${issuer.url}, e OIDC_ISSUER diz ${issuer.url}/: ninguém entra.`,
    ]);
  });

  it('does not repeat the name of an issuer of another origin', async () => {
    const { wrong } = await diagnose(issuer.url, (_path, response) => {
      response.end(JSON.stringify(discoveryOf('https://MARCA.example')));
      return true;
    });
    expect(wrong[0]).toContain('se chama outro endereço');
    expect(wrong.join()).not.toContain('MARCA');
  });

  it.each([
    [404, /a resposta foi 404/],
    [200, /responde algo que não é um provedor/],
  ])('finds an answer with status %s that is no document', async (status, expectedText) => {
    const { wrong } = await diagnose(issuer.url, (_path, response) => {
      response.writeHead(status).end('<p>MARCA</p>');
      return true;
    });
    expect(wrong).toEqual([expect.stringMatching(expectedText)]);
  });

  it.each([
    ['that cannot be read', 500, '', /chaves .* não puderam ser lidas: a resposta foi 500/],
    ['that are no keys', 200, '{}', /não publica nenhuma chave/],
    ['for nothing but secrets', 200, '{"keys":[{"kty":"oct"}]}', /nenhuma chave/],
    ['of another kind', 200, '{"keys":[{"kty":"RSA","alg":"RS512"}]}', /nenhuma chave/],
  ])('finds keys %s', async (_what, status, body, expectedText) => {
    const { wrong } = await diagnose(issuer.url, (path, response) => {
      if (path === '/jwks') response.writeHead(status).end(body);
      return path === '/jwks';
    });
    expect(wrong).toEqual([expect.stringMatching(expectedText)]);
  });

  it('reports an unreachable or slow service', async () => {
    const findingsOfClosedPort = await diagnose(`http://127.0.0.1:${unusedPort}`);
    expect(findingsOfClosedPort.wrong[0]).toContain('nada atende nesse endereço e porta');
    const findingsOfSilentPeer = await diagnose(issuer.url, () => true, 300);
    expect(findingsOfSilentPeer.wrong[0]).toContain('não houve resposta a tempo');
  });
});

describe('the check of Redis', () => {
  it.each(['redis://guilda:MARCA@127.0.0.1/guilda', 'redis://guilda:MARCA%zz@127.0.0.1'])(
    'finds that %s is no address of a Redis server',
    async (url) => {
      const { wrong, text } = renderFindings(await diagnoseRedis(url));
      expect(wrong).toEqual(['✗ REDIS_URL não tem a forma certa.']);
      expect(text).not.toContain('MARCA');
    },
  );
});

describe('the check of the mail server', () => {
  const certificate = loopbackCertificate();
  const peers: { close(): unknown }[] = [];
  afterAll(() => Promise.all(peers.map((peer) => peer.close())));
  async function startPeer(options: MailPeerOptions): Promise<MailPeer> {
    const peer = await startMailPeer({ certificate, ...options });
    peers.push(peer);
    return peer;
  }
  async function diagnose(url: string, allowPlaintext?: boolean, testMail?: TestMail, ms = 4_000) {
    const timeouts = { connectMs: ms, idleTimeoutMs: ms };
    const from = { name: null, address: 'avisos@guilda.example' };
    const plaintextOption = allowPlaintext === undefined ? {} : { allowPlaintext };
    const findings = renderFindings(
      await diagnoseSmtp({ url, from, timeouts, testMail, ...plaintextOption }),
    );
    expect(findings.text).not.toMatch(/p@ss|p%40ss|MARCA/);
    return findings;
  }

  it.each([
    ['smtps', undefined, /por TLS/],
    ['plain', undefined, /não sai deste computador/],
  ] as const)(
    'finds nothing wrong by %s, and sends nothing',
    async (protocol, allowPlaintext, expectedText) => {
      const { url, mails } = await startPeer({ encryption: protocol });
      const { right, wrong } = await diagnose(url, allowPlaintext);
      expect(wrong).toEqual([]);
      expect(right[1]).toMatch(expectedText);
      expect(right[2]).toContain('aceita o login');
      expect(mails).toEqual([]);
    },
  );

  const testMail = { to: 'ana@guilda.example', id: 'doctor-1', clock: systemClock };

  it('sends a trial mail to the requested recipient, and does not print the recipient', async () => {
    const { url, mails } = await startPeer({});
    const from = { name: 'Mesa', address: 'a@guilda.example' };
    const { right, text } = renderFindings(await diagnoseSmtp({ url, from, testMail }));
    expect(right.at(-1)).toContain('aceitou o e-mail de teste');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      envelope: { from: 'a@guilda.example', to: [testMail.to] },
      parsed: { subject: 'Teste da Guilda', from },
    });
    expect(text).not.toContain('ana@');
  });

  it.each([
    [{ MAIL: '553 5.7.1 MARCA' }, /não aceita MAIL_FROM como remetente \(553 5\.7\.1\)/],
    [{ RCPT: '550 MARCA' }, /não aceita o destinatário pedido \(550\)/],
    [{ END: '554 5.7.9 MARCA' }, /recusa o e-mail de teste \(554 5\.7\.9\)/],
    [{ DATA: 'cut' }, /não pôde ser usado/],
  ] as const)('finds that a mail is refused by %o', async (script, expectedText) => {
    const refusingPeer = await startScriptedMailPeer(script);
    peers.push(refusingPeer);
    const { wrong, text } = await diagnose(refusingPeer.url, undefined, testMail);
    expect(wrong).toEqual([expect.stringMatching(expectedText)]);
    expect(text).not.toContain('ana@');
  });

  it('sends no trial mail when the recipient is no address', async () => {
    const { url, mails } = await startPeer({});
    const { wrong } = await diagnose(url, undefined, {
      ...testMail,
      to: 'ana, bia@guilda.example',
    });
    expect(wrong[0]).toContain('não é um endereço de e-mail');
    expect(mails).toEqual([]);
  });

  it('finds a login that the server refuses', async () => {
    const { url } = await startPeer({});
    const { wrong } = await diagnose(url.replace(/:[^:]*@/, ':MARCA@'));
    expect(wrong).toEqual(['✗ O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL.']);
  });

  it('finds a server that offers no STARTTLS', async () => {
    const { url } = await startPeer({ encryption: 'plain' });
    expect((await diagnose(url, false)).wrong[0]).toContain('Não há conexão segura');
  });

  it('uses STARTTLS where it is offered', async () => {
    const { url } = await startPeer({ encryption: 'starttls' });
    expect((await diagnose(url, false)).wrong).toEqual([]);
  });

  it('reports a certificate of an unknown issuer', async () => {
    const { url } = await startPeer({ certificate: loopbackCertificate({ trusted: false }) });
    expect((await diagnose(url)).wrong[0]).toMatch(/Não há conexão segura.*certificado não serve/);
  });

  it('reports an unreachable or slow service', async () => {
    const { user } = peerLogin;
    const findingsOfClosedPort = await diagnose(`smtp://${user}:MARCA@localhost:${unusedPort}`);
    expect(findingsOfClosedPort.wrong[0]).toContain('nada atende nesse endereço e porta');
    const silentPeer = await startScriptedMailPeer({ GREETING: 'silent' });
    peers.push(silentPeer);
    expect((await diagnose(silentPeer.url, undefined, undefined, 300)).wrong[0]).toContain(
      'não houve resposta a tempo',
    );
  });
});
