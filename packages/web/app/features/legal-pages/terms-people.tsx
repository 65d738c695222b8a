import { ageToProve, limits } from '@guilda/contract/limits';
import { Link } from 'react-router';
import { CompanyLines } from './company-lines.tsx';
import type { LegalSection } from './section.ts';
import { TeamAddress } from './team-address.tsx';

const accountSection: LegalSection = {
  id: 'quem',
  title: 'Quem pode usar',
  Body: ({ rules }) => (
    <>
      <p>
        A Guilda é um lugar para vender e contratar serviços entre quem joga, publicar na comunidade
        e conversar. Olhar é livre. Para o resto você entra com uma conta Google e passa a ter um
        perfil.
      </p>
      <ul>
        <li>A conta é sua: não empreste, não venda e não se passe por outra pessoa.</li>
        {rules.accountAge !== null && (
          <li>
            Publicar, conversar, comprar e vender é para quem tem {rules.accountAge} anos ou mais, o
            que um provedor de idade confirma uma vez.
          </li>
        )}
        <li>
          Se alguém avisar que uma conta é de uma pessoa menor de {ageToProve(rules.accountAge)}{' '}
          anos, publicar, comprar, vender e sacar ficam em pausa até a pessoa confirmar a idade ou a
          equipe decidir. Pedidos em andamento continuam.
        </li>
        <li>O conteúdo +18 tem regras próprias, logo abaixo.</li>
      </ul>
    </>
  ),
};

const adultsSection: LegalSection = {
  id: 'adultos',
  title: 'Conteúdo para maiores de 18 anos',
  Body: () => (
    <>
      <p>
        A categoria +18 e tudo o que é marcado como sensível ficam fechados até a sua idade ser
        verificada. A lei brasileira não aceita a palavra da própria pessoa para isso, e nós também
        não: quem verifica é um provedor de idade, e a Guilda recebe dele apenas que você tem 18
        anos ou mais, por qual método e até quando isso vale.
      </p>
      <ul>
        <li>Só pessoas verificadas e com o perfil completo podem vender nessa categoria.</li>
        <li>Só publique imagens suas, ou de pessoas adultas que concordaram com a publicação.</li>
        <li>
          Qualquer conteúdo sexual que envolva criança ou adolescente é proibido. Uma denúncia que
          diz isso tira o conteúdo do ar na hora, e a equipe comunica às autoridades o que a lei
          manda comunicar.
        </li>
      </ul>
    </>
  ),
};

const conductSection: LegalSection = {
  id: 'convivencia',
  title: 'Convivência',
  Body: () => (
    <>
      <p>Trate bem quem está à mesa. Não é permitido:</p>
      <ul>
        <li>ameaçar, perseguir, humilhar ou discriminar alguém;</li>
        <li>publicar dados ou imagens íntimas de outra pessoa sem consentimento;</li>
        <li>golpe, preço falso, serviço que você não vai prestar, avaliação combinada;</li>
        <li>vender contas roubadas, trapaças que ataquem outras pessoas, drogas ou armas;</li>
        <li>spam, links maliciosos e tentativas de burlar os limites ou a segurança do site;</li>
        <li>usar obra de outra pessoa como se fosse sua.</li>
      </ul>
      <p>
        O que você publica continua seu. Você nos autoriza a guardar e mostrar isso na Guilda
        enquanto estiver publicado, e a mostrar uma prévia quando alguém compartilha o link.
      </p>
    </>
  ),
};

const callsSection: LegalSection = {
  id: 'chat',
  title: 'Conversas, ligações e bloqueio',
  Body: () => (
    <>
      <p>
        As ligações, onde a Guilda as oferece, acontecem no Discord, em uma sala feita para duas
        pessoas, e só para quem conectou a própria conta. Lá valem também as regras do Discord. Você
        decide, nas configurações, se aceita ligações.
      </p>
      <p>
        Você pode bloquear alguém a qualquer momento: a pessoa deixa de poder escrever, ligar,
        comentar nas suas publicações e comprar de você. Silenciar uma conversa apenas faz os avisos
        pararem.
      </p>
    </>
  ),
};

const moderationSection: LegalSection = {
  id: 'moderacao',
  title: 'Como a equipe decide',
  Body: () => (
    <>
      <p>
        Denúncias são lidas por pessoas. Casos urgentes e de conteúdo +18 vão na frente. Quando uma
        denúncia diz que há uma criança ou adolescente envolvido, o que foi denunciado sai do ar na
        hora, até a equipe decidir.
      </p>
      <ul>
        <li>
          A equipe pode dar uma advertência, tirar algo do ar, marcar como sensível, reembolsar um
          pedido, impedir que uma imagem volte e suspender uma conta, por um tempo ou de vez.
        </li>
        <li>
          Denúncia, pedido de suporte, feedback e recurso recebem um número de protocolo, e a equipe
          responde em até {limits.answerDays} dias. A situação fica em{' '}
          <b>Configurações › Denúncias e suporte</b>.
        </li>
        <li>
          Denunciar de má-fé é abuso: depois de {limits.falseReports.count} denúncias sobre menores
          descartadas em {limits.falseReports.days} dias, as suas deixam de ter efeito antes da
          decisão, e quem insiste pode receber advertência ou ser suspenso, com direito a recurso.
        </li>
        <li>Você sempre recebe o motivo, por aviso e por e-mail. Quem denunciou não é revelado.</li>
        <li>
          De cada decisão você pode recorrer uma vez, em <b>Configurações › Decisões da equipe</b>.
          O recurso é lido pela equipe e respondido com um motivo.
        </li>
        <li>
          Com a conta suspensa, você ainda entra para ler o motivo, recorrer, baixar seus dados e
          sair. Pedidos de venda que não tinham começado são reembolsados quando a suspensão é de
          vez; os que já começaram seguem.
        </li>
      </ul>
    </>
  ),
};

const closureSection: LegalSection = {
  id: 'sair',
  title: 'Excluir a conta e mudanças',
  Body: ({ rules }) => (
    <>
      <p>
        Você pode excluir a conta em <b>Configurações</b> quando quiser, desde que não haja pedidos
        pagos em andamento. O que acontece com seus dados está na{' '}
        <Link className="link" to="/privacidade">
          página de privacidade
        </Link>
        .
      </p>
      <p>
        Se estas regras mudarem, a data no alto desta página muda junto. Mudanças não valem para
        pedidos feitos antes delas. Vale a lei brasileira.
      </p>
      <p>
        Dúvidas? Escreva para <TeamAddress address={rules.company.email} /> ou use o campo de
        feedback no menu.
      </p>
    </>
  ),
};

const companySection: LegalSection = {
  id: 'empresa',
  title: 'Quem responde pela Guilda',
  Body: ({ rules }) => <CompanyLines company={rules.company} />,
};

/** Sections of the terms before those about buying and selling. */
export const openingSections: readonly LegalSection[] = [accountSection, adultsSection];
/** Sections of the terms after those about buying and selling. */
export const closingSections: readonly LegalSection[] = [
  conductSection,
  callsSection,
  moderationSection,
  closureSection,
  companySection,
];
