import type { CategorySlug } from '@guilda/contract/services/categories';

/** One sentence per category on what people find there: shown below its name and in link previews. */
export const categoryTaglines: Readonly<Record<CategorySlug, string>> = {
  valorant: 'Treino de mira, dupla de ranqueada e leitura de mapa com quem conhece cada canto.',
  'league-of-legends':
    'Da fase de rotas ao fim da partida: aulas, análise de replay e companhia para a fila.',
  csgo: 'Granada, economia e mira. Gente que senta com você e joga rodada a rodada.',
  'e-chat': 'Conversa boa, companhia para o jantar ou para a madrugada. Sem pressa e sem roteiro.',
  minecraft:
    'Bases, fazendas e mundos inteiros: construa a dois ou peça ajuda com a parte difícil.',
  music: 'Trilhas, aulas e alguém para ouvir um disco inteiro com você.',
  drawing: 'Retratos, avatares e aulas de traço com quem desenha todo dia.',
  movies: 'Sessões comentadas, listas sob medida e companhia para apertar o play.',
  'teamfight-tactics':
    'Composição, economia e posição lidas em voz alta, da primeira rodada à última.',
  fortnite: 'Dupla para cair junto, treino de construção e calma no fim da partida.',
  osu: 'Ritmo, leitura e controle: suba de estrela com quem já passou por aí.',
  dota: 'Rota, visão e a hora certa de lutar, com paciência para explicar o porquê.',
  'apex-legends': 'Esquadrão completo, rotação e mira em movimento com quem joga toda temporada.',
  'call-of-duty': 'Classe ajustada, mapa decorado e parceria para o multijogador.',
  overwatch: 'Função, posição e a hora da suprema: treino e grupo para a competitiva.',
  pubg: 'Queda, rota e círculo final com alguém cuidando das suas costas.',
  starcraft: 'Ordem de construção, reconhecimento e muita ação por minuto, explicados com calma.',
  outros: 'Setup, RPG, xadrez, estudo: o que não coube nos outros ladrilhos mora aqui.',
  nudez: 'Conteúdo adulto, aberto só para quem confirmou a idade.',
};
