import { limits } from '../limits.ts';

const { kept } = limits;

const untilAccountClosed = 'Até você excluir a conta.';

/**
 * Descriptions of stored data for the privacy page, in pt-BR: the data, its purpose and legal basis (LGPD, art. 7), and
 * how long it is kept. The tables behind each line are in `retention-entries.ts`; the deletion jobs use the same
 * numbers.
 */
export const storedData = {
  account: {
    what: 'Conta: e-mail, nome, foto e o identificador da sua conta Google; nome de usuário, bio e frase de efeito; quem você bloqueou',
    why: 'você entrar e ter um perfil. Contrato.',
    howLong: untilAccountClosed,
  },
  published: {
    what: 'Serviços, packs, publicações, comentários e curtidas',
    why: 'mostrar o que você publica. Contrato.',
    howLong:
      'Até você apagar ou excluir a conta. Arquivos de pedidos pagos ficam para quem comprou.',
  },
  messages: {
    what: 'Mensagens e avaliações',
    why: 'as duas pessoas lerem. Contrato.',
    howLong: `Ficam para a outra pessoa mesmo depois da sua saída, sob o nome “Usuário removido”. Quando as duas saem, a conversa some em ${kept.closedConversationDays} dias.`,
  },
  orders: {
    what: 'Pedidos, pagamentos, carteira e saques, com a chave Pix',
    why: 'entregar, pagar e reembolsar. Contrato e obrigação legal.',
    howLong:
      'Os registros de dinheiro e o que foi escrito em disputas ficam, sem seu nome. A chave Pix some com a conta ou, se houver um saque a pagar, quando ele é pago.',
  },
  payee: {
    what: 'Quem recebe seus saques: nome completo, CPF e data de nascimento, se você vender e sacar',
    why: 'pagar à pessoa certa, fazer seu informe anual e cumprir obrigações fiscais. Contrato e obrigação legal.',
    howLong:
      'Criptografado, até você excluir a conta. O que um saque a pagar precisa fica até ele ser pago.',
  },
  evidence: {
    what: 'Provas de um pedido: o serviço como foi vendido e quanto foi enviado do pacote em cada dia; em uma disputa ou contestação, também a conversa desde a compra e as ligações, lacradas',
    why: 'decidir quem tem razão e responder ao provedor de pagamento. Contrato e legítimo interesse.',
    howLong: `Do pedido: ${limits.orderFactsDays} dias. Lacradas: ${limits.evidenceDays} dias depois do fim da disputa ou contestação, mesmo que você exclua a conta.`,
  },
  age: {
    what: 'Verificação de idade: “18+” ou “16+”, o método e até quando vale; se a equipe pediu que você confirmasse a idade',
    why: 'abrir o conteúdo +18 e proteger crianças e adolescentes. Obrigação legal.',
    howLong: `Até você excluir a conta. Uma resposta negativa some em ${kept.declinedAgeCheckDays} dia, e uma verificação não terminada, em ${kept.openAgeCheckDays} dias. Se a idade ainda precisava ser confirmada, uma marca embaralhada da sua conta Google fica mais ${kept.closedAgeRequirementMonths} meses, para isso valer se você voltar. Documento e data de nascimento nunca chegam aqui.`,
  },
  devices: {
    what: 'Aparelhos: nome do navegador e do sistema, e quando foram usados',
    why: 'manter você dentro e deixar você encerrar. Contrato.',
    howLong: `Cada entrada vale 30 dias. O registro some ${kept.endedSessionDays} dias depois de ela terminar.`,
  },
  access: {
    what: 'Registros de acesso: dia, hora, endereço de IP e porta de quando você entra, continua, publica ou muda algo, e sai',
    why: 'responder a uma ordem judicial. Obrigação legal (Marco Civil da Internet, art. 15).',
    howLong: `${kept.accessRecordMonths} meses, mesmo que você exclua a conta. Criptografados com uma chave que não fica no site; ninguém os abre sem deixar registro. Para receber os seus, peça a quem cuida dos dados pessoais: o e-mail está em Seus direitos.`,
  },
  discord: {
    what: 'Discord: o número da sua conta lá, se você conectar; ligações',
    why: 'fazer ligações. Contrato.',
    howLong: `Até você desconectar; durante uma ligação, até a sala dela fechar. Registros de ligações: ${limits.callHistoryDays} dias; entre quem compra e quem vende, ${limits.orderFactsDays} dias depois da última mudança do pedido.`,
  },
  notices: {
    what: 'Avisos e inscrições de avisos no navegador',
    why: 'contar o que houve. Contrato; no navegador, consentimento.',
    howLong: `Lidos: ${kept.readNotificationDays} dias. Não lidos: ${kept.unreadNotificationDays} dias. Inscrições: até você desligar ou sair.`,
  },
  cases: {
    what: 'Denúncias, pedidos de suporte, feedback e recursos',
    why: 'responder e manter o lugar seguro. Legítimo interesse; sobre crianças e adolescentes, obrigação legal.',
    howLong: `O texto é apagado ${kept.caseTextYears} anos depois de o caso ser encerrado. A cópia do que foi denunciado, que só a equipe abre, some ${limits.evidenceDays} dias depois do fim do caso, mesmo que o autor exclua a conta. Em denúncias sobre menores, ela tem também os dados da conta e fica pelo menos ${kept.minorCopyMonths} meses, como a lei manda.`,
  },
  decisions: {
    what: 'Decisões da equipe e o registro do que ela fez',
    why: 'prestar contas do que decidimos. Legítimo interesse.',
    howLong:
      'Ficam guardados: ninguém da equipe pode apagar. O trecho do que você escreveu some com a sua conta.',
  },
  exports: {
    what: 'Cópias dos seus dados que você pediu',
    why: 'você baixar. Obrigação legal.',
    howLong: `${limits.exportDays} dias, as ${limits.exportsKept} últimas.`,
  },
  errors: {
    what: 'Erros das páginas, sem nada que identifique alguém',
    why: 'consertar. Legítimo interesse.',
    howLong: `${kept.pageErrorDays} dias.`,
  },
  visits: {
    what: 'Contagem de visitas, se você aceitar: só números por dia',
    why: 'saber o que melhorar. Consentimento.',
    howLong: `${kept.visitCountDays} dias.`,
  },
  marks: {
    what: 'Marcas técnicas: entradas e confirmações já usadas (embaralhadas), envios em andamento, avisos de provedores e tarefas que falharam',
    why: 'nada valer duas vezes. Legítimo interesse.',
    howLong: `De minutos a, no máximo, ${kept.webhookDays} dias.`,
  },
  logs: {
    what: 'Registros técnicos do servidor e cópias de segurança',
    why: 'achar falhas e recuperar o que se perder. Legítimo interesse.',
    howLong:
      'Registros, que não trazem nomes nem textos: até 90 dias. Cópias de segurança: até 30 dias.',
  },
} as const satisfies Readonly<Record<string, StoredDataLine>>;

/** A line of the privacy page, in pt-BR. */
interface StoredDataLine {
  /** The stored data. */
  readonly what: string;
  /** Purpose of the storage and its legal basis. */
  readonly why: string;
  /** How long the data is stored. */
  readonly howLong: string;
}

export type StoredDataId = keyof typeof storedData;
