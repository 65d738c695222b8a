import type { AnnualStatement } from './annual-statement.ts';
import { netEarnings, type SellerSums } from './seller-sums.ts';

/** Columns of the annual statement in their order, with their titles and amounts in centavos. */
export const statementColumns: readonly {
  readonly title: string;
  amountOf(sums: SellerSums): number;
}[] = [
  { title: 'Vendas', amountOf: ({ sales }) => sales },
  { title: 'Taxas cobradas', amountOf: ({ feesCharged }) => feesCharged },
  { title: 'Taxas devolvidas', amountOf: ({ feesReturned }) => feesReturned },
  { title: 'Reembolsos', amountOf: ({ refunds }) => refunds },
  { title: 'Contestações', amountOf: ({ chargebacks }) => chargebacks },
  { title: 'Contestações ganhas', amountOf: ({ chargebacksWon }) => chargebacksWon },
  { title: 'Líquido', amountOf: netEarnings },
  { title: 'Dívida paga', amountOf: ({ debtPaid }) => debtPaid },
  { title: 'Saques pagos', amountOf: ({ withdrawals }) => withdrawals },
  { title: 'Saques devolvidos', amountOf: ({ withdrawalsReturned }) => withdrawalsReturned },
];

const monthNames = [
  ...['Janeiro', 'Fevereiro', 'Março', 'Abril', 'Maio', 'Junho'],
  ...['Julho', 'Agosto', 'Setembro', 'Outubro', 'Novembro', 'Dezembro'],
];

/** Rows of the annual statement: twelve months and the total. */
export const statementRows = ({ months, total }: AnnualStatement) => [
  ...months.map((sums) => ({ title: monthNames[sums.month - 1] ?? '', sums })),
  { title: 'Total', sums: total },
];

/** Formats a day (`2026-12-31`) as `31/12/2026`. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

/** Names and values at the top of the annual statement. */
export function statementHeaderRows(
  statement: AnnualStatement,
): readonly (readonly [string, string])[] {
  const { company, seller, year, lastDay, createdOn } = statement;
  return [
    ['Empresa', `${company.name}, CNPJ ${company.cnpj}`],
    ['Endereço', `${company.address}, ${company.email}`],
    ['Quem vende', seller ? seller.legalName : 'Ainda sem cadastro para receber saques'],
    ['CPF', seller ? seller.cpf : '–'],
    ['Período', `01/01/${year} a ${dayText(lastDay)}, no horário de Brasília`],
    ['Feito em', dayText(createdOn)],
  ];
}

/** Notes that explain to the reader how the amounts of the statement are related. */
export const statementNotes: readonly string[] = [
  'Vendas são os preços pagos por quem comprou. Reembolsos e contestações são o que voltou para quem comprou, com a taxa junto; a taxa que a plataforma devolveu está em Taxas devolvidas.',
  'Líquido = vendas − taxas cobradas + taxas devolvidas − reembolsos − contestações + contestações ganhas.',
  'Saldo no fim = saldo no começo + líquido − saques pagos + saques devolvidos. O saldo soma o que está em andamento, a liberar, disponível e em saque, menos o que há a devolver.',
  'Dívida paga é a parte do seu dinheiro que pagou o que havia a devolver por contestações. Ela não muda o saldo.',
  'Este informe mostra o que passou pela plataforma. Ele não substitui notas fiscais nem a orientação de quem cuida da sua contabilidade.',
];
