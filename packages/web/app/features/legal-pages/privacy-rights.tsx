import { ConsentChoice } from '../consent/index.ts';
import { CompanyLines } from './company-lines.tsx';
import * as styles from './legal-page.module.css';
import type { LegalSection } from './section.ts';
import { TeamAddress } from './team-address.tsx';

const sharingSection: LegalSection = {
  id: 'com-quem',
  title: 'Com quem dividimos',
  Body: () => (
    <>
      <p>Só com quem precisa fazer uma parte do trabalho, e só o que essa parte pede:</p>
      <ul>
        <li>
          <b>Google</b>, quando você entra: ele nos conta seu nome, e-mail e foto.
        </li>
        <li>
          <b>Provedor de pagamentos</b>, quando você paga: ele recebe o valor, o nome do serviço e o
          número do pedido, e pede a você o resto na página dele.
        </li>
        <li>
          <b>Discord</b>, se você conectar: usamos o número da sua conta para abrir a sala da
          ligação.
        </li>
        <li>
          <b>Provedor de idade</b>, se você pedir a verificação: recebe um código, sem nome nem
          e-mail.
        </li>
        <li>
          <b>Serviço de avisos do seu navegador</b>, se você ligar os avisos: a mensagem passa por
          ele criptografada.
        </li>
        <li>
          <b>Google Analytics</b>, apenas se você aceitar a contagem de visitas e esta instalação
          usar o serviço: nosso servidor manda a ele o nome do evento e um número sorteado pelo seu
          navegador, sem IP, sem conta e sem o que você digitou.
        </li>
      </ul>
      <p>Autoridades recebem dados quando a lei ou uma ordem judicial nos obriga.</p>
    </>
  ),
};

interface BrowserStorageEntry {
  readonly keys: readonly string[];
  readonly purpose: string;
}

const browserStorageEntries: readonly BrowserStorageEntry[] = [
  {
    keys: ['accessToken', 'refreshToken', 'uid', 'guilda-state'],
    purpose: 'Sua entrada neste aparelho',
  },
  { keys: ['guilda.theme'], purpose: 'O tema que você escolheu' },
  {
    keys: ['guilda_consent', 'guilda.analytics'],
    purpose:
      'Sua resposta sobre a contagem de visitas e, se ela for sim, o número sorteado deste navegador',
  },
  {
    keys: ['guilda.blocker', 'guilda.purchase'],
    purpose: 'O que já foi avisado ou contado, para não repetir',
  },
  { keys: ['guilda-toque', 'guilda-avisos', 'guilda-avisos-removidos'], purpose: 'Toque e avisos' },
  {
    keys: ['guilda-rascunhos', 'guilda-draft-…', 'guilda-outbox'],
    purpose: 'O que você escreveu e ainda não enviou',
  },
  {
    keys: ['guilda-buy-…', 'guilda-interrupted-purchase'],
    purpose: 'A compra que você começou, para não abrir outra igual e seguir depois de entrar',
  },
  { keys: ['guilda-recent-searches'], purpose: 'Suas últimas buscas' },
  {
    keys: ['guilda-return', 'guilda-sign-in', 'guilda.discord-return'],
    purpose: 'O caminho de volta depois de entrar ou de conectar o Discord',
  },
  { keys: ['guilda-queue-keys'], purpose: 'Se a fila da equipe aceita atalhos de uma tecla' },
];

const browserStorageSection: LegalSection = {
  id: 'navegador',
  title: 'O que fica no seu navegador',
  Body: () => (
    <>
      <p>
        As páginas da Guilda usam um só cookie, o da sua resposta sobre a contagem de visitas, que
        vale por um ano. O resto do que elas precisam lembrar fica no armazenamento do seu
        navegador, e ao sair da conta apagamos tudo. A janela de entrada é do Google e usa os
        cookies dele.
      </p>
      <dl className={styles.data}>
        {browserStorageEntries.map(({ keys, purpose }) => (
          <div key={purpose}>
            <dt>{purpose}</dt>
            <dd>
              {keys.map((key) => (
                <code key={key}>{key}</code>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  ),
};

const rightsSection: LegalSection = {
  id: 'direitos',
  title: 'Seus direitos',
  Body: ({ rules }) => (
    <>
      <p>A LGPD (art. 18) garante estes direitos. A maioria está a um toque, nas configurações:</p>
      <ul>
        <li>
          <b>Saber e levar:</b> em <b>Seus dados</b>, você baixa um arquivo com tudo o que guardamos
          sobre você. Os registros de acesso entram nele depois que você os pede a quem cuida dos
          dados pessoais, em <TeamAddress address={rules.company.dpoEmail} />.
        </li>
        <li>
          <b>Corrigir:</b> nome de usuário, bio, frase e foto, em <b>Perfil</b>. Nome e e-mail vêm
          da sua conta Google.
        </li>
        <li>
          <b>Apagar:</b> a exclusão da conta vale na hora. Pedidos em andamento precisam terminar e
          o dinheiro deles, ser liberado antes. Com a conta suspensa, peça à equipe, no endereço
          abaixo.
        </li>
        <li>
          <b>Retirar o consentimento:</b> da contagem de visitas, abaixo; dos avisos, em{' '}
          <b>Avisos</b>; do Discord, em <b>Conta</b>.
        </li>
        <li>
          <b>Contestar:</b> de uma decisão da equipe você pode recorrer, em{' '}
          <b>Decisões da equipe</b>.
        </li>
      </ul>
      <p>
        Para qualquer outro pedido, escreva a quem cuida dos dados pessoais aqui (encarregado):{' '}
        {rules.company.dpoName && <>{rules.company.dpoName}, </>}
        <TeamAddress address={rules.company.dpoEmail} />. Se a resposta não resolver, você pode
        procurar a Autoridade Nacional de Proteção de Dados (ANPD).
      </p>
    </>
  ),
};

const consentSection: LegalSection = {
  id: 'contagem',
  title: 'Contagem de visitas',
  Body: () => (
    <>
      <p>
        Se você aceitar, contamos páginas abertas, buscas, compras e o que demora: só números, sem
        seu nome, sem sua conta e sem o que você digitou. Antes da sua resposta, e se ela for não,
        nada disso é enviado. A escolha vale para este navegador e muda na hora.
      </p>
      <ConsentChoice />
    </>
  ),
};

const securitySection: LegalSection = {
  id: 'seguranca',
  title: 'Como cuidamos',
  Body: () => (
    <p>
      A conexão é criptografada. A chave que mantém você dentro só é guardada embaralhada. Imagens
      perdem a localização e outros dados escondidos ao serem enviadas. Endereços de pacotes e de
      exportações valem poucos minutos e só para você. Os registros técnicos do servidor não trazem
      nomes, mensagens nem chaves.
    </p>
  ),
};

const minorsSection: LegalSection = {
  id: 'menores',
  title: 'Crianças e adolescentes',
  Body: ({ rules }) => (
    <p>
      A Guilda não é feita para crianças. Quem tem menos de 18 anos não vê conteúdo +18, e quem
      responde por um adolescente pode pedir a exclusão da conta dele em{' '}
      <TeamAddress address={rules.company.dpoEmail} />.
    </p>
  ),
};

const controllerSection: LegalSection = {
  id: 'controlador',
  title: 'Quem responde pelos seus dados',
  Body: ({ rules }) => <CompanyLines company={rules.company} />,
};

/** Sections about sharing of data, browser storage, and rights of people. */
export const rightsSections: readonly LegalSection[] = [
  sharingSection,
  browserStorageSection,
  rightsSection,
  consentSection,
  securitySection,
  minorsSection,
  controllerSection,
];
