import { storedData } from '@guilda/contract/privacy/stored-data';
import * as styles from './legal-page.module.css';
import type { LegalSection } from './section.ts';

const summarySection: LegalSection = {
  id: 'resumo',
  title: 'Em poucas palavras',
  Body: () => (
    <ul>
      <li>Guardamos o que você publica, compra, vende e conversa aqui, para o site funcionar.</li>
      <li>Não vendemos dados, não mostramos anúncios e nenhum script de fora roda nas páginas.</li>
      <li>Sua visita só é contada se você aceitar, e dá para mudar de ideia.</li>
      <li>Você pode baixar tudo o que guardamos e excluir a conta, nas configurações.</li>
    </ul>
  ),
};

const storedDataSection: LegalSection = {
  id: 'dados',
  title: 'O que guardamos, por quê e por quanto tempo',
  Body: () => (
    <>
      <p>
        Cada linha diz o que é, para que serve, a base na lei (LGPD, art. 7º) e quando some. Seu
        endereço de IP é usado na hora, para limitar abusos, e só fica nos registros de acesso.
      </p>
      <dl className={styles.data}>
        {Object.entries(storedData).map(([id, { what, why, howLong }]) => (
          <div key={id}>
            <dt>{what}</dt>
            <dd>
              <b>Para quê:</b> {why}
            </dd>
            <dd>
              <b>Até quando:</b> {howLong}
            </dd>
          </div>
        ))}
      </dl>
    </>
  ),
};

const visibilitySection: LegalSection = {
  id: 'quem-ve',
  title: 'Quem vê o quê',
  Body: () => (
    <ul>
      <li>Todo mundo vê seu nome de usuário, nome, foto e selos, e o que você publica.</li>
      <li>
        Com o perfil privado, o resto só aparece para quem já negociou ou conversou com você. A
        escolha fica em <b>Configurações › Privacidade</b>.
      </li>
      <li>Seu e-mail e sua chave Pix não aparecem para outras pessoas do site.</li>
      <li>Sua conta do Discord só é usada e mostrada entre pessoas que entraram.</li>
      <li>
        A equipe vê o que foi denunciado e, em um pedido de suporte, o seu e-mail, para responder.
        Tudo o que ela faz fica registrado.
      </li>
    </ul>
  ),
};

/** Sections about stored data: purpose, duration and readers. */
export const dataSections: readonly LegalSection[] = [
  summarySection,
  storedDataSection,
  visibilitySection,
];
