import { z } from 'zod';
import { cnpjText } from './cnpj.ts';
import { nonEmptyText, withSettingNotes } from './setting.ts';

/** One line of text that pages and mails show, such as a name or an address. */
const displayedLine = nonEmptyText
  .max(200)
  .refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), 'deve ficar em uma linha');

/** Settings of the company that runs the installation; the defaults are those of a demo, which production refuses. */
export const companySettings = {
  COMPANY_NAME: withSettingNotes(
    displayedLine.default('Guilda Demonstração Ltda. (empresa fictícia)'),
    {
      group: 'company',
      about: 'Registered name of the company, in footer, terms, privacy and mails',
      needed: true,
    },
  ),
  COMPANY_CNPJ: withSettingNotes(cnpjText.default('11.222.333/0001-81'), {
    group: 'company',
    about: 'Its CNPJ, with or without punctuation; the check digits are checked',
    needed: true,
  }),
  COMPANY_ADDRESS: withSettingNotes(
    displayedLine.default('Rua da Demonstração, 123, Cidade de Exemplo, SP'),
    { group: 'company', about: 'Its postal address in one line', needed: true },
  ),
  COMPANY_EMAIL: withSettingNotes(z.email().default('contato@guilda.example'), {
    group: 'company',
    about: 'E-mail address that customers write to',
    needed: true,
  }),
  DPO_NAME: withSettingNotes(displayedLine.optional(), {
    group: 'company',
    about:
      'Name of the data protection officer, on the privacy page: LGPD, art. 41 § 1, asks for identity and contact',
    without: 'only the address is shown',
  }),
  DPO_EMAIL: withSettingNotes(z.email().default('privacidade@guilda.example'), {
    group: 'company',
    about: 'E-mail address of the data protection officer (LGPD, art. 41)',
    needed: true,
  }),
};
