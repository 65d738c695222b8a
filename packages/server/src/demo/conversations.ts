import { daysInMinutes, hoursInMinutes } from './demo-post.ts';

/** A conversation of two demo people, oldest message first. */
export interface DemoConversation {
  readonly between: readonly [string, string];
  readonly messages: readonly DemoMessage[];
  /** The person who has unread messages, and the number of these messages. */
  readonly unread?: { readonly by: string; readonly count: number };
}

export interface DemoMessage {
  readonly sender: string;
  readonly text: string;
  readonly minutesAgo: number;
}

/** Conversations of the demo, mostly about orders. */
export const demoConversations: readonly DemoConversation[] = [
  {
    between: ['ZefaSpeedrun', 'MiraFina77'],
    messages: [
      {
        sender: 'ZefaSpeedrun',
        text: 'Oi, Mira! Vi a avaliação do Pudim e fiquei curiosa. Seu treino serve para quem joga de controle?',
        minutesAgo: hoursInMinutes(4),
      },
      {
        sender: 'MiraFina77',
        text: 'Serve! A gente troca os exercícios de pulso por leitura de canto. Fica até melhor.',
        minutesAgo: hoursInMinutes(4) - 3,
      },
      { sender: 'ZefaSpeedrun', text: 'Fechado, vou comprar.', minutesAgo: hoursInMinutes(4) - 5 },
      {
        sender: 'ZefaSpeedrun',
        text: 'Pronto, paguei agora há pouco. Hoje às nove dá para você?',
        minutesAgo: 48,
      },
      {
        sender: 'ZefaSpeedrun',
        text: 'Se ficar tarde, amanhã depois do almoço também serve 🙂',
        minutesAgo: 46,
      },
    ],
    unread: { by: 'MiraFina77', count: 2 },
  },
  {
    between: ['PudimHeadshot', 'MiraFina77'],
    messages: [
      {
        sender: 'MiraFina77',
        text: 'Boa noite! Preparei um plano de vinte minutos por dia. Cabe depois que as crianças dormem?',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(6),
      },
      {
        sender: 'PudimHeadshot',
        text: 'Cabe. Se alguém acordar eu volto no dia seguinte do mesmo ponto, pode ser?',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(6) - 2,
      },
      {
        sender: 'MiraFina77',
        text: 'Pode. O plano é para a semana, não para a noite.',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(6) - 4,
      },
      {
        sender: 'PudimHeadshot',
        text: 'Subi para bronze!!! Obrigado de verdade.',
        minutesAgo: hoursInMinutes(2) + 20,
      },
      {
        sender: 'MiraFina77',
        text: 'Foi mérito seu. Agora descansa o pulso e comemora 🎉',
        minutesAgo: hoursInMinutes(2) + 8,
      },
    ],
  },
  {
    between: ['CapivaraGG', 'MiraFina77'],
    messages: [
      {
        sender: 'CapivaraGG',
        text: 'O treino ajudou muito. Semana que vem posso marcar outra hora, só de mapa?',
        minutesAgo: daysInMinutes(2) + hoursInMinutes(1),
      },
      {
        sender: 'MiraFina77',
        text: 'Claro. Terça ou quinta, depois das oito.',
        minutesAgo: daysInMinutes(2) + 40,
      },
      { sender: 'CapivaraGG', text: 'Quinta então!', minutesAgo: daysInMinutes(2) + 35 },
    ],
  },
  {
    between: ['MiraFina77', 'Dona_Crit'],
    messages: [
      {
        sender: 'MiraFina77',
        text: 'Dona, revi o replay com as suas anotações. O terceiro round dói mais agora que eu entendi.',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(2),
      },
      {
        sender: 'Dona_Crit',
        text: 'É assim que se aprende. Anotou o tempo da rotação?',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(1),
      },
      {
        sender: 'MiraFina77',
        text: 'Anotei: doze segundos tarde, três vezes.',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(1) - 6,
      },
      {
        sender: 'Dona_Crit',
        text: 'Então já sabe o que treinar. Na próxima a gente olha só isso.',
        minutesAgo: hoursInMinutes(20),
      },
    ],
  },
  {
    between: ['Dona_Crit', 'CapivaraGG'],
    messages: [
      {
        sender: 'CapivaraGG',
        text: 'Oi! Seu pedido está comigo, abri a sala. Entra quando puder.',
        minutesAgo: 50,
      },
      {
        sender: 'Dona_Crit',
        text: 'Entro em cinco minutos, só vou pegar um café.',
        minutesAgo: 47,
      },
      { sender: 'CapivaraGG', text: 'Sem pressa, deixei o mapa carregado.', minutesAgo: 46 },
      {
        sender: 'CapivaraGG',
        text: 'Separei três momentos em que a visão mudaria tudo.',
        minutesAgo: 21,
      },
    ],
    unread: { by: 'Dona_Crit', count: 1 },
  },
  {
    between: ['PudimHeadshot', 'ZefaSpeedrun'],
    messages: [
      {
        sender: 'PudimHeadshot',
        text: 'Os papéis de parede ficaram lindos. Você aceita encomenda com personagem de criança?',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(14),
      },
      {
        sender: 'ZefaSpeedrun',
        text: 'Aceito, adoro! Me manda uma foto do desenho dela e eu faço em vetor.',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(13),
      },
      {
        sender: 'PudimHeadshot',
        text: 'É um dinossauro com capacete. Ela insiste que é um coelho.',
        minutesAgo: daysInMinutes(1) + hoursInMinutes(12),
      },
      {
        sender: 'ZefaSpeedrun',
        text: 'Então será um coelho com capacete de dinossauro. Mando um rascunho hoje.',
        minutesAgo: 33,
      },
    ],
    unread: { by: 'PudimHeadshot', count: 1 },
  },
  {
    between: ['TatuDoMid', 'CapivaraGG'],
    messages: [
      {
        sender: 'CapivaraGG',
        text: 'As figurinhas já estão em todos os meus grupos.',
        minutesAgo: hoursInMinutes(7),
      },
      {
        sender: 'TatuDoMid',
        text: 'Missão cumprida. Qual foi a campeã?',
        minutesAgo: hoursInMinutes(6) + 40,
      },
      {
        sender: 'TatuDoMid',
        text: 'Aposto na capivara. Não que eu seja parcial com o tema.',
        minutesAgo: hoursInMinutes(6) + 39,
      },
    ],
    unread: { by: 'CapivaraGG', count: 2 },
  },
];
