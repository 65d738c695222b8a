/** Written numbers below eighteen, the way people of that age are told. */
const numbers =
  '(?:[5-9]|1[0-7]|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezasseis|dezessete|dezassete)';

const people =
  '(?:menin[oa]|garot[oa]|mo[cç]inh[oa]|rapaz|jovem|pessoa|alguem|filh[oa]|irma|irmao|sobrinh[oa]|prim[oa]|alun[oa]|estudante|namorad[oa]|vitima|usuari[oa]|vendedora?|el[ea]|eu)s?';

/** What a number of years is of when it is nobody's age. */
const things =
  '(?:experiencia|conta|casa|mercado|servidor|site|canal|jogo|treino|profissao|estrada)';

/** Up to two short words between who and how old. */
const between =
  '(?: (?:que|tem|tinha|com|de|so|apenas|uns|umas|diz|disse|dizendo|ter|parece)){1,4}';

/** What may stand behind `de menor` where it is somebody: the end, or what goes on about them. */
const personGoesOn =
  '(?= *(?:$|[^\\w\\s]|(?:e|que|na|no|com|em|aqui|la|vendendo|fazendo|mandando|pedindo|se|pra|para|por|nao)\\b))';

/** Words before `criança` that make it a way of speaking. */
const likeOne =
  '(?<!\\b(?:parece|parecendo|pareceu|parecia|igual|feito|feita|tipo|como|que nem|coisa de|birra de|brincadeira de|jogo de|coracao de|comportamento de) (?:a )?(?:uma? )?)';

const phrases = [
  '(?:pessoas? )?menor(?:es)? de idade',
  `menor(?:es)? (?:de|que|com) (?:18|dezoito|${numbers}) anos`,
  'menor(?:es)? de (?:18|dezoito)(?! *(?:reais|horas?|dias?|minutos?|segundos?|%))',
  'menor(?:es)? envolvid[oa]s?',
  '(?:d[ei]menor|di menor)(?:es)?',
  `de menor${personGoesOn}`,
  '(?:abus[oa]\\w*|alici\\w+|assedi\\w+|explor\\w+|fotos?|videos?|nudes?|imagens|conteudo) (?:\\w+ ){0,2}menor(?:es)?(?! *(?:qualidade|tamanho|resolucao|preco|valor|que))',
  `${likeOne}criancas?`,
  `${likeOne}(?:pre.?)?adolescentes?`,
  `${people}${between} ${numbers} an(?:os|inhos)(?! de ${things})`,
  'pedofil\\w*',
  '(?:conteudo|abuso|exploracao|pornografia|sexo|nudez|erotizacao|sexualizacao) (?:\\w+ )?infant(?:il|is)',
  'estupro de vulneravel',
].join('|');

/** Said to be none. */
const denied = '(?<!\\bnao (?:e|eh|era|ha|tem|envolve|envolveu) (?:um |uma |nenhum |nenhuma )?)';

const pattern = new RegExp(`${denied}\\b(?:${phrases})(?![\\w])`, 'u');

/** Lower case, without accents and without what nobody sees, in single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Whether a text says in plain words that a child or an adolescent is involved: then a report is
 * urgent, and hides what it is about (`product §9`). Figures of speech are not meant to count; who
 * writes something else has a box to tick.
 */
export const mentionsMinor = (text: string): boolean => pattern.test(plain(text));
