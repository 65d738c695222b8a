import { toUnicodeForm } from '@guilda/contract/unicode-form';

/** Ages from five to seventeen, as digits and as Portuguese words. */
const minorAges =
  '(?:[5-9]|1[0-7]|cinco|seis|sete|oito|nove|dez|onze|doze|treze|quatorze|catorze|quinze|dezesseis|dezasseis|dezessete|dezassete)';

const personWords =
  '(?:menin[oa]|garot[oa]|mo[cç]inh[oa]|rapaz|jovem|pessoa|alguem|filh[oa]|irma|irmao|sobrinh[oa]|prim[oa]|alun[oa]|estudante|namorad[oa]|vitima|usuari[oa]|vendedora?|el[ea]|eu)s?';

/** Words that may follow `anos de` when the number is not an age, as in `10 anos de experiência`. */
const nonAgeWords =
  '(?:experiencia|conta|casa|mercado|servidor|site|canal|jogo|treino|profissao|estrada)';

/** Up to four short words that may stand between the word for a person and the age. */
const wordsBeforeAge =
  '(?: (?:que|tem|tinha|com|de|so|apenas|uns|umas|diz|disse|dizendo|ter|parece)){1,4}';

/** What follows `de menor` when the phrase means a person: the end of a sentence, or a clause about the person. */
const endOfPersonPhrase =
  '(?= *(?:$|[^\\w\\s]|(?:e|que|na|no|com|em|aqui|la|vendendo|fazendo|mandando|pedindo|se|pra|para|por|nao)\\b))';

/** Excludes words before `criança` that make it a figure of speech, as in `parece criança`. */
const excludeFigureOfSpeech =
  '(?<!\\b(?:parece|parecendo|pareceu|parecia|igual|feito|feita|tipo|como|que nem|coisa de|birra de|brincadeira de|jogo de|coracao de|comportamento de) (?:a )?(?:uma? )?)';

/**
 * What follows `menor` when it means a person: the end of a sentence, or a clause about the person. A noun as in
 * `menor preço` and a comparison as in `menor que o anunciado` are something else.
 */
const endOfMinor =
  '(?= *(?:$|[^\\w\\s]|(?:e|ou|mas|que(?! (?:[oa]s?|isso|ess[ea]s?|est[ea]s?|aquel[ea]s?)\\b)|n[oa]s?|ness[ea]s?|nest[ea]s?|dess[ea]s?|em|com|aqui|la|sim|nu[as]?|nus|pelad[oa]s?|vendendo|fazendo|mandando|enviando|pedindo|posando|mostrando|se exibindo)\\b))';

/** Words that may stand between the verb and `menor`, as in `envolve uma menor`. */
const wordsBeforeMinor =
  '(?:(?:claramente|tambem|ate|provavelmente|possivelmente|um|uma|uns|umas|dois|duas|algum|alguma|alguns|algumas|varios|varias|pessoas?|alguem|gente|com|de) ){0,3}';

/** Excludes a negation before a verb, as in `não se envolve`. */
const excludeNegatedVerb =
  '(?<!\\b(?:nao|nunca|nem|jamais|sem) (?:(?:me|se|ha|tem|esta|estao|estava) ){0,2})';

/** Requires a person as the subject of a verb, or no subject: `o mapa parece ser menor` is about a thing. */
const requirePersonSubject = `(?<=(?:^|[^\\w\\s] ?)|\\b(?:${personWords}|quem|modelos?|mulher(?:es)?|homem|homens|duas|dois|amb[oa]s) (?:\\w{1,20} ){0,4})`;

const minorPhrases = [
  `${excludeNegatedVerb}envolv(?:e|em|eu|ia|iam|eram|er|erem|endo|ido|imento) ${wordsBeforeMinor}menor(?:es)?${endOfMinor}`,
  `(?=parec|aparent)${excludeNegatedVerb}${requirePersonSubject}(?:parec(?:e|em|eu|ia|iam|endo)|aparent(?:a|am|ou|ava|avam)) (?:mesmo |claramente )?ser(?:em)? (?:um |uma )?menor(?:es)?${endOfMinor}`,
  '(?:pessoas? )?menor(?:es)? de idade',
  `menor(?:es)? (?:de|que|com) (?:18|dezoito|${minorAges}) anos`,
  'menor(?:es)? de (?:18|dezoito)(?! *(?:reais|horas?|dias?|minutos?|segundos?|%))',
  'menor(?:es)? envolvid[oa]s?',
  '(?:d[ei]menor|di menor)(?:es)?',
  `de menor${endOfPersonPhrase}`,
  '(?:abus[oa]\\w*|alici\\w+|assedi\\w+|explor\\w+|fotos?|videos?|nudes?|imagens|conteudo) (?:\\w+ ){0,2}menor(?:es)?(?! *(?:qualidade|tamanho|resolucao|preco|valor|que))',
  `${excludeFigureOfSpeech}criancas?`,
  `${excludeFigureOfSpeech}(?:pre.?)?adolescentes?`,
  `${personWords}${wordsBeforeAge} ${minorAges} an(?:os|inhos)(?! de ${nonAgeWords})`,
  'pedofil\\w*',
  '(?:conteudo|abuso|exploracao|pornografia|sexo|nudez|erotizacao|sexualizacao) (?:\\w+ )?infant(?:il|is)',
  'estupro de vulneravel',
].join('|');

/** Excludes a negation right before the phrase, as in `não é`. */
const excludeNegation =
  '(?<!\\b(?:nao (?:e|eh|era|ha|tem)|(?:nao|nunca|nem|jamais|sem) (?:(?:se|esta|estao|estava) )?envolv\\w{1,8}) (?:um |uma |nenhum |nenhuma )?(?:pessoas? )?)';

const minorMentionPattern = new RegExp(`${excludeNegation}\\b(?:${minorPhrases})(?![\\w])`, 'u');

/** Normalises a text: lower case, no accents or invisible characters, single spaces. */
function withoutAccents(text: string): string {
  return toUnicodeForm(text, 'NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Whether a text says plainly that a child or an adolescent is involved, which makes a report urgent and hides its
 * subject (`docs/product/moderation.md`). Figures of speech must not match. The author of a report that does not match
 * can tick a box in the form instead.
 */
export const mentionsMinor = (text: string): boolean =>
  minorMentionPattern.test(withoutAccents(text));
