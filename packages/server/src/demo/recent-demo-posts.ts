import { type DemoPost, daysInMinutes, hoursInMinutes } from './demo-post.ts';

/** Demo posts since yesterday, newest first. */
export const recentDemoPosts: readonly DemoPost[] = [
  {
    author: 'ZefaSpeedrun',
    title: 'Terminei o retrato da capitã',
    description:
      'Foram onze horas de vetor e meio litro de café. Quem adivinha de qual jogo ela saiu ganha um rascunho do próprio main.',
    hashtags: '#desenho #vetor #retrato',
    picture: 'retrato',
    service: 'Retrato ao vivo do seu main',
    minutesAgo: 14,
    likedBy: ['Dona_Crit', 'TatuDoMid', 'LuaDeSilicio', 'MiraFina77', 'GaroaNoturna'],
    comments: [
      { author: 'LuaDeSilicio', text: 'Se topar fazer capa de álbum, me chama.', minutesLater: 2 },
      { author: 'TatuDoMid', text: 'Onze horas e nenhum tutorial? Respeito.', minutesLater: 5 },
      {
        author: 'Dona_Crit',
        text: 'A sombra embaixo do queixo ficou linda. Chuto que ela é da tripulação do submarino.',
        minutesLater: 9,
      },
    ],
  },
  {
    author: 'SaciComLag',
    description:
      'Alguém para treinar padrão de stream hoje depois das nove? Levo paciência, você leva o dedo indicador.',
    hashtags: '#osu #treino',
    minutesAgo: hoursInMinutes(1),
    likedBy: ['MiraFina77', 'CapivaraGG', 'GaroaNoturna'],
    comments: [
      {
        author: 'MiraFina77',
        text: 'Eu topo, mas meu dedo reclama depois do terceiro mapa.',
        minutesLater: 11,
      },
      {
        author: 'SaciComLag',
        text: 'Três mapas está ótimo. Às nove e dez abro a sala.',
        minutesLater: 16,
      },
    ],
  },
  {
    author: 'PudimHeadshot',
    title: 'Subi de ferro para bronze',
    description:
      'Demorei quarenta partidas e duas noites maldormidas. Obrigado a quem jogou comigo sem rir do meu pré-mira.',
    hashtags: '#duoranqueada valorant',
    minutesAgo: hoursInMinutes(2),
    likedBy: ['MiraFina77', 'Dona_Crit', 'CapivaraGG', 'TatuDoMid', 'ZefaSpeedrun', 'SaciComLag'],
    comments: [
      {
        author: 'MiraFina77',
        text: 'Eu vi o último round. Foi mérito seu, respire e comemore!',
        minutesLater: 6,
      },
      {
        author: 'CapivaraGG',
        text: 'Bronze hoje, prata quando as crianças dormirem cedo.',
        minutesLater: 20,
      },
      { author: 'PudimHeadshot', text: 'Então prata só em 2031, mas eu espero.', minutesLater: 31 },
    ],
  },
  {
    author: 'BoitataBR',
    title: 'Filmes ruins que são ótimos em call',
    description:
      'Critério único: dá para rir em grupo sem perder a história. Mandem os seus que eu monto a lista.',
    hashtags: '#filmes',
    picture: 'filme',
    minutesAgo: hoursInMinutes(3),
    likedBy: ['TatuDoMid', 'MiraFina77', 'GaroaNoturna', 'LuaDeSilicio'],
    comments: [
      { author: 'TatuDoMid', text: 'Qualquer um com tubarão que voa.', minutesLater: 8 },
      {
        author: 'GaroaNoturna',
        text: 'Aquele do tomate gigante. Choro de rir na perseguição.',
        minutesLater: 25,
      },
      {
        author: 'MiraFina77',
        text: 'Pode ser musical? Tenho um sobre patins que é uma obra.',
        minutesLater: 47,
      },
      {
        author: 'BoitataBR',
        text: 'Musical de patins acaba de entrar no topo da lista.',
        minutesLater: 52,
      },
    ],
  },
  {
    author: 'LuaDeSilicio',
    title: 'Antes e depois da limpeza',
    description:
      'Dois anos de poeira, uma tarde de pincel e menos doze graus. Não precisei trocar nenhuma peça.',
    hashtags: '#setup #limpeza',
    picture: 'mesa',
    service: 'Setup: monte e otimize comigo',
    minutesAgo: hoursInMinutes(5),
    likedBy: ['CapivaraGG', 'PudimHeadshot', 'SaciComLag', 'BoitataBR'],
    comments: [
      {
        author: 'CapivaraGG',
        text: 'Posso confirmar: aqui foram vinte quadros a mais.',
        minutesLater: 14,
      },
      {
        author: 'PudimHeadshot',
        text: 'Qual pincel você usa? O meu solta pelo na placa.',
        minutesLater: 33,
      },
      {
        author: 'LuaDeSilicio',
        text: 'Um de maquiagem, novo, bem macio. Nunca aspirador!',
        minutesLater: 41,
      },
    ],
  },
  {
    author: 'TatuDoMid',
    description:
      'Chovendo aqui desde cedo. Quem mais deixou o jogo no menu só para ouvir a música?',
    minutesAgo: hoursInMinutes(7),
    likedBy: ['GaroaNoturna', 'ZefaSpeedrun', 'BoitataBR', 'SaciComLag', 'PudimHeadshot'],
    comments: [
      {
        author: 'GaroaNoturna',
        text: 'Menu de jogo de fazenda com chuva de verdade: paz.',
        minutesLater: 19,
      },
      {
        author: 'SaciComLag',
        text: 'Deixei tanto que já toco o tema no violão.',
        minutesLater: 62,
      },
    ],
  },
  {
    author: 'GaroaNoturna',
    title: 'A vila do lago ficou pronta',
    description:
      'Trinta e duas casas, nenhuma igual à outra, e um mercado embaixo da ponte. O mapa é livre para quem quiser andar por lá.',
    hashtags: '#minecraft #construção',
    picture: 'blocos',
    service: 'Construção de base em dupla',
    minutesAgo: hoursInMinutes(9),
    likedBy: [
      'PudimHeadshot',
      'MiraFina77',
      'ZefaSpeedrun',
      'TatuDoMid',
      'LuaDeSilicio',
      'Dona_Crit',
    ],
    comments: [
      {
        author: 'ZefaSpeedrun',
        text: 'A paleta do mercado está perfeita. Quanto tempo levou?',
        minutesLater: 21,
      },
      { author: 'GaroaNoturna', text: 'Três semanas, quase tudo de madrugada.', minutesLater: 35 },
      {
        author: 'PudimHeadshot',
        text: 'Minha filha adotou a casa amarela e avisou que não devolve.',
        minutesLater: 80,
      },
    ],
  },
  {
    author: 'MiraFina77',
    title: 'Vinte minutos que valem mais que duas horas',
    description:
      'Cinco de pré-mira parada, dez de troca entre dois alvos, cinco de partida sem placar. Todo dia, na mesma hora.',
    hashtags: '#treino #valorant #mira',
    service: 'Treino de mira com plano semanal',
    minutesAgo: hoursInMinutes(12),
    likedBy: ['PudimHeadshot', 'CapivaraGG', 'ZefaSpeedrun', 'SaciComLag'],
    comments: [
      {
        author: 'CapivaraGG',
        text: 'Serve para quem joga de suporte ou é só para duelista?',
        minutesLater: 27,
      },
      {
        author: 'MiraFina77',
        text: 'Serve mais ainda: suporte tem uma chance só de acertar.',
        minutesLater: 38,
      },
    ],
  },
  {
    author: 'CapivaraGG',
    title: 'Procuro dupla calma para a noite',
    description: 'Jogo de suporte, falo pouco e não culpo ninguém. Entre nove e meia-noite.',
    hashtags: '#duoranqueada #lol',
    minutesAgo: hoursInMinutes(16),
    likedBy: ['Dona_Crit', 'TatuDoMid'],
    comments: [
      {
        author: 'Dona_Crit',
        text: 'Quinta eu consigo. Levo a Sentinela, você leva a calma.',
        minutesLater: 44,
      },
      {
        author: 'TatuDoMid',
        text: 'Se faltar alguém para o meio, prometo não morrer primeiro.',
        minutesLater: 96,
      },
    ],
  },
  {
    author: 'Dona_Crit',
    title: 'Olhar o minimapa é um hábito, não um dom',
    description:
      'Contem em voz alta a cada cinco segundos durante três partidas. Na quarta vocês vão olhar sem contar.',
    hashtags: '#dica #lol #replay',
    picture: 'replay',
    service: 'Análise de replay, lance a lance',
    minutesAgo: hoursInMinutes(21),
    likedBy: ['CapivaraGG', 'TatuDoMid', 'MiraFina77', 'SaciComLag', 'BoitataBR'],
    comments: [
      {
        author: 'SaciComLag',
        text: 'Fiz isso com metrônomo. Funcionou e enlouqueceu a casa.',
        minutesLater: 15,
      },
      {
        author: 'CapivaraGG',
        text: 'Na terceira partida já salvei um dragão. Obrigado!',
        minutesLater: 130,
      },
    ],
  },
  {
    author: 'ZefaSpeedrun',
    hashtags: '#desenho #rascunho',
    picture: 'trilha',
    minutesAgo: daysInMinutes(1) + hoursInMinutes(2),
    likedBy: ['SaciComLag', 'GaroaNoturna', 'TatuDoMid'],
    comments: [
      {
        author: 'SaciComLag',
        text: 'É o pandeiro do meu quarto! Posso usar de capa da playlist?',
        minutesLater: 9,
      },
      {
        author: 'ZefaSpeedrun',
        text: 'Foi feito para isso. Mando em alta ainda hoje.',
        minutesLater: 18,
      },
    ],
  },
  {
    author: 'PudimHeadshot',
    title: 'Qual foi o primeiro jogo que vocês zeraram?',
    description:
      'O meu foi emprestado de um primo, com o manual rabiscado e sem a última fase no mapa.',
    hashtags: '#nostalgia',
    minutesAgo: daysInMinutes(1) + hoursInMinutes(6),
    likedBy: ['TatuDoMid', 'BoitataBR', 'LuaDeSilicio', 'Dona_Crit', 'MiraFina77'],
    comments: [
      {
        author: 'BoitataBR',
        text: 'Um de corrida em que eu só sabia fazer curva para a direita.',
        minutesLater: 12,
      },
      { author: 'LuaDeSilicio', text: 'Campo minado. Conta? Para mim conta.', minutesLater: 30 },
      { author: 'Dona_Crit', text: 'Conta, e ainda é difícil.', minutesLater: 34 },
      {
        author: 'TatuDoMid',
        text: 'O de futebol, com o goleiro adiantado. Sem orgulho nenhum.',
        minutesLater: 71,
      },
    ],
  },
  {
    author: 'SaciComLag',
    title: 'Mapa novo para quem está nas quatro estrelas',
    description:
      'Sem salto longo, com pausas para respirar. Se travar no refrão, diminua e conte em voz alta.',
    hashtags: '#osu #mapa',
    picture: 'ritmo',
    service: 'Do 4 ao 6 estrelas no ritmo',
    minutesAgo: daysInMinutes(1) + hoursInMinutes(11),
    likedBy: ['GaroaNoturna', 'MiraFina77', 'CapivaraGG'],
    comments: [
      {
        author: 'GaroaNoturna',
        text: 'O refrão é cruel, mas a pausa antes dele ajuda muito.',
        minutesLater: 140,
      },
    ],
  },
];
