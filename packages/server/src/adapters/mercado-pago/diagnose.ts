import { z } from 'zod';
import {
  checkedFinding,
  type Finding,
  failedFinding,
  passedFinding,
} from '../../platform/findings.ts';
import { createOutboundHttp } from '../../platform/network/outbound-http.ts';
import { LIVE_API_URL, type MercadoPagoApiDeps } from './api.ts';

/** The fields that are read of the token's account; no personal data is read. */
const accountSchema = z.object({
  site_id: z.string().max(10).catch(''),
  tags: z.array(z.string()).catch([]),
});

const PANEL_LOCATION = 'mercadopago.com.br/developers → Suas integrações → seu aplicativo';

function refusalFinding(status: number | undefined, settingName: string): Finding {
  if (status === 401 || status === 403) {
    return failedFinding(
      `O Mercado Pago não aceita ${settingName}.`,
      `Copie o access token em ${PANEL_LOCATION} → Credenciais de produção.`,
    );
  }
  return failedFinding(
    status === undefined
      ? 'O Mercado Pago não pôde ser alcançado.'
      : `O Mercado Pago respondeu algo que não se entende (${status}).`,
    'Veja se este computador chega a https://api.mercadopago.com e tente de novo daqui a pouco.',
  );
}

const isTestAccount = (accessToken: string, tags: readonly string[]) =>
  accessToken.startsWith('TEST-') || tags.includes('test_user');

export async function diagnoseMercadoPago({
  baseUrl = () => LIVE_API_URL,
  accessToken,
  setting = 'MERCADO_PAGO_ACCESS_TOKEN',
  timeoutMs = 8_000,
}: Pick<MercadoPagoApiDeps, 'baseUrl' | 'accessToken'> & {
  readonly setting?: string;
  readonly timeoutMs?: number;
}): Promise<readonly Finding[]> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const http = createOutboundHttp({ baseUrl, headers, timeoutMs });
  const answer = await http.send({ method: 'GET', path: ['users', 'me'] });
  const parsedAccount = accountSchema.safeParse(answer?.body);
  if (answer?.status !== 200 || !parsedAccount.success)
    return [refusalFinding(answer?.status, setting)];
  return [
    passedFinding('O Mercado Pago aceita o access token.'),
    checkedFinding(
      parsedAccount.data.site_id === 'MLB',
      'A conta do Mercado Pago é do Brasil.',
      'A conta do Mercado Pago não é do Brasil: ela não cobra em reais.',
      'Use o access token de uma conta aberta no Brasil.',
    ),
    checkedFinding(
      !isTestAccount(accessToken, parsedAccount.data.tags),
      'A credencial é de produção: o dinheiro é de verdade.',
      'A credencial é de teste: nenhum dinheiro anda, e o que se compra é entregue.',
      `Para vender de verdade, ponha a de ${PANEL_LOCATION} → Credenciais de produção.`,
    ),
  ];
}
