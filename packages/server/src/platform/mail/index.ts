export { composeMail } from './compose-mail.ts';
export {
  type MailBlock,
  type MailContent,
  type MailFact,
  type MailLink,
  type MailSite,
  whyMailedNote,
} from './content.ts';
export { mailStyleSheet } from './palette.ts';
