export { diagnoseSmtp, type TestMail } from './diagnose.ts';
export { createSmtpMailer, type SmtpMailer, type SmtpOptions } from './smtp-mailer.ts';
