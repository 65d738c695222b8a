import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import {
  type MercadoPagoPeer,
  peerToken,
  startMercadoPagoPeer,
} from '../../test/peers/mercado-pago/peer.ts';
import {
  broken,
  peerKey,
  type StripePeer,
  startStripePeer,
  unknown,
} from '../../test/peers/stripe/peer.ts';
import { diagnoseMercadoPago } from '../adapters/mercado-pago/index.ts';
import { diagnoseStripe } from '../adapters/stripe/index.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { systemClock } from '../ports/clock.ts';

let unusedPort: number;
beforeAll(async () => {
  unusedPort = await findFreePort();
});

describe('of Stripe', () => {
  let peer: StripePeer;
  beforeAll(async () => {
    peer = await startStripePeer(systemClock);
  });
  afterAll(() => peer.close());
  const look = async (secretKey = peerKey, api: StripePeer['api'] = peer.api) => {
    const seen = renderFindings(await diagnoseStripe({ secretKey, api, timeoutMs: 1_000 }));
    expect(seen.text).not.toContain(secretKey);
    return seen;
  };
  const denied = {
    status: 403,
    body: { error: { type: 'invalid_request_error', message: 'MARCA' } },
  };

  it('finds nothing wrong but a key that is for tests, and changes nothing', async () => {
    const { right, wrong, unseen } = await look();
    expect(right).toHaveLength(2);
    expect(unseen).toHaveLength(1);
    expect(wrong).toEqual([
      '✗ A chave é de teste: nenhum dinheiro anda, e o que se compra é entregue.',
    ]);
    expect(peer.requests.map(({ method }) => method)).toEqual(Array(6).fill('GET'));
  });

  it('finds nothing wrong with a key that is for money', async () => {
    peer.script('GET', ...Array(6).fill(unknown));
    expect((await look('rk_live_51MARCA')).wrong).toEqual([]);
  });

  it('finds a key that is not taken', async () => {
    expect((await look('sk_live_51MARCA')).wrong).toEqual([
      '✗ O Stripe não aceita STRIPE_SECRET_KEY.',
    ]);
  });

  it.each([
    ['brl', [], '✓ A conta do Stripe é em reais.'],
    ['usd', ['✗ A conta do Stripe não é em reais: o que se recebe é convertido.'], ''],
  ])('finds an account in %s where the key has access', async (currency, lines, words) => {
    peer.script('/account', { status: 200, body: { default_currency: currency, email: 'MARCA' } });
    const { wrong, text, unseen } = await look();
    expect(wrong.slice(1)).toEqual(lines);
    expect(unseen).toEqual([]);
    expect(text).toContain(words);
    expect(text).not.toContain('MARCA');
  });

  it('finds what a key may not read', async () => {
    peer.script('/disputes', denied);
    peer.script('/products', denied);
    expect((await look()).wrong[0]).toBe('✗ A chave não pode ler Products, Disputes.');
  });

  it('finds that Stripe fails or is not there', async () => {
    peer.script('/refunds', broken);
    expect((await look()).wrong).toEqual(['✗ O Stripe respondeu algo que não se entende.']);
    const gone = await look(peerKey, { ...peer.api, port: unusedPort });
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
    const seen = renderFindings(await diagnoseMercadoPago(asked));
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
    peer.state.settings.account = account;
    const { wrong } = await look();
    peer.state.settings.account = {};
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
