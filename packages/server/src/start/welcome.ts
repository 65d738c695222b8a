import type { Config } from '../config/index.ts';
import { signInDemoPeople } from '../demo/people.ts';

/** Text printed once the program is ready: its URL and, in demo mode, the next steps. */
export function formatWelcome({ demo }: Pick<Config, 'demo'>, publicUrl: string): string {
  const addressLine = `\n  Guilda em ${publicUrl}\n`;
  if (!demo) return addressLine;
  const [seller, buyer] = signInDemoPeople;
  const admin = signInDemoPeople.find(({ role }) => role === 'admin');
  return [
    addressLine,
    `  Entre como ${seller?.name} (vende), ${buyer?.name} (compra) ou ${admin?.name} (administra).`,
    `  Administração: ${publicUrl}/admin, como ${admin?.name}`,
    `  E-mails que a Guilda envia: ${publicUrl}/dev/outbox`,
    '  Ctrl+C encerra.\n',
  ].join('\n');
}
