/** A source of numbers from 0 up to 1 that gives the same ones each time (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (text: string) => text.trim().split(/\s+/);

/** Of the first words many titles are made, of the last ones few. */
const common = words(`
  aula treino duo ranqueada mentoria análise coaching partida conversa companhia desenho retrato
  avatar música trilha filme sessão mapa mira build estratégia campanha clã torneio equipe amigo
  noite madrugada semana rápido completo iniciante avançado profissional particular divertido calmo
  violão piano canto poesia história inglês xadrez culinária astrologia tarô meditação redação
  estudo matemática programação edição vídeo ilustração personagem mascote emote logotipo banner
  fantasia terror comédia anime mangá quadrinho roleplay narração locução dublagem podcast`);

const joining = words('de com para e do da em sem por no');
const syllables = words(
  'ba be bi ca co da de fa fe ga go ja jo la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi xa za zo bra cri dre fla gra pli tro vra lha nho',
);

/** Made-up words for the long tail of a language. */
const tail = Array.from({ length: 12_000 }, (_, index) => {
  const pick = seeded(index + 1);
  const length = 2 + Math.floor(pick() * 3);
  const parts = Array.from({ length }, () => syllables[Math.floor(pick() * syllables.length)]);
  return parts.join('') + (index % 3 === 0 ? 's' : '');
});

/** One of a list whose first members come up far more often than its last. */
function often<T>(list: readonly T[], random: () => number, steepness: number): T {
  return list[Math.floor(list.length * random() ** steepness)] as T;
}

/** A title of two to five words, as people write them. */
export function titleOf(random: () => number): string {
  const first = often(common, random, 3);
  const parts = [`${first[0]?.toUpperCase()}${first.slice(1)}`];
  if (random() < 0.8) parts.push(often(joining, random, 2));
  parts.push(often(common, random, 2));
  if (random() < 0.6) parts.push(often(tail, random, 4));
  return parts.join(' ');
}

/** A description: what every seller writes, and words of this one alone. */
export function descriptionOf(random: () => number): string {
  const own = Array.from({ length: 8 + Math.floor(random() * 12) }, () =>
    random() < 0.4 ? often(common, random, 2) : often(tail, random, 3),
  );
  return `Uma hora com gravação e respostas às suas perguntas: ${own.join(' ')}.`;
}

/** Up to four hashtags, separated by spaces; some are typed in capitals. */
export function hashtagsOf(random: () => number): string {
  const tags = Array.from({ length: Math.floor(random() * 5) }, () =>
    random() < 0.7 ? often(common, random, 3) : often(tail, random, 3),
  );
  return tags.map((tag) => (random() < 0.2 ? tag.toUpperCase() : tag)).join(' ');
}

const firstNames = words(`
  Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Daniel
  Juliana Márcia Fernanda Patrícia Aline Camila Bruna Jéssica Letícia Larissa Beatriz Vitória Helena
  Miguel Arthur Heitor Bernardo Davi Théo Valentina Sofia Alice Laura Manuela Isabella Luísa Cecília
  Eloá Lívia Yasmin Caio Vinícius Thiago Rodrigo Otávio Ícaro Cauã Iara Jurema Moacir Ubirajara`);
const surnames = words(`
  Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins
  Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes
  Marques Machado Mendes Freitas Cardoso Ramos Gonçalves Santana Teixeira Araújo Pinto Xavier Brandão`);

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The `number`th person: a username of their own and a name that others have too. */
export function personOf(number: number, random: () => number) {
  const first = often(firstNames, random, 2);
  const last = often(surnames, random, 2);
  const end = number.toString(36);
  const base = random() < 0.5 ? plain(first) : `${plain(first)}${'._'[number % 2]}${plain(last)}`;
  const username = `${base.slice(0, 15 - end.length)}${random() < 0.5 ? '_' : ''}${end}`;
  const displayName = random() < 0.8 ? `${first} ${last}` : first;
  return { username: username.padEnd(6, '0'), displayName };
}
