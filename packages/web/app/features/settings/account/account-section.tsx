import type { OwnUser, StorageUse } from '@guilda/contract/accounts/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { fileSizeText } from '../../../lib/format/file-size.ts';
import { Fact, FactList } from '../../../ui/display/fact-list.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { AgeCheckFact } from '../../age/index.ts';
import { DiscordConnection } from '../../discord/index.ts';
import { QueryContent } from '../query-content.tsx';
import { SettingsSection } from '../settings-section.tsx';
import * as styles from './account-section.module.css';

/** From this share of the storage limit on, the text explains what can be deleted. */
const NEARLY_FULL_SHARE = 0.9;

function StorageBar({ used, limit }: StorageUse) {
  const text = `${fileSizeText(used)} de ${fileSizeText(limit)}`;
  const share = Math.min(1, used / limit);
  return (
    <div className={styles.storage}>
      <p>{text}</p>
      <ProgressBar share={share} />
      <p className="textSm muted">
        {share < NEARLY_FULL_SHARE
          ? 'Suas imagens e os arquivos dos seus serviços. Arquivos já vendidos contam mesmo depois de apagados.'
          : 'Quase cheio. Apague serviços, arquivos ou publicações com imagem que você não usa. Arquivos já vendidos contam mesmo depois de apagados.'}
      </p>
    </div>
  );
}

/** How much of the account's storage limit is used. */
function StorageUsage({ uid }: { uid: string }) {
  const query = useQuery({
    queryKey: ['storage', uid],
    queryFn: ({ signal }) => api().users.getStorage({}, { signal }),
    staleTime: 0,
  });
  return (
    <QueryContent query={query} loading="Carregando o armazenamento" rows={1}>
      {(use) => <StorageBar {...use} />}
    </QueryContent>
  );
}

/** Section with name, e-mail, Discord account, age check and storage (`docs/product/accounts.md`). */
export function AccountSection({ user }: { user: OwnUser }) {
  return (
    <SettingsSection id="conta" title="Conta">
      <FactList>
        <Fact name="Nome" kind="userText">
          {user.displayName ?? 'Não informado'}
        </Fact>
        <Fact name={<span className="noWrap">E-mail</span>} kind="userText">
          {user.email ?? 'Não informado'}
        </Fact>
        <Fact name="Discord" kind="userText">
          <DiscordConnection user={user} />
        </Fact>
        <Fact name="Idade" kind="userText">
          <AgeCheckFact />
        </Fact>
        <Fact name="Armazenamento" kind="userText">
          <StorageUsage uid={user.uid} />
        </Fact>
      </FactList>
    </SettingsSection>
  );
}
