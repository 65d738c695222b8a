import { describe, expect, test } from 'vitest';
import { mailSite } from '../../../test/fixtures/data/mail-site.ts';
import { assertMail } from '../../ports/mailer.ts';
import { composeMail, type MailContent, whyMailedNote } from './index.ts';

const mailContent: MailContent = {
  id: 'decision-1',
  to: 'ana@pessoas.example',
  subject: 'Sua publicação saiu do ar',
  preheader: 'Veja o motivo e como recorrer.',
  heading: 'Decisão da equipe',
  blocks: [
    { kind: 'text', text: 'A equipe tirou do ar uma publicação sua.' },
    { kind: 'facts', facts: [{ label: 'Sobre', value: 'Subi', href: 'https://g.example/post/1' }] },
    { kind: 'facts', facts: [{ label: 'Caso', value: 'DEN-0418' }] },
    { kind: 'quote', text: 'Motivo.\n\nMais.' },
  ],
  button: { label: 'Recorrer', url: 'https://g.example/user/settings' },
  notes: [whyMailedNote, { label: 'Escolher', url: 'https://g.example/user/settings/avisos' }],
};

describe('a mail', () => {
  test('has the same content in both parts', async () => {
    const mail = await composeMail(mailContent, mailSite);
    expect(mail.text).toBe(
      [
        'Decisão da equipe',
        '',
        'A equipe tirou do ar uma publicação sua.',
        '',
        'Sobre: Subi (https://g.example/post/1)',
        '',
        'Caso: DEN-0418',
        '',
        '> Motivo.',
        '>',
        '> Mais.',
        '',
        'Recorrer: https://g.example/user/settings',
        '',
        whyMailedNote,
        'Escolher: https://g.example/user/settings/avisos',
        'Guilda de Teste Ltda. · CNPJ 11.222.333/0001-81 · Rua dos Testes, 1, São Paulo, SP · contato@guilda.example · Dados pessoais: privacidade@guilda.example',
        '',
      ].join('\n'),
    );
    for (const word of [
      'Decisão da equipe',
      'DEN-0418',
      'Recorrer',
      whyMailedNote,
      mailSite.company.cnpj,
    ]) {
      expect(mail.html).toContain(word);
    }
    expect(() => assertMail(mail)).not.toThrow();
  });

  test('loads nothing from other servers, and contains no scripts', async () => {
    const { html } = await composeMail(mailContent, mailSite);
    expect(html).toMatch(/^<!DOCTYPE html/i);
    expect(html).not.toMatch(/<(script|img|link|iframe|form)|url\(|@import|@font-face/);
    expect(html).toContain('max-width:600px');
    expect(html).toContain('prefers-color-scheme:dark');
  });

  test('does not repeat its heading when the subject begins with it', async () => {
    const { text, html } = await composeMail(
      { ...mailContent, subject: 'Decisão da equipe: aviso' },
      mailSite,
    );
    expect(text).toMatch(/^A equipe/);
    expect(html).toMatch(/<h1[^>]*>Decisão da equipe<\/h1>/);
  });

  test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'marks each line of a quoted text after %j',
    async (lineBreak) => {
      const text = `a${lineBreak}Caso: DEN-0001${lineBreak}${lineBreak}Recorrer: https://evil.example`;
      const mail = await composeMail(
        { ...mailContent, blocks: [{ kind: 'quote', text }] },
        mailSite,
      );
      const bodyLines = mail.text.split('\n').slice(2);
      expect(bodyLines.slice(0, 5)).toEqual([
        '> a',
        '> Caso: DEN-0001',
        '>',
        '> Recorrer: https://evil.example',
        '',
      ]);
    },
  );

  test('keeps each fact and each sentence on one line', async () => {
    const value = 'a\u2028\nCaso: DEN-0001';
    const { text } = await composeMail(
      {
        ...mailContent,
        blocks: [
          { kind: 'facts', facts: [{ label: 'Título', value }] },
          { kind: 'text', text: value },
        ],
      },
      mailSite,
    );
    expect(text).toContain('\nTítulo: a Caso: DEN-0001\n\na Caso: DEN-0001\n');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https:///x', ''])(
    'links only to pages, not to %j',
    async (url) => {
      const button = { label: 'x', url };
      await expect(composeMail({ ...mailContent, button }, mailSite)).rejects.toThrow(TypeError);
      await expect(composeMail({ ...mailContent, notes: [button] }, mailSite)).rejects.toThrow(
        TypeError,
      );
      const facts = [{ label: 'x', value: 'x', href: url }];
      await expect(
        composeMail({ ...mailContent, blocks: [{ kind: 'facts', facts }] }, mailSite),
      ).rejects.toThrow(TypeError);
    },
  );
});
