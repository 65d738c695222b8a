import type { CSSProperties } from 'react';

/**
 * Colours of mails, taken from the design tokens: the light theme "papel" as inline styles, the dark theme "mesa" in
 * {@link mailStyleSheet} for mail programs that support style sheets. Every text and every surface has an explicit colour,
 * so that programs which invert colours invert both.
 */
const papelColours = {
  ground: '#e7f3e9',
  surface: '#fbfdfb',
  line: '#c4d9cc',
  ink: '#04281d',
  quiet: '#446456',
  link: '#1f6f51',
  quote: '#ddece1',
  band: '#0f2b22',
  onBand: '#f4f2e4',
  stripe: '#dfec45',
  act: '#fa6e86',
  onAct: '#001910',
} as const;

const fontFamily = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";
const bodyText = {
  fontFamily,
  fontSize: '16px',
  lineHeight: '24px',
  color: papelColours.ink,
} as const;

/** Inline styles of a mail's elements. */
export const mailInlineStyles = {
  ground: { margin: 0, padding: '24px 12px', backgroundColor: papelColours.ground, ...bodyText },
  sheet: {
    maxWidth: '600px',
    backgroundColor: papelColours.surface,
    border: `1px solid ${papelColours.line}`,
    borderRadius: '6px',
    borderCollapse: 'separate',
    overflow: 'hidden',
  },
  band: { backgroundColor: papelColours.band, borderBottom: `4px solid ${papelColours.stripe}` },
  wordmark: {
    ...bodyText,
    margin: 0,
    padding: '16px 24px',
    fontSize: '21px',
    fontWeight: 700,
    color: papelColours.onBand,
  },
  inside: { padding: '0 24px 24px' },
  heading: { ...bodyText, margin: '24px 0 16px', fontSize: '26px', lineHeight: '32px' },
  text: { ...bodyText, margin: '0 0 16px' },
  fact: { ...bodyText, margin: '0 0 4px', overflowWrap: 'anywhere' },
  quote: {
    ...bodyText,
    margin: '16px 0',
    padding: '16px',
    borderLeft: `4px solid ${papelColours.link}`,
    backgroundColor: papelColours.quote,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  act: {
    ...bodyText,
    margin: '8px 0 8px',
    padding: '12px 24px',
    borderRadius: '6px',
    backgroundColor: papelColours.act,
    color: papelColours.onAct,
    fontWeight: 700,
  },
  link: { color: papelColours.link },
  foot: { borderTop: `1px solid ${papelColours.line}`, padding: '16px 24px' },
  note: {
    ...bodyText,
    margin: '0 0 4px',
    fontSize: '13px',
    lineHeight: '20px',
    color: papelColours.quiet,
  },
} as const satisfies Record<string, CSSProperties>;

/** The style sheet of a mail, which contains its dark theme; exported for pages that show mails under a strict CSP. */
export const mailStyleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground,.ground>table>tbody>tr>td{background-color:#0d2f23!important}
.sheet{background-color:#183b2d!important;border-color:#2b4c3e!important}
.ink{color:#eff5e8!important}
.quiet{color:#acc5b4!important}
.link{color:#86d8b4!important}
.quote{background-color:#08261c!important;border-color:#86d8b4!important;color:#eff5e8!important}
.foot{border-color:#2b4c3e!important}
}`;
