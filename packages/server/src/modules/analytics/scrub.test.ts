import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubMessage, scrubStack } from './scrub.ts';

describe('the message of an error', () => {
  it.each([
    [
      "Cannot read properties of undefined (reading 'username')",
      "Cannot read properties of undefined (reading 'username')",
    ],
    ['Minified React error #418; visit https://react.dev/errors/418?x=1', null],
    [
      'Failed to fetch dynamically imported module: https://guilda.example/assets/chat-B2c3.js?v=2',
      'Failed to fetch dynamically imported module: /assets/chat-B2c3.js',
    ],
    ['quem é ana.silva+x@pessoas.example?', 'quem é <email>?'],
    ["é d'ana'@pessoas.example ou `@pessoas.example", 'é <email> ou <email>'],
    ['post 0197a1b2-c3d4-7abc-8def-0123456789ab is gone', 'post <id> is gone'],
    ['ficou em /user/mira_gamer?aba=1 sem dados', 'ficou em <address> sem dados'],
    ['liga 11 98765-4321, CPF 123.456.789-09', 'liga 11 #-#, CPF #.#.#-09'],
    ['diz "oi, sou a Ana e moro em Recife" agora', 'diz "…" agora'],
    [
      `Unexpected token 'o', "oi, "sou" a Ana" is not valid JSON`,
      `Unexpected token 'o' … is not valid JSON`,
    ],
    ['não cabe {"nome":"Ana","chave":"x"}', 'não cabe {…}'],
    ['Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9eyJzdWIiOiIx', 'Bearer <token>'],
    ['  ', 'Error'],
  ])('%s', (rawText, expectedText) => {
    expect(scrubMessage(rawText)).toBe(expectedText ?? 'Minified React error ##; visit <address>');
  });

  const personalTextArbitrary = fc.oneof(
    fc.uuid().map((text) => ({ text, secret: text })),
    fc.emailAddress().map((text) => ({ text, secret: text })),
    fc.stringMatching(/^[1-9]\d{2,17}$/).map((text) => ({ text, secret: text })),
    fc
      .stringMatching(/^[a-z]{6,12}$/)
      .map((name) => ({ text: `https://guilda.example/user/${name}?q=${name}`, secret: name })),
    fc
      .stringMatching(/^[a-z]{6,12}$/)
      .map((name) => ({ text: `"eu sou ${name} e mais nada"`, secret: name })),
  );
  const wordArbitrary = fc.constantFrom(
    'TypeError:',
    'x is not a function',
    'undefined',
    'Erro',
    '(',
    ')',
  );

  it('contains no personal data, whatever is around it', () => {
    fc.assert(
      fc.property(
        fc.array(wordArbitrary),
        personalTextArbitrary,
        fc.array(wordArbitrary),
        (wordsBefore, { text, secret }, wordsAfter) => {
          const scrubbedText = scrubMessage([...wordsBefore, text, ...wordsAfter].join(' '));
          expect(scrubbedText).not.toContain(secret);
        },
      ),
    );
  });

  it('is short and has no long number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (rawText) => {
        const scrubbedText = scrubMessage(rawText);
        expect(scrubbedText.length).toBeLessThanOrEqual(300);
        expect(scrubbedText).not.toMatch(/\d{3,}/);
      }),
    );
  });
});

describe('the stack of an error', () => {
  it('keeps positions in the program’s code without the message', () => {
    const stackLines = [
      'TypeError: a Ana de Recife não existe',
      '    at sendIt (https://guilda.example/assets/chat-B2c3.js?x=9:12:3456)',
      '    at https://guilda.example/user/mira_gamer:1:20',
      '    at async Promise.all (index 0)',
      '    at Array.map (<anonymous>)',
      'at Ana, que mora em Recife',
      'render@https://guilda.example/assets/entry-A1.js:1:22',
      'e mais uma frase de alguém',
    ].join('\n');
    expect(scrubStack(stackLines)).toBe(
      [
        'at sendIt (/assets/chat-B2c3.js:12:3456)',
        'at <address>',
        'at async Promise.all (index 0)',
        'at Array.map (<anonymous>)',
        'render@/assets/entry-A1.js:1:22',
      ].join('\n'),
    );
  });

  it('has twelve frames at most', () => {
    const frames = Array.from({ length: 40 }, (_, line) => `at f (/assets/a.js:1:${line})`);
    expect(scrubStack(frames.join('\n')).split('\n')).toHaveLength(12);
  });
});
