import { describe, expect, it } from 'vitest';
import { publicDisplayName } from './display-name.ts';

describe('publicDisplayName', () => {
  it.each([
    'Guilda',
    'Guilda 24',
    'Suporte Guilda',
    'Equipe da Guilda',
    'SuporteGuilda',
    'GuildaOficial',
    'S u p o r t e Guilda',
    'Sup\u00adorte Guilda',
    'Guilda Guilda',
    'Guilda24',
    'Guilda Suporte24',
    'Guilda Team',
    'Guilda Comunidade',
    'Suporte ao Cliente Guilda BR',
    'GUÍLDA 0ficial',
    'Gu1lda • Pagamentos',
    'Gu|lda Team',
    'G u i l d a',
    'Ｇｕｉｌｄａ Suporte',
    '𝐆𝐮𝐢𝐥𝐝𝐚',
    'ɢᴜɪʟᴅᴀ',
    '🅖🅤🅘🅛🅓🅐',
    '🅶🆄🅸🅻🅳🅰 sac',
    'Suроrtе Guilda',
    'Гυιłdа Гuildа ѕυроrtе Guilda',
    'ɡսıӏԁɑ oficial',
  ])('hides %s of a person and shows it of the team', (name) => {
    expect(publicDisplayName(name, 'user')).toBeNull();
    expect(publicDisplayName(name, 'admin')).toBe(name);
  });

  it.each([
    'Guilda dos Magos',
    'Ana da Guilda',
    'Suporte',
    'Mestre de guilda',
    'Time da Guilda dos Lobos',
    'Mod da Guilda Fênix',
    'Brasil Guilda dos Magos',
    'Miguil Dantas Brasil',
    'Guil da Silva',
    'Margarida Guildastro',
    'Анна',
    'ΛLEX Ωmega',
    '✨',
    null,
  ])('shows %s', (name) => {
    expect(publicDisplayName(name, 'user')).toBe(name);
  });
});
