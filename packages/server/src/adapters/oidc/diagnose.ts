import { z } from 'zod';
import {
  checkedFinding,
  connectionFailureText,
  type Finding,
  failedFinding,
  passedFinding,
} from '../../platform/findings.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Discovery, discoverySchema } from './issuer-documents.ts';
import { createIssuerFetch, type IssuerFetch } from './issuer-fetch.ts';
import { SIGNATURE_ALGORITHMS } from './oidc-identity-provider.ts';

export interface DiagnoseIssuerOptions {
  readonly issuer: string;
  readonly clock: Clock;
  /** Timeout of each request to the issuer (discovery document, keys), in ms; default 5000. */
  readonly timeoutMs?: number;
}

const keysSchema = z.object({
  keys: z.array(
    z.looseObject({ kty: z.string(), alg: z.string().optional(), use: z.string().optional() }),
  ),
});

/** Whether a published key can verify signatures of ID tokens. */
const isUsableKey = ({ kty, alg, use }: z.infer<typeof keysSchema>['keys'][number]) =>
  kty !== 'oct' && use !== 'enc' && (alg === undefined || SIGNATURE_ALGORITHMS.includes(alg));

/**
 * Why a request failed: the status if the answer was not 200, else the reason of the failed connection. The result
 * contains no other part of the issuer's answer.
 */
function failureReason(error: unknown): string {
  const causeMessage =
    error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  const [, status] = /^Answered (\d{3})\.$/.exec(causeMessage) ?? [];
  return status ? `a resposta foi ${status}` : connectionFailureText(error);
}

const readJsonAnswer = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);

async function keyFinding(fetch: IssuerFetch, { jwks_uri: jwksUri }: Discovery): Promise<Finding> {
  try {
    const parsed = keysSchema.safeParse(await readJsonAnswer(await fetch(jwksUri)));
    return checkedFinding(
      parsed.success && parsed.data.keys.some(isUsableKey),
      'As chaves do provedor de entrada podem ser lidas.',
      'O provedor de entrada não publica nenhuma chave que sirva: ninguém entra.',
      `As assinaturas aceitas são ${SIGNATURE_ALGORITHMS.join(', ')}: escolha uma delas no provedor.`,
    );
  } catch (error) {
    return failedFinding(
      `As chaves do provedor de entrada não puderam ser lidas: ${failureReason(error)}.`,
      'Sem elas ninguém entra: veja a rede daqui até o provedor e o jwks_uri que ele publica.',
    );
  }
}

function documentFindings({ issuer, jwks_uri }: Discovery, configuredIssuer: string): Finding[] {
  // The published issuer is printed only when it has the expected origin: any other page could put its own text into
  // the output.
  const printableIssuer =
    URL.parse(issuer)?.origin === URL.parse(configuredIssuer)?.origin ? issuer : 'outro endereço';
  const isSecure = !configuredIssuer.startsWith('https:') || jwks_uri.startsWith('https:');
  return [
    checkedFinding(
      issuer === configuredIssuer,
      'O provedor de entrada se chama exatamente como OIDC_ISSUER diz.',
      `O provedor de entrada se chama ${printableIssuer}, e OIDC_ISSUER diz ${configuredIssuer}: ninguém entra.`,
      'Copie em OIDC_ISSUER o "issuer" do documento dele, letra por letra, com ou sem a barra final.',
    ),
    ...(isSecure
      ? []
      : [
          failedFinding(
            'As chaves do provedor de entrada seriam lidas sem https.',
            'Corrija o jwks_uri que o provedor publica.',
          ),
        ]),
  ];
}

function schemeFinding(issuer: string): Finding {
  return checkedFinding(
    issuer.startsWith('https:'),
    'OIDC_ISSUER usa https.',
    'OIDC_ISSUER não usa https: qualquer um no caminho poderia se passar pelo provedor.',
    'Use o endereço https do provedor.',
  );
}

/** Reads the issuer's discovery document and keys as signing in does, without signing anyone in. */
export async function diagnoseIssuer(options: DiagnoseIssuerOptions): Promise<readonly Finding[]> {
  const { issuer, clock, timeoutMs = 5_000 } = options;
  const fetch = createIssuerFetch({
    ...{ clock, issuer, timeoutMs, retryAfterMs: 0, transportOrigin: undefined },
  });
  const httpsFinding = schemeFinding(issuer);
  try {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const parsedDocument = discoverySchema.safeParse(await readJsonAnswer(await fetch(address)));
    if (!parsedDocument.success) {
      const todo = 'Confira OIDC_ISSUER: abaixo dele está /.well-known/openid-configuration.';
      return [
        httpsFinding,
        failedFinding('Em OIDC_ISSUER responde algo que não é um provedor.', todo),
      ];
    }
    return [
      httpsFinding,
      passedFinding('O provedor de entrada responde.'),
      ...documentFindings(parsedDocument.data, issuer),
      await keyFinding(fetch, parsedDocument.data),
    ];
  } catch (error) {
    const todo = 'Confira OIDC_ISSUER e se este computador chega ao provedor por https.';
    return [
      httpsFinding,
      failedFinding(`O provedor de entrada não pôde ser lido: ${failureReason(error)}.`, todo),
    ];
  }
}
