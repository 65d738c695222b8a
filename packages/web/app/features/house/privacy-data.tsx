import type { HouseSection } from './section.ts';

const short: HouseSection = {
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

interface Kept {
  readonly what: string;
  readonly why: string;
  readonly long: string;
}

const account = 'Até você excluir a conta.';

const kept: readonly Kept[] = [
  {
    what: 'Conta: e-mail, nome, foto e o identificador da sua conta Google; nome de usuário, bio e frase de efeito',
    why: 'Para você entrar e ter um perfil. Contrato.',
    long: account,
  },
  {
    what: 'Serviços, packs, publicações, comentários e curtidas',
    why: 'Para mostrar o que você publica. Contrato.',
    long: 'Até você apagar ou excluir a conta. Arquivos de pedidos pagos ficam para quem comprou.',
  },
  {
    what: 'Mensagens e avaliações',
    why: 'Para as duas pessoas lerem. Contrato.',
    long: 'Ficam para a outra pessoa mesmo depois da sua saída, sob o nome “Usuário removido”.',
  },
  {
    what: 'Pedidos, pagamentos, carteira e saques, com a chave Pix',
    why: 'Para entregar, pagar e devolver. Contrato e obrigação legal.',
    long: 'Os registros de dinheiro ficam, sem seu nome; a chave Pix é apagada com a conta.',
  },
  {
    what: 'Verificação de idade: “18+”, o método e até quando vale',
    why: 'Para abrir o conteúdo +18. Obrigação legal.',
    long: 'Até você excluir a conta. Uma resposta negativa some em um dia. Documento e data de nascimento nunca chegam aqui.',
  },
  {
    what: 'Aparelhos: nome do navegador e do sistema, e quando foram usados',
    why: 'Para manter você dentro e deixar você encerrar. Contrato.',
    long: 'Cada entrada vale 30 dias.',
  },
  {
    what: 'Discord: o número da sua conta lá, se você conectar',
    why: 'Para as ligações. Contrato.',
    long: 'Até você desconectar. Registros de ligações: 30 dias.',
  },
  {
    what: 'Avisos e inscrições de avisos no navegador',
    why: 'Para contar o que houve. Contrato; no navegador, consentimento.',
    long: 'Lidos: 90 dias. Não lidos: 180 dias. Inscrições: até você desligar ou sair.',
  },
  {
    what: 'Denúncias, pedidos de suporte, feedback e recursos',
    why: 'Para responder e manter o lugar seguro. Legítimo interesse.',
    long: 'O texto é apagado 2 anos depois de o caso ser encerrado.',
  },
  {
    what: 'Decisões da equipe e o registro do que ela fez',
    why: 'Para prestar contas do que decidimos. Legítimo interesse.',
    long: 'Ficam guardados: ninguém da equipe pode apagar.',
  },
  {
    what: 'Cópias dos seus dados que você pediu',
    why: 'Para você baixar. Obrigação legal.',
    long: '7 dias.',
  },
  {
    what: 'Erros das páginas, sem nada que identifique alguém',
    why: 'Para consertar. Legítimo interesse.',
    long: '30 dias.',
  },
  {
    what: 'Contagem de visitas, se você aceitar: só números por dia',
    why: 'Para saber o que melhorar. Consentimento.',
    long: '400 dias.',
  },
];

const data: HouseSection = {
  id: 'dados',
  title: 'O que guardamos, por quê e por quanto tempo',
  Body: () => (
    <>
      <p>
        Cada linha diz o que é, para que serve, a base na lei (LGPD, art. 7º) e quando some. Seu
        endereço de IP é usado na hora, para limitar abusos, e não é guardado com a sua conta.
      </p>
      <dl className="regras-d">
        {kept.map(({ what, why, long }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{why}</dd>
            <dd>{long}</dd>
          </div>
        ))}
      </dl>
    </>
  ),
};

const seen: HouseSection = {
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

/** What privacy means here, what is kept, and who sees it. */
export const dataSections: readonly HouseSection[] = [short, data, seen];
