/** An order of the demo with its final state and review. */
export interface DemoOrder {
  readonly buyer: string;
  /** Title of the ordered service. */
  readonly service: string;
  /** Final state of the order: the seed takes the order to this state. */
  readonly finalState:
    | 'awaiting_payment'
    | 'awaiting_start'
    | 'in_progress'
    | 'complete'
    | 'reviewed';
  readonly hoursAgo: number;
  readonly review?: {
    readonly title: string;
    readonly description: string;
    readonly rating: number;
    readonly recommend: boolean;
  };
}

/** Orders of the demo, at least one for each value of `finalState`. */
export const demoOrders: readonly DemoOrder[] = [
  {
    buyer: 'PudimHeadshot',
    service: 'Treino de mira com plano semanal',
    finalState: 'reviewed',
    hoursAgo: 30,
    review: {
      title: 'Voltei a acertar a cabeça',
      description:
        'Explicou o que eu fazia de errado no pré-mira em dez minutos. O plano cabe na rotina de quem trabalha.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'CapivaraGG',
    service: 'Treino de mira com plano semanal',
    finalState: 'reviewed',
    hoursAgo: 52,
    review: {
      title: 'Vale cada minuto',
      description:
        'Senti falta de mais tempo em mapa real, mas o resto foi redondo. Paciência de sobra.',
      rating: 4,
      recommend: true,
    },
  },
  {
    buyer: 'ZefaSpeedrun',
    service: 'Treino de mira com plano semanal',
    finalState: 'awaiting_start',
    hoursAgo: 1,
  },
  {
    buyer: 'BoitataBR',
    service: 'Dupla de ranqueada sem tilt',
    finalState: 'in_progress',
    hoursAgo: 2,
  },
  {
    buyer: 'LuaDeSilicio',
    service: 'Dupla de ranqueada sem tilt',
    finalState: 'complete',
    hoursAgo: 26,
  },
  {
    buyer: 'SaciComLag',
    service: 'Análise de replay, lance a lance',
    finalState: 'reviewed',
    hoursAgo: 75,
    review: {
      title: 'Parei de culpar o time',
      description: 'Três decisões minhas perderam a partida e agora eu sei quais foram. Recomendo.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'MiraFina77',
    service: 'Análise de replay, lance a lance',
    finalState: 'complete',
    hoursAgo: 28,
  },
  {
    buyer: 'MiraFina77',
    service: 'Sessão de filme comentada',
    finalState: 'reviewed',
    hoursAgo: 120,
    review: {
      title: 'Melhor que cinema',
      description: 'Curadoria certeira e comentários na medida. Já marquei a próxima sexta.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'MiraFina77',
    service: 'Do 4 ao 6 estrelas no ritmo',
    finalState: 'awaiting_payment',
    hoursAgo: 0,
  },
  {
    buyer: 'GaroaNoturna',
    service: 'Do 4 ao 6 estrelas no ritmo',
    finalState: 'reviewed',
    hoursAgo: 200,
    review: {
      title: 'Didática ótima, pulso melhor',
      description: 'Fui do quatro ao cinco em um mês. Só o fuso horário atrapalhou um pouco.',
      rating: 4,
      recommend: true,
    },
  },
  {
    buyer: 'TatuDoMid',
    service: 'Retrato ao vivo do seu main',
    finalState: 'reviewed',
    hoursAgo: 96,
    review: {
      title: 'Virou meu avatar em tudo',
      description:
        'Ver o desenho nascer foi a melhor parte. Aceitou todos os meus palpites com bom humor.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'PudimHeadshot',
    service: 'Construção de base em dupla',
    finalState: 'reviewed',
    hoursAgo: 140,
    review: {
      title: 'Bonita, mas corrida',
      description:
        'A base ficou linda. Faltou tempo para o telhado e combinamos de terminar depois.',
      rating: 3,
      recommend: true,
    },
  },
  {
    buyer: 'PudimHeadshot',
    service: 'Papo de madrugada, sem pressa',
    finalState: 'awaiting_start',
    hoursAgo: 3,
  },
  {
    buyer: 'CapivaraGG',
    service: 'Setup: monte e otimize comigo',
    finalState: 'reviewed',
    hoursAgo: 60,
    review: {
      title: 'Vinte quadros a mais',
      description: 'Era poeira e um cabo no lugar errado. Explicou tudo sem me fazer sentir burro.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'Dona_Crit',
    service: 'Suporte que enxerga o mapa',
    finalState: 'in_progress',
    hoursAgo: 1,
  },
  {
    buyer: 'PudimHeadshot',
    service: 'Papéis de parede da mesa',
    finalState: 'reviewed',
    hoursAgo: 40,
    review: {
      title: 'Minha tela nunca foi tão bonita',
      description:
        'Veio tudo nomeado e no tamanho certo. O da mira já está no computador do serviço.',
      rating: 5,
      recommend: true,
    },
  },
  {
    buyer: 'MiraFina77',
    service: 'Casa em blocos, passo a passo',
    finalState: 'awaiting_start',
    hoursAgo: 5,
  },
  {
    buyer: 'CapivaraGG',
    service: 'Figurinhas que se mexem',
    finalState: 'complete',
    hoursAgo: 8,
  },
];
