export { tlsCertificateReader } from './certificate-reader.ts';
