import type { Company } from '@guilda/contract/privacy/legal-pages';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Preview } from '@react-email/preview';
import { render } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, type ReactElement } from 'react';
import { type Mail, toSingleLine } from '../../ports/mailer.ts';
import type { MailBlock, MailContent, MailFact, MailLink, MailSite } from './content.ts';
import { mailInlineStyles, mailStyleSheet } from './palette.ts';
import { toPlainMailText } from './plain-text.ts';

/** Attribute for a link on its own line, which the text part renders as `label: URL`. */
const standaloneLink = { 'data-way': '' } as object;

const renderAnchor = (href: string, label: string, attributes = {}) =>
  h('a', { href, className: 'link', style: mailInlineStyles.link, ...attributes }, label);

/** Renders a fact on one line; `bdi` isolates the writing direction of its value. */
function FactLine({ label, value, href }: MailFact): ReactElement {
  const line = toSingleLine(value, 300);
  return h(
    Text,
    { className: 'ink', style: mailInlineStyles.fact, 'data-line': '' } as object,
    h('strong', null, `${label}:`),
    ' ',
    h('bdi', null, href === undefined ? line : renderAnchor(href, line)),
  );
}

function MailBlockView({ block }: { readonly block: MailBlock }): ReactElement {
  if (block.kind === 'facts') {
    return h(
      Section,
      null,
      block.facts.map((fact, index) => h(FactLine, { key: index, ...fact })),
    );
  }
  if (block.kind === 'quote') {
    return h(
      'blockquote',
      { className: 'quote', style: mailInlineStyles.quote, dir: 'auto' },
      block.text,
    );
  }
  return h(Text, { className: 'ink', style: mailInlineStyles.text }, toSingleLine(block.text, 500));
}

const NoteText = ({ note }: { readonly note: string | MailLink }): ReactElement =>
  h(
    Text,
    { className: 'quiet', style: mailInlineStyles.note, 'data-line': '' } as object,
    typeof note === 'string' ? note : renderAnchor(note.url, note.label, standaloneLink),
  );

/** Attribute of an element that the text part leaves out. */
const skippedInPlainText = { 'data-skip-in-text': true } as object;

const brandBand = h(
  Section,
  { style: mailInlineStyles.band, ...skippedInPlainText },
  h(Text, { style: mailInlineStyles.wordmark }, 'Guilda'),
);

function MailBody({ subject, heading, blocks, button }: MailContent): ReactElement {
  const headingProps = subject.startsWith(heading) ? skippedInPlainText : {};
  return h(
    'div',
    { style: mailInlineStyles.inside },
    h('h1', { className: 'ink', style: mailInlineStyles.heading, ...headingProps }, heading),
    blocks.map((block, index) => h(MailBlockView, { key: index, block })),
    button &&
      h(Button, { href: button.url, style: mailInlineStyles.act, ...standaloneLink }, button.label),
  );
}

/** The company that runs the installation, in the last lines of every mail. */
const CompanyNote = ({ name, cnpj, address, email, dpoEmail }: Company): ReactElement =>
  h(
    Text,
    { className: 'quiet', style: mailInlineStyles.note, 'data-line': '' } as object,
    `${name} · CNPJ ${cnpj} · ${address} · ${email} · Dados pessoais: ${dpoEmail}`,
  );

/** The whole mail as one element. */
function MailFrame(content: MailContent & Pick<MailSite, 'company'>): ReactElement {
  return h(
    Html,
    { lang: 'pt-BR' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('title', null, content.heading),
      h('style', null, mailStyleSheet),
    ),
    h(
      Body,
      { className: 'ground', style: mailInlineStyles.ground },
      h(Preview, null, content.preheader),
      h(
        Container,
        { className: 'sheet', style: mailInlineStyles.sheet },
        brandBand,
        h(MailBody, content),
        h(
          'div',
          { className: 'foot', style: mailInlineStyles.foot },
          content.notes.map((note, index) => h(NoteText, { key: index, note })),
          h(CompanyNote, content.company),
        ),
      ),
    ),
  );
}

/** Renders the HTML part of a mail, and from it the text part, so that both have the same content. */
export async function renderMail(
  content: MailContent & Pick<MailSite, 'company'>,
): Promise<Pick<Mail, 'html' | 'text'>> {
  const html = await render(h(MailFrame, content));
  return { html, text: toPlainMailText(html) };
}
