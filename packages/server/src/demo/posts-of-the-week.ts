import { type DemoPost, daysInMinutes, hoursInMinutes } from './demo-post.ts';

/** Demo posts older than a day, up to a week, newest first. */
export const postsOfTheWeek: readonly DemoPost[] = [
  {
    author: 'LuaDeSilicio',
    title: 'Teclado pequeno mudou minha mesa',
    description:
      'Sobrou espaço para o mouse e para o café. Demorei três dias para achar as setas e nunca mais voltei.',
    hashtags: '#setup #teclado',
    minutesAgo: daysInMinutes(2),
    likedBy: ['MiraFina77', 'PudimHeadshot', 'ZefaSpeedrun'],
    comments: [
      {
        author: 'MiraFina77',
        text: 'O mouse agradece. O meu anda o dobro desde que troquei.',
        minutesLater: 22,
      },
      {
        author: 'ZefaSpeedrun',
        text: 'Sem teclado numérico eu não vivo. Cada desenho tem dono.',
        minutesLater: 58,
      },
    ],
  },
  {
    author: 'BoitataBR',
    title: 'Sexta tem sessão',
    description:
      'Votem até quinta: um de assalto, um de fantasma ou um que ninguém aqui viu. A pipoca é por conta de cada um.',
    hashtags: '#filmes #sexta',
    service: 'Sessão de filme comentada',
    minutesAgo: daysInMinutes(2) + hoursInMinutes(4),
    likedBy: ['TatuDoMid', 'MiraFina77', 'Dona_Crit', 'PudimHeadshot'],
    comments: [
      {
        author: 'TatuDoMid',
        text: 'O que ninguém viu. Sempre o que ninguém viu.',
        minutesLater: 7,
      },
      {
        author: 'Dona_Crit',
        text: 'Assalto, porque eu gosto de plano que dá errado.',
        minutesLater: 45,
      },
      {
        author: 'PudimHeadshot',
        text: 'Fantasma, desde que comece depois das dez.',
        minutesLater: 90,
      },
    ],
  },
  {
    author: 'BoitataBR',
    title: 'Terror que não poupa ninguém',
    description: 'Três filmes com cenas bem gráficas, para quem gosta do gênero e já é adulto.',
    hashtags: '#filmes #terror',
    sensitive: true,
    minutesAgo: daysInMinutes(2) + hoursInMinutes(9),
    likedBy: [],
    comments: [],
  },
  {
    author: 'CapivaraGG',
    title: 'Cheguei faz pouco e já me sinto em casa',
    description:
      'Duas pessoas pararam a partida para me explicar onde pôr sentinela. Obrigado, de verdade.',
    hashtags: '#apresentação',
    minutesAgo: daysInMinutes(3),
    likedBy: [
      'Dona_Crit',
      'MiraFina77',
      'TatuDoMid',
      'PudimHeadshot',
      'GaroaNoturna',
      'SaciComLag',
    ],
    comments: [
      { author: 'Dona_Crit', text: 'Puxe a cadeira. A mesa é grande.', minutesLater: 5 },
      { author: 'TatuDoMid', text: 'Tem café. Quase sempre tem bolo.', minutesLater: 13 },
    ],
  },
  {
    author: 'GaroaNoturna',
    title: 'Telhado sem escada: o truque da laje',
    description:
      'Meia laje, recuo de um bloco e folha na ponta. De longe parece curva, de perto é só paciência.',
    hashtags: '#minecraft #dica',
    minutesAgo: daysInMinutes(3) + hoursInMinutes(8),
    likedBy: ['PudimHeadshot', 'ZefaSpeedrun'],
    comments: [
      {
        author: 'PudimHeadshot',
        text: 'Testei hoje. A casinha finalmente parou de parecer caixa.',
        minutesLater: 300,
      },
    ],
  },
  {
    author: 'MiraFina77',
    title: 'Perdi oito seguidas e fui dormir',
    description: 'No dia seguinte ganhei cinco. Às vezes o treino é desligar o computador.',
    hashtags: '#duoranqueada #valorant',
    minutesAgo: daysInMinutes(4),
    likedBy: ['PudimHeadshot', 'CapivaraGG', 'Dona_Crit', 'TatuDoMid', 'LuaDeSilicio'],
    comments: [
      {
        author: 'TatuDoMid',
        text: 'A partida das três da manhã nunca é a da virada.',
        minutesLater: 18,
      },
      {
        author: 'LuaDeSilicio',
        text: 'Guardei essa. Hoje desligo na segunda derrota.',
        minutesLater: 66,
      },
    ],
  },
  {
    author: 'ZefaSpeedrun',
    title: 'Recorde pessoal por dois segundos',
    description: 'Larguei o pulo difícil e fui pelo seguro. Menos bonito, mais rápido.',
    hashtags: '#speedrun',
    picture: 'caixa',
    service: 'Primeira corrida: rota e calma',
    minutesAgo: daysInMinutes(4) + hoursInMinutes(10),
    likedBy: ['SaciComLag', 'GaroaNoturna', 'MiraFina77'],
    comments: [
      {
        author: 'SaciComLag',
        text: 'Dois segundos são uma eternidade. Parabéns!',
        minutesLater: 26,
      },
    ],
  },
  {
    author: 'TatuDoMid',
    title: 'Vale conversar sem jogar?',
    description:
      'Ontem passamos duas horas na sala e ninguém abriu nada. Foi a melhor partida da semana.',
    hashtags: '#madrugada',
    service: 'Papo de madrugada, sem pressa',
    minutesAgo: daysInMinutes(5),
    likedBy: ['PudimHeadshot', 'BoitataBR', 'GaroaNoturna', 'LuaDeSilicio'],
    comments: [
      {
        author: 'BoitataBR',
        text: 'Vale. E o debate sobre coxinha ainda não terminou.',
        minutesLater: 11,
      },
      {
        author: 'PudimHeadshot',
        text: 'Eu ouvi de fundo lavando louça. Recomendo.',
        minutesLater: 29,
      },
    ],
  },
  {
    author: 'SaciComLag',
    title: 'Lista para treinar sem pressa',
    description: 'Catorze músicas que sobem de tempo devagar, do samba ao sintetizador.',
    hashtags: '#música #osu',
    service: 'Afine o ouvido em uma tarde',
    minutesAgo: daysInMinutes(5) + hoursInMinutes(14),
    likedBy: ['ZefaSpeedrun', 'TatuDoMid'],
    comments: [
      {
        author: 'ZefaSpeedrun',
        text: 'Desenhei ouvindo a lista inteira. A sétima é um achado.',
        minutesLater: 210,
      },
    ],
  },
  {
    author: 'Dona_Crit',
    title: 'Combinados da mesa',
    description:
      'Aqui se joga para se divertir: sem xingamento, sem spoiler e sem cobrar resposta de quem está no trabalho. Viu algo fora disso? Denuncie que a equipe olha.',
    hashtags: '#comunidade',
    minutesAgo: daysInMinutes(6),
    likedBy: [
      'CapivaraGG',
      'MiraFina77',
      'TatuDoMid',
      'BoitataBR',
      'LuaDeSilicio',
      'GaroaNoturna',
      'PudimHeadshot',
    ],
    comments: [
      { author: 'BoitataBR', text: 'Sem spoiler: já gostei de tudo.', minutesLater: 8 },
      { author: 'GaroaNoturna', text: 'Lugar bom é assim.', minutesLater: 51 },
    ],
  },
  {
    author: 'GaroaNoturna',
    title: 'Procuro gente para um servidor pequeno',
    description: 'Sobrevivência, sem pressa e com placa em toda estrada. Cabem mais quatro.',
    hashtags: '#Minecraft #servidor',
    minutesAgo: daysInMinutes(8),
    likedBy: ['PudimHeadshot', 'CapivaraGG', 'ZefaSpeedrun'],
    comments: [
      {
        author: 'CapivaraGG',
        text: 'Topo! Posso cuidar da horta e das placas.',
        minutesLater: 34,
      },
      {
        author: 'GaroaNoturna',
        text: 'A horta é sua. Amanhã mando o endereço.',
        minutesLater: 40,
      },
    ],
  },
];
