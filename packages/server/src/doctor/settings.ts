import { publicKeyOf } from '../adapters/web-push/index.ts';
import type { Config, ExaminedSettings } from '../config/index.ts';
import { type Finding, found, judged, missing, unseen } from '../platform/findings.ts';
import { clientAddress } from '../platform/http/client-address.ts';

/** Where docs/operations.md tells how to come by a setting, by how its name begins. */
const sections: readonly (readonly [names: RegExp, section: string])[] = [
  [/\b(OIDC|ADMIN)_/, 'Sign-in'],
  [/\b(SMTP|MAIL)_/, 'E-mail'],
  [/\b(PAYMENT_PROVIDER|MERCADO_PAGO_|STRIPE_)/, 'Payments'],
  [/\bDISCORD_/, 'Calls'],
  [/\bS3_/, 'Files in a bucket'],
  [/\bVAPID_/, 'Notices outside the product'],
  [/\bGA_/, 'Figures and consent'],
  [/\bBACKUP_/, 'Backups'],
  [/\b(METRICS|OTEL)_/, 'Seeing inside'],
];

const remedyFor = (problem: string): string => {
  const [, section = 'Settings'] = sections.find(([names]) => names.test(problem)) ?? [];
  return `Como se preenche: docs/operations.md, "${section}".`;
};

function proxyFinding({ trustedProxies, demo }: Config): Finding[] {
  if (trustedProxies === null) {
    return demo
      ? []
      : [
          unseen(
            'TRUSTED_PROXIES não está definida: atrás de um proxy todos parecem vir de um só endereço.',
            'Se há um proxy na frente, ponha nela o endereço dele: sem isso os limites valem para todos juntos.',
          ),
        ];
  }
  try {
    clientAddress(trustedProxies);
    return [found('TRUSTED_PROXIES tem a forma certa.')];
  } catch {
    return [
      missing(
        'TRUSTED_PROXIES não é uma lista de endereços ou redes.',
        'Escreva-os separados por vírgulas: 10.0.0.5,172.16.0.0/12.',
      ),
    ];
  }
}

/** What is wrong with the settings by themselves, as a start would say it. */
export function settingFindings({ config, problems }: ExaminedSettings): readonly Finding[] {
  return [
    ...(problems.length === 0
      ? [found('As configurações estão completas e têm a forma certa.')]
      : problems.map((problem) => missing(`${problem}.`, remedyFor(problem)))),
    ...proxyFinding(config),
  ];
}

/** The keys that push services know the program by. */
export function pushFindings({ vapidKeys, tokenSecret, demo }: Config): readonly Finding[] {
  if (vapidKeys) {
    return [
      judged(
        publicKeyOf(vapidKeys.privateKey) === vapidKeys.publicKey,
        'As chaves dos avisos são um par.',
        'As chaves dos avisos não são um par: nenhum aviso chega.',
        'Copie as duas de novo, ou apague as duas: a Guilda faz as suas de TOKEN_SECRET.',
      ),
    ];
  }
  if (demo || tokenSecret) {
    return [found('As chaves dos avisos são feitas do segredo da Guilda.')];
  }
  return [unseen('Não olhado: falta TOKEN_SECRET, de que as chaves são feitas.')];
}
