import { derivePublicKey } from '../adapters/web-push/index.ts';
import type { Config, ValidatedSettings } from '../config/index.ts';
import {
  checkedFinding,
  type Finding,
  failedFinding,
  passedFinding,
  uncheckedFinding,
} from '../platform/findings.ts';

/** Sections of docs/operations.md, by the pattern of the settings' names that each section explains. */
const docsSections: readonly (readonly [pattern: RegExp, section: string])[] = [
  [/\b(OIDC|ADMIN)_/, 'Sign-in'],
  [/\b(SMTP|MAIL)_/, 'E-mail'],
  [/\b(PAYOUT_PROVIDER|MERCADO_PAGO_PAYOUT_)/, 'Payouts'],
  [/\b(PAYMENT_PROVIDER|MERCADO_PAGO_|STRIPE_)/, 'Payments'],
  [/\bDISCORD_/, 'Calls'],
  [/\b(AGE|YOTI)_/, 'Age checks'],
  [/\b(ACCESS_RECORDS|CLIENT_PORT)_/, 'Access records'],
  [/\bS3_/, 'Files in a bucket'],
  [/\bVAPID_/, 'Push and e-mail notifications'],
  [/\bGA_/, 'Analytics and consent'],
  [/\bBACKUP_/, 'Backups'],
  [/\b(METRICS|OTEL)_/, 'Monitoring'],
];

const docsHintFor = (problem: string): string => {
  const [, section = 'Settings'] = docsSections.find(([pattern]) => pattern.test(problem)) ?? [];
  return `Como se preenche: docs/operations.md, "${section}".`;
};

function proxyFinding({ config, problems }: ValidatedSettings): Finding[] {
  const isAlreadyReported = problems.some((problem) => problem.startsWith('TRUSTED_PROXIES'));
  if (config.demo || config.trustedProxies !== null || isAlreadyReported) return [];
  return [
    uncheckedFinding(
      'TRUSTED_PROXIES não está definida: atrás de um proxy todos parecem vir de um só endereço.',
      'Se há um proxy na frente, ponha nela o endereço dele: sem isso os limites valem para todos juntos.',
    ),
  ];
}

/** Findings for the problems of the settings, with the texts that a start of the program would print. */
export function settingFindings(validated: ValidatedSettings): readonly Finding[] {
  const { problems } = validated;
  return [
    ...(problems.length === 0
      ? [passedFinding('As configurações estão completas e têm a forma certa.')]
      : problems.map((problem) => failedFinding(`${problem}.`, docsHintFor(problem)))),
    ...proxyFinding(validated),
  ];
}

/** Findings about the VAPID keys. */
export function pushFindings({ vapidKeys, tokenSecret, demo }: Config): readonly Finding[] {
  if (vapidKeys) {
    return [
      checkedFinding(
        derivePublicKey(vapidKeys.privateKey) === vapidKeys.publicKey,
        'As chaves dos avisos são um par.',
        'As chaves dos avisos não são um par: nenhum aviso chega.',
        'Copie as duas de novo, ou apague as duas: a Guilda faz as suas de TOKEN_SECRET.',
      ),
    ];
  }
  if (demo || tokenSecret) {
    return [passedFinding('As chaves dos avisos são feitas do segredo da Guilda.')];
  }
  return [uncheckedFinding('Não olhado: falta TOKEN_SECRET, de que as chaves são feitas.')];
}
