import type { Config } from '../config/index.ts';
import { chooserPeople } from '../demo/people.ts';

/** What is said once the program answers: its address and, in demo mode, what one does next. */
export function welcome({ demo }: Pick<Config, 'demo'>, publicUrl: string): string {
  const address = `\n  Guilda em ${publicUrl}\n`;
  if (!demo) return address;
  const [seller, buyer] = chooserPeople;
  const admin = chooserPeople.find(({ role }) => role === 'admin');
  return [
    address,
    `  Entre como ${seller?.name} (vende), ${buyer?.name} (compra) ou ${admin?.name} (administra).`,
    `  Administração: ${publicUrl}/admin, como ${admin?.name}`,
    `  E-mails que a Guilda envia: ${publicUrl}/dev/outbox`,
    '  Ctrl+C encerra.\n',
  ].join('\n');
}
