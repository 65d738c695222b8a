import { excerpt } from './excerpt.ts';

/** UTF-16 units of a comment that its notification quotes. */
const QUOTED = 60;

/** What a notification is made of when it is read. */
export interface Told {
  readonly type: string;
  /** Said once and for all; empty where it is made of the rest. */
  readonly content: string;
  /** What the sender is called now; null when the product itself tells. */
  readonly senderName: string | null;
  /** How many people it gathers; 0 where it gathers none. */
  readonly people: number;
  /** Of the post; null where it has none, or none for the eyes of the receiver (`product §9`). */
  readonly title: string | null;
  /** Of the newest comment; null like the title. */
  readonly quote: string | null;
}

/** `Bia`, `Bia e mais 1 pessoa`, `Bia e mais 4 pessoas`. */
function everyone(name: string, people: number): string {
  if (people <= 1) return name;
  return `${name} e mais ${people - 1} ${people === 2 ? 'pessoa' : 'pessoas'}`;
}

function likes(name: string, { people, title }: Told): string {
  const did = people > 1 ? 'curtiram' : 'curtiu';
  return `${everyone(name, people)} ${did} sua publicação${title ? ` “${title}”` : ''}.`;
}

function comments(name: string, { people, quote }: Told): string {
  const did = people > 1 ? 'comentaram' : 'comentou';
  const said = quote ? `: “${excerpt(quote, QUOTED)}”` : '.';
  return `${everyone(name, people)} ${did} na sua publicação${said}`;
}

/**
 * What a notification says. Names, and what is quoted, are those of now: nothing outlives the
 * account, the post or the comment it came from.
 */
export function contentOf(told: Told): string {
  const name = told.senderName ?? 'Alguém';
  if (told.type === 'like') return likes(name, told);
  if (told.type === 'comment') return comments(name, told);
  if (told.type === 'call' && told.content === '') return `Ligação perdida de ${name}.`;
  return told.content;
}
