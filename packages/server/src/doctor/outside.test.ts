import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { loopbackCertificate } from '../../test/loopback-certificate.ts';
import {
  type MailPeer,
  type MailPeerOptions,
  peerLogin,
  startMailPeer,
  startScriptedMailPeer,
} from '../../test/mail-peer.ts';
import {
  type MercadoPagoPeer,
  peerToken,
  startMercadoPagoPeer,
} from '../../test/mercado-pago-peer/peer.ts';
import { discoveryOf, startTestIssuer, type TestIssuer } from '../../test/oidc-issuer.ts';
import {
  broken,
  peerKey,
  type StripePeer,
  startStripePeer,
  unknown,
} from '../../test/stripe-peer/peer.ts';
import { told } from '../../test/told.ts';
import { diagnoseMercadoPago } from '../adapters/mercado-pago/index.ts';
import { diagnoseIssuer } from '../adapters/oidc/diagnose.ts';
import { diagnoseSmtp } from '../adapters/smtp/index.ts';
import { diagnoseStripe } from '../adapters/stripe/index.ts';
import { systemClock } from '../ports/clock.ts';

let nowhere: number;
beforeAll(async () => {
  nowhere = await freePort();
});

describe('of the issuer', () => {
  let issuer: TestIssuer;
  beforeAll(async () => {
    issuer = await startTestIssuer();
  });
  afterAll(() => issuer[Symbol.asyncDispose]());

  /** What is wrong besides that the peer has no https. */
  async function look(url = issuer.url, misbehave?: TestIssuer['misbehave']) {
    issuer.misbehave = misbehave;
    const options = { issuer: url, clock: systemClock, timeoutMs: 300 };
    const { wrong, right } = told(await diagnoseIssuer(options));
    expect(wrong[0]).toContain('não usa https');
    return { wrong: wrong.slice(1), right };
  }

  it('finds nothing wrong', async () => {
    const { wrong, right } = await look();
    expect(wrong).toEqual([]);
    expect(right).toHaveLength(3);
  });

  it('finds it spelled in another way', async () => {
    const { wrong } = await look(`${issuer.url}/`);
    expect(wrong).toEqual([
      `✗ O provedor de entrada se chama ${issuer.url}, e OIDC_ISSUER diz ${issuer.url}/: ninguém entra.`,
    ]);
  });

  it('repeats no name of another origin', async () => {
    const { wrong } = await look(issuer.url, (_path, response) => {
      response.end(JSON.stringify(discoveryOf('https://MARCA.example')));
      return true;
    });
    expect(wrong[0]).toContain('se chama outro endereço');
    expect(wrong.join()).not.toContain('MARCA');
  });

  it.each([
    [404, /a resposta foi 404/],
    [200, /responde algo que não é um provedor/],
  ])('finds an answer of %s that is no document', async (status, words) => {
    const { wrong } = await look(issuer.url, (_path, response) => {
      response.writeHead(status).end('<p>MARCA</p>');
      return true;
    });
    expect(wrong).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    ['that cannot be read', 500, '', /chaves .* não puderam ser lidas: a resposta foi 500/],
    ['that are no keys', 200, '{}', /não publica nenhuma chave/],
    ['for nothing but secrets', 200, '{"keys":[{"kty":"oct"}]}', /nenhuma chave/],
    ['of another kind', 200, '{"keys":[{"kty":"RSA","alg":"RS512"}]}', /nenhuma chave/],
  ])('finds keys %s', async (_what, status, body, words) => {
    const { wrong } = await look(issuer.url, (path, response) => {
      if (path === '/jwks') response.writeHead(status).end(body);
      return path === '/jwks';
    });
    expect(wrong).toEqual([expect.stringMatching(words)]);
  });

  it('finds that nobody answers, or not in time', async () => {
    const closed = await look(`http://127.0.0.1:${nowhere}`);
    expect(closed.wrong[0]).toContain('nada atende nesse endereço e porta');
    const silent = await look(issuer.url, () => true);
    expect(silent.wrong[0]).toContain('não houve resposta a tempo');
  });
});

describe('of the mail server', () => {
  const certificate = loopbackCertificate();
  const peers: { close(): unknown }[] = [];
  afterAll(() => Promise.all(peers.map((peer) => peer.close())));
  async function peer(options: MailPeerOptions): Promise<MailPeer> {
    const made = await startMailPeer({ certificate, ...options });
    peers.push(made);
    return made;
  }
  async function look(url: string, plain?: boolean) {
    const patience = { connectMs: 300, silenceMs: 300 };
    const from = 'avisos@guilda.example';
    const open = plain === undefined ? {} : { plain };
    const seen = told(await diagnoseSmtp({ url, from, patience, ...open }));
    expect(seen.text).not.toMatch(/p@ss|p%40ss|MARCA/);
    return seen;
  }

  it.each([
    ['smtps', undefined, /por TLS/],
    ['plain', undefined, /não sai deste computador/],
  ] as const)('finds nothing wrong by %s, and sends nothing', async (way, plain, words) => {
    const { url, mails } = await peer({ way });
    const { right, wrong } = await look(url, plain);
    expect(wrong).toEqual([]);
    expect(right[1]).toMatch(words);
    expect(right[2]).toContain('aceita o login');
    expect(mails).toEqual([]);
  });

  it('finds a login that is not taken', async () => {
    const { url } = await peer({});
    const { wrong } = await look(url.replace(/:[^:]*@/, ':MARCA@'));
    expect(wrong).toEqual(['✗ O servidor de e-mail não aceita o usuário ou a senha de SMTP_URL.']);
  });

  it('finds a server that has no STARTTLS', async () => {
    const { url } = await peer({ way: 'plain' });
    expect((await look(url, false)).wrong[0]).toContain('Não há conexão segura');
  });

  it('goes by STARTTLS where it is offered', async () => {
    const { url } = await peer({ way: 'starttls' });
    expect((await look(url, false)).wrong).toEqual([]);
  });

  it('finds a certificate of nobody known', async () => {
    const { url } = await peer({ certificate: loopbackCertificate({ trusted: false }) });
    expect((await look(url)).wrong[0]).toMatch(/Não há conexão segura.*certificado não serve/);
  });

  it('finds that nobody answers, or not in time', async () => {
    const { user } = peerLogin;
    const closed = await look(`smtp://${user}:MARCA@localhost:${nowhere}`);
    expect(closed.wrong[0]).toContain('nada atende nesse endereço e porta');
    const silent = await startScriptedMailPeer({ GREETING: 'silent' });
    peers.push(silent);
    expect((await look(silent.url)).wrong[0]).toContain('não houve resposta a tempo');
  });
});

describe('of Stripe', () => {
  let peer: StripePeer;
  beforeAll(async () => {
    peer = await startStripePeer(systemClock);
  });
  afterAll(() => peer.close());
  const look = async (secretKey = peerKey, api: StripePeer['api'] = peer.api) => {
    const seen = told(await diagnoseStripe({ secretKey, api, timeoutMs: 1_000 }));
    expect(seen.text).not.toContain(secretKey);
    return seen;
  };
  const denied = {
    status: 403,
    body: { error: { type: 'invalid_request_error', message: 'MARCA' } },
  };

  it('finds nothing wrong but a key that is for tests, and changes nothing', async () => {
    const { right, wrong } = await look();
    expect(right).toHaveLength(2);
    expect(wrong).toEqual([
      '✗ A chave é de teste: nenhum dinheiro anda, e o que se compra é entregue.',
    ]);
    expect(peer.requests.map(({ method }) => method)).toEqual(Array(5).fill('GET'));
  });

  it('finds nothing wrong with a key that is for money', async () => {
    peer.script('GET', ...Array(5).fill(unknown));
    expect((await look('rk_live_51MARCA')).wrong).toEqual([]);
  });

  it('finds a key that is not taken', async () => {
    expect((await look('sk_live_51MARCA')).wrong).toEqual([
      '✗ O Stripe não aceita STRIPE_SECRET_KEY.',
    ]);
  });

  it('finds what a key may not read', async () => {
    peer.script('/disputes', denied);
    peer.script('/products', denied);
    expect((await look()).wrong[0]).toBe('✗ A chave não pode ler Products, Disputes.');
  });

  it('finds that Stripe fails or is not there', async () => {
    peer.script('/refunds', broken);
    expect((await look()).wrong).toEqual(['✗ O Stripe respondeu algo que não se entende.']);
    const gone = await look(peerKey, { ...peer.api, port: nowhere });
    expect(gone.wrong).toEqual(['✗ O Stripe não pôde ser alcançado.']);
  });
});

describe('of Mercado Pago', () => {
  let peer: MercadoPagoPeer;
  beforeAll(async () => {
    peer = await startMercadoPagoPeer(systemClock);
  });
  afterAll(() => peer.close());
  const look = async (accessToken = peerToken, base = peer.baseUrl) => {
    const asked = { accessToken, baseUrl: () => base, timeoutMs: 300 };
    const seen = told(await diagnoseMercadoPago(asked));
    expect(seen.text).not.toContain(accessToken);
    return seen;
  };

  it('finds nothing wrong, by one question', async () => {
    const { right, wrong } = await look();
    expect(wrong).toEqual([]);
    expect(right).toHaveLength(3);
    expect(peer.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /users/me']);
  });

  it.each([
    [{ site_id: 'MLA' }, /não é do Brasil/],
    [{ tags: ['test_user'] }, /é de teste/],
  ])('finds an account that is %o', async (account, words) => {
    peer.world.ways.account = account;
    const { wrong } = await look();
    peer.world.ways.account = {};
    expect(wrong).toEqual([expect.stringMatching(words)]);
  });

  it('finds a token for tests', async () => {
    peer.script('/users/me', { status: 200, body: { site_id: 'MLB', nickname: 'MARCA' } });
    const { wrong, text } = await look('TEST-MARCA');
    expect(wrong).toEqual([expect.stringContaining('é de teste')]);
    expect(text).not.toContain('MARCA');
  });

  it.each([
    ['a token that is not taken', 'APP_USR-MARCA', null, /não aceita MERCADO_PAGO_ACCESS_TOKEN/],
    ['that it fails', peerToken, { status: 500, body: 'MARCA' }, /não se entende \(500\)/],
    ['that nothing comes', peerToken, 'silent', /não pôde ser alcançado/],
  ] as const)('finds %s', async (_what, token, answer, words) => {
    if (answer) peer.script('/users/me', answer);
    expect((await look(token)).wrong).toEqual([expect.stringMatching(words)]);
  });
});
