import { Stripe } from 'stripe';
import {
  checkedFinding,
  type Finding,
  failedFinding,
  passedFinding,
  uncheckedFinding,
} from '../../platform/findings.ts';
import { createStripeClient, isLiveKey, type StripeClientOptions } from './client.ts';

/** Id of a payment that does not exist: "not found" proves that the key has the permission, without showing data. */
const UNKNOWN_PAYMENT_ID = 'pi_guilda_doctor';

type PermissionRead = (stripe: Stripe, options: { readonly timeout: number }) => Promise<unknown>;

/** A read for each permission that Guilda needs, by the names of Stripe's key permissions. */
const permissionReads: Readonly<Record<string, PermissionRead>> = {
  Products: (stripe, options) => stripe.products.retrieve('guilda_doctor', {}, options),
  'Checkout Sessions': (stripe, options) =>
    stripe.checkout.sessions.retrieve('cs_test_guilda_doctor', {}, options),
  PaymentIntents: (stripe, options) =>
    stripe.paymentIntents.retrieve(UNKNOWN_PAYMENT_ID, {}, options),
  'Charges and Refunds': (stripe, options) =>
    stripe.refunds.list({ payment_intent: UNKNOWN_PAYMENT_ID, limit: 1 }, options),
  Disputes: (stripe, options) =>
    stripe.disputes.list({ payment_intent: UNKNOWN_PAYMENT_ID, limit: 1 }, options),
};

type ReadOutcome = 'allowed' | 'invalid_key' | 'denied' | 'unreachable' | 'unexpected';

function outcomeOfError(error: unknown): ReadOutcome {
  const { StripeInvalidRequestError, StripeAuthenticationError } = Stripe.errors;
  const { StripePermissionError, StripeConnectionError } = Stripe.errors;
  if (error instanceof StripeAuthenticationError) return 'invalid_key';
  if (error instanceof StripePermissionError) return 'denied';
  if (error instanceof StripeConnectionError) return 'unreachable';
  const isUnknownId =
    error instanceof StripeInvalidRequestError && error.code === 'resource_missing';
  return isUnknownId ? 'allowed' : 'unexpected';
}

const outcomeOfRead = (read: Promise<unknown>): Promise<ReadOutcome> =>
  read.then(() => 'allowed', outcomeOfError);

const PANEL_LOCATION = 'dashboard.stripe.com → Developers → API keys';

function unreachableFinding(outcome: ReadOutcome): Finding {
  if (outcome === 'invalid_key') {
    return failedFinding(
      'O Stripe não aceita STRIPE_SECRET_KEY.',
      `Copie a chave em ${PANEL_LOCATION}.`,
    );
  }
  return failedFinding(
    outcome === 'unreachable'
      ? 'O Stripe não pôde ser alcançado.'
      : 'O Stripe respondeu algo que não se entende.',
    'Veja se este computador chega a https://api.stripe.com e tente de novo daqui a pouco.',
  );
}

const permissionFinding = (missingPermissions: readonly string[]): Finding =>
  checkedFinding(
    missingPermissions.length === 0,
    'A chave pode ler tudo o que a Guilda lê; se pode escrever, só um pagamento mostra.',
    `A chave não pode ler ${missingPermissions.join(', ')}.`,
    `Dê-lhe essas permissões em ${PANEL_LOCATION}; a lista toda está em docs/operations.md, "Stripe".`,
  );

const modeFinding = (secretKey: string): Finding =>
  checkedFinding(
    isLiveKey(secretKey),
    'A chave é de produção: o dinheiro é de verdade.',
    'A chave é de teste: nenhum dinheiro anda, e o que se compra é entregue.',
    `Para vender de verdade, ponha a chave de produção de ${PANEL_LOCATION}, e o segredo do webhook de lá.`,
  );

/** Checks the account's currency; restricted keys cannot read the account, so for them it remains unchecked. */
async function currencyFinding(stripe: Stripe, options: { readonly timeout: number }) {
  const account = await stripe.accounts.retrieveCurrent({}, options).catch(() => null);
  if (account === null) {
    return uncheckedFinding(
      'Uma chave restrita não mostra a moeda da conta do Stripe, e é melhor assim.',
      'Confira no painel que a moeda da conta é o real.',
    );
  }
  return checkedFinding(
    account.default_currency === 'brl',
    'A conta do Stripe é em reais.',
    'A conta do Stripe não é em reais: o que se recebe é convertido.',
    'Use a chave de uma conta aberta no Brasil.',
  );
}

/** Checks the key and its permissions by reading objects that do not exist; changes nothing. */
export async function diagnoseStripe({
  timeoutMs = 8_000,
  ...link
}: StripeClientOptions & { readonly timeoutMs?: number }): Promise<readonly Finding[]> {
  const stripe = createStripeClient(link);
  const requestOptions = { timeout: timeoutMs };
  const currencyPromise = currencyFinding(stripe, requestOptions);
  const outcomes = await Promise.all(
    Object.entries(permissionReads).map(
      async ([name, read]) => [name, await outcomeOfRead(read(stripe, requestOptions))] as const,
    ),
  );
  const [, silent] =
    outcomes.find(([, outcome]) => outcome === 'invalid_key') ??
    outcomes.find(([, outcome]) => outcome === 'unreachable' || outcome === 'unexpected') ??
    [];
  if (silent) return [unreachableFinding(silent)];
  const missingPermissions = outcomes
    .filter(([, outcome]) => outcome === 'denied')
    .map(([name]) => name);
  return [
    passedFinding('O Stripe aceita a chave.'),
    permissionFinding(missingPermissions),
    modeFinding(link.secretKey),
    await currencyPromise,
  ];
}
