import type { OwnUser } from '@guilda/contract/users';
import { AgeLine } from '../../age/index.ts';
import { DiscordLine } from '../../discord/index.ts';
import { SettingsSection } from '../settings-section.tsx';
import { StorageLine } from './storage-line.tsx';

/** What the account is made of, and what it takes, to read only (`spec §2`). */
export function AccountSection({ user }: { user: OwnUser }) {
  const facts = [
    ['Nome', user.displayName ?? 'Não informado'],
    ['E-mail', user.email ?? 'Não informado'],
  ];
  return (
    <SettingsSection id="conta" title="Conta">
      <dl className="linhas">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="texto">{value}</dd>
          </div>
        ))}
        <div>
          <dt>Discord</dt>
          <dd className="texto">
            <DiscordLine user={user} />
          </dd>
        </div>
        <div>
          <dt>Idade</dt>
          <dd className="texto">
            <AgeLine />
          </dd>
        </div>
        <div>
          <dt>Armazenamento</dt>
          <dd className="texto">
            <StorageLine uid={user.uid} />
          </dd>
        </div>
      </dl>
    </SettingsSection>
  );
}
