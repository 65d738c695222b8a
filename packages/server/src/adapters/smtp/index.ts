export { diagnoseSmtp, type Trial } from './diagnose.ts';
export { createSmtpMailer, type SmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
