import type { AuditLogEntry } from '@guilda/contract/moderation/moderation-case';
import { caseCodeOf } from '../cases/case-code.ts';
import type { CaseRow } from '../cases/cases-table.ts';

const openingTexts: Readonly<Record<string, string>> = {
  open_evidence: 'abriu a cópia',
  authority_package: 'pacote para a autoridade',
};

/** An opening of a copy of reported content, as listed in the package. */
export const toListedOpening = ({ at, actor, action, reason }: AuditLogEntry) => ({
  quando: at,
  // A null `actor` is an operator who created a package with the command `authority-package`.
  quem: actor ?? 'comando no servidor',
  acao: openingTexts[action] ?? action,
  motivo: reason,
});

/** When a copy of reported content was made, and the SHA-256 of its content in hexadecimal. */
interface ReportCopySeal {
  readonly sealedAt: Date;
  readonly sha256: string;
}

/** The case as the package describes it; the person who reported is left out. */
export function toPackagedCase(row: CaseRow, { sealedAt, sha256 }: ReportCopySeal) {
  return {
    caso: caseCodeOf(row.kind, row.number),
    recebidoEm: row.createdAt.toISOString(),
    titulo: row.title,
    relato: row.message,
    envolveMenor: row.minor,
    contaDeMenor: row.underage,
    situacao: row.status === 'open' ? 'em aberto' : 'decidido',
    desfecho: row.outcome,
    decididoEm: row.decidedAt?.toISOString() ?? null,
    lacradoEm: sealedAt.toISOString(),
    sha256DoConteudo: sha256,
  };
}

/** The text that explains the package to its recipient. */
export function packageReadMe(row: CaseRow, madeAt: Date, company: string): string {
  return `Pacote para a autoridade, caso ${caseCodeOf(row.kind, row.number)}
Feito por ${company || 'Guilda'} em ${madeAt.toISOString()} (UTC).

conteudo.json  o que foi denunciado, com os metadados, e os dados da conta de quem o publicou, como
               estavam quando a denúncia chegou. Os dados da conta existem nas denúncias sobre menores.
               É o texto lacrado, byte por byte: o seu SHA-256 está em caso.json.
imagem.webp    a imagem do que foi denunciado, se havia uma.
caso.json      a denúncia e a situação dela. Não diz quem denunciou.
aberturas.json quem abriu a cópia lacrada, quando e por quê, do mais novo ao mais antigo.
SHA256.txt     o SHA-256 de cada arquivo: confira com "sha256sum -c SHA256.txt".

Os registros de acesso (data, hora, endereço IP e porta) ficam à parte e só são abertos por ordem
judicial (Lei 12.965/2014, art. 15 e 22).
`;
}
