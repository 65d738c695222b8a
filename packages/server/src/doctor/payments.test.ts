import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import {
  type MercadoPagoPeer,
  peerToken,
  startMercadoPagoPeer,
} from '../../test/peers/mercado-pago/peer.ts';
import {
  peerKey,
  type StripePeer,
  serverErrorResponse,
  startStripePeer,
  unknownRefusal,
} from '../../test/peers/stripe/peer.ts';
import { diagnoseMercadoPago } from '../adapters/mercado-pago/index.ts';
import { diagnoseStripe } from '../adapters/stripe/index.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { systemClock } from '../ports/clock.ts';

let unusedPort: number;
beforeAll(async () => {
  unusedPort = await findFreePort();
});

describe('the check of Stripe', () => {
  let peer: StripePeer;
  beforeAll(async () => {
    peer = await startStripePeer(systemClock);
  });
  afterAll(() => peer.close());
  const diagnose = async (secretKey = peerKey, api: StripePeer['api'] = peer.api) => {
    const findings = renderFindings(await diagnoseStripe({ secretKey, api, timeoutMs: 4_000 }));
    expect(findings.text).not.toContain(secretKey);
    return findings;
  };
  const deniedAnswer = {
    status: 403,
    body: { error: { type: 'invalid_request_error', message: 'MARCA' } },
  };

  it('finds nothing wrong except a key for tests, and changes nothing', async () => {
    const { right, wrong, unseen } = await diagnose();
    expect(right).toHaveLength(2);
    expect(unseen).toHaveLength(1);
    expect(wrong).toEqual([
      '✗ A chave é de teste: nenhum dinheiro anda, e o que se compra é entregue.',
    ]);
    expect(peer.requests.map(({ method }) => method)).toEqual(Array(6).fill('GET'));
  });

  it('finds nothing wrong with a live key', async () => {
    peer.script('GET', ...Array(6).fill(unknownRefusal));
    expect((await diagnose('rk_live_51MARCA')).wrong).toEqual([]);
  });

  it('finds a key that Stripe does not accept', async () => {
    expect((await diagnose('sk_live_51MARCA')).wrong).toEqual([
      '✗ O Stripe não aceita STRIPE_SECRET_KEY.',
    ]);
  });

  it.each([
    ['brl', [], '✓ A conta do Stripe é em reais.'],
    ['usd', ['✗ A conta do Stripe não é em reais: o que se recebe é convertido.'], ''],
  ])(
    'reports the currency %s of an account that the key may read',
    async (currency, expectedLines, expectedText) => {
      peer.script('/account', {
        status: 200,
        body: { default_currency: currency, email: 'MARCA' },
      });
      const { wrong, text, unseen } = await diagnose();
      expect(wrong.slice(1)).toEqual(expectedLines);
      expect(unseen).toEqual([]);
      expect(text).toContain(expectedText);
      expect(text).not.toContain('MARCA');
    },
  );

  it('finds which objects a key may not read', async () => {
    peer.script('/disputes', deniedAnswer);
    peer.script('/products', deniedAnswer);
    expect((await diagnose()).wrong[0]).toBe('✗ A chave não pode ler Products, Disputes.');
  });

  it('finds that Stripe fails or cannot be reached', async () => {
    peer.script('/refunds', serverErrorResponse);
    expect((await diagnose()).wrong).toEqual(['✗ O Stripe respondeu algo que não se entende.']);
    const findingsOfUnreachablePeer = await diagnose(peerKey, { ...peer.api, port: unusedPort });
    expect(findingsOfUnreachablePeer.wrong).toEqual(['✗ O Stripe não pôde ser alcançado.']);
  });
});

describe('the check of Mercado Pago', () => {
  let peer: MercadoPagoPeer;
  beforeAll(async () => {
    peer = await startMercadoPagoPeer(systemClock);
  });
  afterAll(() => peer.close());
  const diagnose = async (accessToken = peerToken, timeoutMs = 4_000) => {
    const options = { accessToken, baseUrl: () => peer.baseUrl, timeoutMs };
    const findings = renderFindings(await diagnoseMercadoPago(options));
    expect(findings.text).not.toContain(accessToken);
    return findings;
  };

  it('finds nothing wrong with a single request', async () => {
    const { right, wrong } = await diagnose();
    expect(wrong).toEqual([]);
    expect(right).toHaveLength(3);
    expect(peer.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /users/me']);
  });

  it.each([
    [{ site_id: 'MLA' }, /não é do Brasil/],
    [{ tags: ['test_user'] }, /é de teste/],
  ])('finds an unsuitable account with %o', async (account, expectedText) => {
    peer.state.settings.account = account;
    const { wrong } = await diagnose();
    peer.state.settings.account = {};
    expect(wrong).toEqual([expect.stringMatching(expectedText)]);
  });

  it('finds a token for tests', async () => {
    peer.script('/users/me', { status: 200, body: { site_id: 'MLB', nickname: 'MARCA' } });
    const { wrong, text } = await diagnose('TEST-MARCA');
    expect(wrong).toEqual([expect.stringContaining('é de teste')]);
    expect(text).not.toContain('MARCA');
  });

  it.each([
    [
      'a token that Mercado Pago does not accept',
      'APP_USR-MARCA',
      null,
      /não aceita MERCADO_PAGO_ACCESS_TOKEN/,
    ],
    [
      'that Mercado Pago fails',
      peerToken,
      { status: 500, body: 'MARCA' },
      /não se entende \(500\)/,
    ],
    ['that Mercado Pago does not answer', peerToken, 'silent', /não pôde ser alcançado/],
  ] as const)('finds %s', async (_what, token, answer, expectedText) => {
    if (answer) peer.script('/users/me', answer);
    const { wrong } = await diagnose(token, answer === 'silent' ? 300 : undefined);
    expect(wrong).toEqual([expect.stringMatching(expectedText)]);
  });
});
