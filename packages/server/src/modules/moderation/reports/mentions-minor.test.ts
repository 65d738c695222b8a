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
  ])('%j', (text) => {
    expect(mentionsMinor(text)).toBe(false);
  });

  test('a long hostile text is matched quickly', () =>
    expectWithin(500, async () => {
      const startedAt = performance.now();
      for (const repeatedText of ['menina que tem ', 'nao e um ', 'fotos a a ', 'menor de ', 'a'])
        mentionsMinor(repeatedText.repeat(600));
      return performance.now() - startedAt;
    }));
});
