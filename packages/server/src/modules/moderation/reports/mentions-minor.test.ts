import { describe, expect, test } from 'vitest';
import { expectWithin } from '../../../../test/fixtures/checks/expect-within.ts';
import { mentionsMinor } from './mentions-minor.ts';

describe('texts that mention a minor', () => {
  test.each([
    'É menor de idade.',
    'ela é MENOR DE IDADE',
    'sao menores de idade',
    'A vendedora parece menor de 18 anos',
    'vende fotos e é menor de 18',
    'tem menores envolvidos nisso',
    'Ela é de menor!',
    'ele disse que é de menor e vende nudes',
    'dimenor vendendo pack',
    'Há uma criança nas fotos.',
    'crianças aparecem no vídeo',
    'CRIANCA',
    'cria\u200bnça',
    'Parece ser um adolescente',
    'pré-adolescente',
    'menina de 15 anos',
    'menino de quinze anos',
    'uma garota que tem só 14 anos',
    'Ela tem 16 anos',
    'eu tenho prova: ela disse ter 13 anos',
    'menina\nde  12 aninhos',
    'fotos de menores',
    'abusou de uma menor',
    'isso é pedofilia',
    'conteúdo infantil',
    'pornografia infantil aqui',
    'Envolve menor',
    'ENVOLVE MENOR!!',
    'envolve um menor',
    'Envolve uma menor.',
    'envolvendo menores',
    'Isso envolve menores de idade',
    'venda de nudes envolvendo uma menor que mora aqui',
    'envolve menor e o vendedor sabe',
    'o serviço envolve menores nas fotos',
    'houve envolvimento de menores',
    'envolve claramente uma pessoa menor, eu conheço',
    'A menina da foto parece ser menor',
    'parece ser menor',
    'quem aparece no vídeo parece ser menor e está chorando',
    'as duas parecem ser menores.',
    'aparenta ser menor',
    'ele se envolve com menores',
  ])('%j', (text) => {
    expect(mentionsMinor(text)).toBe(true);
  });
});

describe('texts that do not mention a minor', () => {
  test.each([
    '',
    'Não faço a menor ideia.',
    'sem a menor vergonha',
    'o menor preço do site',
    'entregou algo de menor qualidade',
    'comprei o de menor valor',
    'por um preço menor',
    'preços menores que os outros',
    'fotos em menor resolução',
    'Parece criança quando perde',
    'age igual a uma criança',
    'birra de criança',
    'criancice',
    'Não é menor de idade, eu vi o documento',
    'menina de 25 anos',
    'ele tem 18 anos',
    'a conta tem 15 anos',
    'ele tem 10 anos de experiência',
    'jogo há 12 anos',
    'paguei menos de 18 reais, ele pediu menor de 18 reais',
    'Prometeu 10 partidas e jogou 3.',
    'Não envolve menor',
    'isso não envolve nenhum menor',
    'não envolve uma menor, é adulta',
    'nunca envolveu menores',
    'não está envolvendo menores',
    'sem envolver menores',
    'sem envolver menores de idade',
    'não envolve pessoa menor de idade',
    'não está envolvendo menores de idade',
    'não parece ser menor',
    'envolve menor preço',
    'envolve um menor valor',
    'envolvendo menor qualidade',
    'a troca envolve menor tempo de jogo',
    'envolve menor esforço que o combinado',
    'vendeu por um valor menor',
    'parece ser menor que o anunciado',
    'parece ser menor do que o anunciado',
    'o pacote parece ser menor que isso',
    'O valor parece ser menor.',
    'O mapa parece ser menor.',
    'comprei pelo prêmio, que parece ser menor',
    'a duração da partida parece ser menor',
    'o preço do pacote parece ser menor',
    'parece ser menor preço',
    'cobrou menor',
  ])('%j', (text) => {
    expect(mentionsMinor(text)).toBe(false);
  });

  test('a long hostile text is matched quickly', () =>
    expectWithin(500, async () => {
      const startedAt = performance.now();
      for (const repeatedText of [
        ...[
          'menina que tem ',
          'nao e um ',
          'fotos a a ',
          'menor de ',
          'a',
          'nao se ha se envolve ',
        ],
        ...['envolve um ', 'envolve de de de menor ', 'valor do pacote parece ser ', 'parece ser '],
      ])
        mentionsMinor(repeatedText.repeat(600));
      return performance.now() - startedAt;
    }));
});
