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

interface StoredData {
  readonly what: string;
  readonly why: string;
  readonly long: string;
}

const untilAccountClosed = 'Até você excluir a conta.';

const storedData: readonly StoredData[] = [
  {
    what: 'Conta: e-mail, nome, foto e o identificador da sua conta Google; nome de usuário, bio e frase de efeito',
    why: 'você entrar e ter um perfil. Contrato.',
    long: untilAccountClosed,
  },
  {
    what: 'Serviços, packs, publicações, comentários e curtidas',
    why: 'mostrar o que você publica. Contrato.',
    long: 'Até você apagar ou excluir a conta. Arquivos de pedidos pagos ficam para quem comprou.',
  },
  {
    what: 'Mensagens e avaliações',
    why: 'as duas pessoas lerem. Contrato.',
    long: 'Ficam para a outra pessoa mesmo depois da sua saída, sob o nome “Usuário removido”. Quando as duas saem, a conversa some em 30 dias.',
  },
  {
    what: 'Pedidos, pagamentos, carteira e saques, com a chave Pix',
    why: 'entregar, pagar e devolver. Contrato e obrigação legal.',
    long: 'Os registros de dinheiro ficam, sem seu nome. A chave Pix some com a conta ou, se houver um saque a pagar, quando ele é pago.',
  },
  {
    what: 'Quem recebe seus saques: nome completo, CPF e data de nascimento, se você vender e sacar',
    why: 'pagar à pessoa certa. Contrato e obrigação legal.',
    long: 'Criptografado, até você excluir a conta. O que um saque a pagar precisa fica até ele ser pago.',
  },
  {
    what: 'Provas de um pedido: o serviço como foi vendido e quanto foi enviado do pack em cada dia; em uma disputa ou contestação, também a conversa desde a compra e as ligações, lacradas',
    why: 'decidir quem tem razão e responder ao provedor de pagamento. Contrato e legítimo interesse.',
    long: 'Do pedido: 540 dias. Lacradas: 180 dias depois do fim da disputa ou contestação, mesmo que você exclua a conta.',
  },
  {
    what: 'Verificação de idade: “18+”, o método e até quando vale',
    why: 'abrir o conteúdo +18. Obrigação legal.',
    long: 'Até você excluir a conta. Uma resposta negativa some em um dia, e uma verificação não terminada, em 30 dias. Documento e data de nascimento nunca chegam aqui.',
  },
  {
    what: 'Aparelhos: nome do navegador e do sistema, e quando foram usados',
    why: 'manter você dentro e deixar você encerrar. Contrato.',
    long: 'Cada entrada vale 30 dias. O registro some 30 dias depois de ela terminar.',
  },
  {
    what: 'Registros de acesso: dia, hora, endereço de IP e porta de quando você entra, continua, publica ou muda algo, e sai',
    why: 'responder a uma ordem judicial. Obrigação legal (Marco Civil da Internet, art. 15).',
    long: '6 meses, mesmo que você exclua a conta. Cifrados com uma chave que não fica no site; ninguém os abre sem deixar registro. Para receber os seus, peça em Suporte.',
  },
  {
    what: 'Discord: o número da sua conta lá, se você conectar',
    why: 'fazer ligações. Contrato.',
    long: 'Até você desconectar. Registros de ligações: 30 dias; entre comprador e vendedor, 540 dias depois da última mudança do pedido.',
  },
  {
    what: 'Avisos e inscrições de avisos no navegador',
    why: 'contar o que houve. Contrato; no navegador, consentimento.',
    long: 'Lidos: 90 dias. Não lidos: 180 dias. Inscrições: até você desligar ou sair.',
  },
  {
    what: 'Denúncias, pedidos de suporte, feedback e recursos',
    why: 'responder e manter o lugar seguro. Legítimo interesse.',
    long: 'O texto é apagado 2 anos depois de o caso ser encerrado. A cópia do que foi denunciado, que só a equipe abre, some 180 dias depois do fim do caso, mesmo que o autor exclua a conta.',
  },
  {
    what: 'Decisões da equipe e o registro do que ela fez',
    why: 'prestar contas do que decidimos. Legítimo interesse.',
    long: 'Ficam guardados: ninguém da equipe pode apagar. O trecho do que você escreveu some com a sua conta.',
  },
  {
    what: 'Cópias dos seus dados que você pediu',
    why: 'você baixar. Obrigação legal.',
    long: '7 dias, as três últimas.',
  },
  {
    what: 'Erros das páginas, sem nada que identifique alguém',
    why: 'consertar. Legítimo interesse.',
    long: '30 dias.',
  },
  {
    what: 'Contagem de visitas, se você aceitar: só números por dia',
    why: 'saber o que melhorar. Consentimento.',
    long: '400 dias.',
  },
  {
    what: 'Registros técnicos do servidor e cópias de segurança',
    why: 'achar falhas e recuperar o que se perder. Legítimo interesse.',
    long: 'Registros, que não trazem nomes nem textos: até 90 dias. Cópias de segurança: até 30 dias.',
  },
];

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
        {storedData.map(({ what, why, long }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <b>Para quê:</b> {why}
            </dd>
            <dd>
              <b>Até quando:</b> {long}
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
