export { composeMail } from './compose-mail.ts';
export {
  type MailBlock,
  type MailContent,
  type MailFact,
  type MailLink,
  type MailSite,
  whyMailed,
} from './content.ts';
export { mailStyle } from './palette.ts';
