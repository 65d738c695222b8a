import type { CategorySlug } from '@guilda/contract/services/categories';
import type { DemoPack } from './packs.ts';

/** A service of the demo; `cover` is the name of a drawing in `demo/art`. */
export interface DemoService {
  readonly seller: string;
  readonly title: string;
  readonly description: string;
  readonly price: string;
  readonly category: CategorySlug;
  readonly cover: string;
  /** The pack that a service of type `media` sells; services without one are of type `call`. */
  readonly pack?: DemoPack;
  readonly daysAgo: number;
}

/** Services of the demo in many categories, none of them with adult content. */
export const demoServices: readonly DemoService[] = [
  {
    seller: 'MiraFina77',
    title: 'Treino de mira com plano semanal',
    description:
      'Uma hora de call olhando sua mira ao vivo. Você sai com três exercícios e um plano de sete dias. Serve para quem está entre ferro e platina e cansou de treinar no escuro.',
    price: '45.00',
    category: 'valorant',
    cover: 'mira',
    daysAgo: 1,
  },
  {
    seller: 'MiraFina77',
    title: 'Dupla de ranqueada sem tilt',
    description:
      'Três partidas em dupla, com conversa calma entre uma e outra. Eu marco o que melhorar e ninguém grita.',
    price: '30.00',
    category: 'valorant',
    cover: 'dupla',
    daysAgo: 3,
  },
  {
    seller: 'Dona_Crit',
    title: 'Análise de replay, lance a lance',
    description:
      'Você manda a gravação, eu assisto antes e na call paramos em cada decisão que mudou a partida.',
    price: '38.90',
    category: 'league-of-legends',
    cover: 'replay',
    daysAgo: 2,
  },
  {
    seller: 'Dona_Crit',
    title: 'Tabuleiro lido em voz alta',
    description:
      'Jogo com você e digo em voz alta como leio a mesa: economia, posição e hora de arriscar.',
    price: '40.00',
    category: 'teamfight-tactics',
    cover: 'tabuleiro',
    daysAgo: 5,
  },
  {
    seller: 'BoitataBR',
    title: 'Sessão de filme comentada',
    description:
      'Escolhemos um filme, apertamos play juntos e conversamos no meio. Curadoria inclusa para quem não sabe o que ver.',
    price: '18.50',
    category: 'movies',
    cover: 'filme',
    daysAgo: 1,
  },
  {
    seller: 'SaciComLag',
    title: 'Do 4 ao 6 estrelas no ritmo',
    description:
      'Aulas de leitura de mapa e de pulso solto. A cada sessão um mapa novo no limite do que você já faz.',
    price: '35.00',
    category: 'osu',
    cover: 'ritmo',
    daysAgo: 4,
  },
  {
    seller: 'SaciComLag',
    title: 'Afine o ouvido em uma tarde',
    description:
      'Reconhecer tom, terça e cadência sem teoria pesada. Para quem canta, toca ou só quer ouvir melhor.',
    price: '60.00',
    category: 'music',
    cover: 'trilha',
    daysAgo: 12,
  },
  {
    seller: 'ZefaSpeedrun',
    title: 'Retrato ao vivo do seu main',
    description:
      'Desenho em vetor enquanto conversamos. Você acompanha cada traço e pede ajustes na hora.',
    price: '120.00',
    category: 'drawing',
    cover: 'retrato',
    daysAgo: 2,
  },
  {
    seller: 'ZefaSpeedrun',
    title: 'Primeira corrida: rota e calma',
    description:
      'Montamos sua rota de speedrun do zero, com pontos seguros e treino dos três truques que mais rendem.',
    price: '50.00',
    category: 'outros',
    cover: 'caixa',
    daysAgo: 8,
  },
  {
    seller: 'LuaDeSilicio',
    title: 'Setup: monte e otimize comigo',
    description:
      'Ligo a call, olho suas peças e o que roda nelas. Saímos com mais quadros e menos barulho.',
    price: '55.00',
    category: 'outros',
    cover: 'mesa',
    daysAgo: 6,
  },
  {
    seller: 'TatuDoMid',
    title: 'Papo de madrugada, sem pressa',
    description:
      'Uma hora de conversa boa, jogando algo leve ou só olhando a chuva. Sem julgamento e sem roteiro.',
    price: '15.00',
    category: 'e-chat',
    cover: 'papo',
    daysAgo: 1,
  },
  {
    seller: 'TatuDoMid',
    title: 'Conversa de apresentação',
    description: 'Quinze minutos para a gente se conhecer e ver se combina. Por minha conta.',
    price: '0',
    category: 'e-chat',
    cover: 'papo',
    daysAgo: 7,
  },
  {
    seller: 'GaroaNoturna',
    title: 'Construção de base em dupla',
    description:
      'Planejamos no papel, marcamos o terreno e levantamos as paredes juntos. Você escolhe o estilo.',
    price: '25.00',
    category: 'minecraft',
    cover: 'blocos',
    daysAgo: 3,
  },
  {
    seller: 'GaroaNoturna',
    title: 'Queda segura até o top 10',
    description:
      'Onde cair, quando rodar e como não morrer à toa. Cinco partidas com um plano para cada.',
    price: '28.00',
    category: 'fortnite',
    cover: 'caixa',
    daysAgo: 9,
  },
  {
    seller: 'CapivaraGG',
    title: 'Suporte que enxerga o mapa',
    description:
      'Visão, tempo e troca de rota. Jogo ao seu lado e explico cada sentinela que coloco.',
    price: '22.00',
    category: 'league-of-legends',
    cover: 'tabuleiro',
    daysAgo: 2,
  },
  {
    seller: 'CapivaraGG',
    title: 'Granadas que ganham rodada',
    description: 'Doze arremessos para cada mapa, treinados até sair sem pensar.',
    price: '32.00',
    category: 'csgo',
    cover: 'mira',
    daysAgo: 5,
  },
  {
    seller: 'LuaDeSilicio',
    title: 'Macro e economia em três partidas',
    description: 'Contamos trabalhadores, tempos e expansões. Números simples que viram vitória.',
    price: '42.00',
    category: 'starcraft',
    cover: 'replay',
    daysAgo: 14,
  },
  {
    seller: 'BoitataBR',
    title: 'Rotação e queda em trio',
    description: 'Completo seu trio, chamo as rotações e guardo a calma quando o anel fecha.',
    price: '26.00',
    category: 'apex-legends',
    cover: 'dupla',
    daysAgo: 10,
  },
  {
    seller: 'ZefaSpeedrun',
    title: 'Papéis de parede da mesa',
    description:
      'Quatro desenhos meus em tamanho de tela, em PNG e JPG. Use onde quiser, só não revenda.',
    price: '12.00',
    category: 'drawing',
    cover: 'tabuleiro',
    pack: 'wallpapers',
    daysAgo: 4,
  },
  {
    seller: 'TatuDoMid',
    title: 'Figurinhas que se mexem',
    description:
      'Três figurinhas animadas para a conversa não esfriar. De graça: leve e mande para alguém.',
    price: '0.00',
    category: 'e-chat',
    cover: 'papo',
    pack: 'stickers',
    daysAgo: 1,
  },
  {
    seller: 'GaroaNoturna',
    title: 'Casa em blocos, passo a passo',
    description:
      'Um vídeo curto da casa subindo bloco a bloco e duas imagens do resultado para usar de guia.',
    price: '9.90',
    category: 'minecraft',
    cover: 'blocos',
    pack: 'brandArt',
    daysAgo: 6,
  },
];
