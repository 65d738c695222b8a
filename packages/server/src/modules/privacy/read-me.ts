import { limits } from '@guilda/contract/limits';
import { dataExportFiles } from './export-files.ts';

const dateTimeFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'long',
  timeStyle: 'short',
});

const fileLine = (file: string, about: string) => `  ${file.padEnd(26)} ${about}`;

/** Text of the read-me file in every export (pt-BR). */
export function readMeText(now: Date): string {
  return [
    'Guilda: cópia dos seus dados',
    `Preparada em ${dateTimeFormat.format(now)}, no horário de Brasília.`,
    '',
    'Aqui está tudo o que a Guilda guarda sobre você. Os arquivos .json abrem em qualquer editor',
    'de texto ou navegador; horários estão em UTC e valores em reais.',
    '',
    ...dataExportFiles.map(({ file, about }) => fileLine(file, about)),
    fileLine('mensagens/', 'uma conversa por arquivo, com o nome de usuário da outra pessoa'),
    fileLine('arquivos.json', 'a lista das imagens e dos arquivos que você enviou'),
    fileLine('imagens/', 'suas imagens, na maior largura que guardamos'),
    fileLine('arquivos/', 'os arquivos dos seus serviços'),
    '',
    'De outras pessoas há somente o que você já via: o nome e o que escreveram a você.',
    'O que a equipe retirou do ar aparece nas listas, mas suas imagens e arquivos não são copiados.',
    'Da verificação de idade não há documento nem data de nascimento: a Guilda não os guarda.',
    '',
    `Por lei (Marco Civil da Internet, art. 15) guardamos por ${limits.kept.accessRecordMonths} meses quando você entrou e usou a`,
    'Guilda, e de que endereço IP e porta. Esses registros ficam criptografados com uma chave que o site',
    'não tem. Para recebê-los, peça a quem cuida dos dados pessoais: o e-mail está em Seus direitos,',
    `na página /privacidade. A equipe os abre, e durante ${limits.kept.accessRecordCopyDays} dias a sua cópia os traz em acessos.json.`,
    '',
    'Guarde este arquivo com cuidado: quem o abre lê suas conversas.',
    '',
  ].join('\r\n');
}
