import { formatBrl } from '@guilda/contract/money/money';
import { Disclosure } from '../../../ui/display/disclosure.tsx';
import type { IncomeDay } from './income-scale.ts';
import * as styles from './income-table.module.css';

/** The days with income as a table, newest first. */
export function IncomeTable({ days }: { days: readonly IncomeDay[] }) {
  const daysWithIncome = days.filter(({ centavos }) => centavos > 0).reverse();
  return (
    <Disclosure summary={<span className="bold">Ver em tabela</span>}>
      {daysWithIncome.length === 0 ? (
        <p className="secondary pretty">Nenhum dia com recebimentos no período.</p>
      ) : (
        <table className={styles.table}>
          <caption className="srOnly">Vendas por dia</caption>
          <thead>
            <tr>
              <th scope="col">Dia</th>
              <th scope="col">Recebido</th>
            </tr>
          </thead>
          <tbody>
            {daysWithIncome.map(({ day, label, centavos }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{label}</time>
                </th>
                <td className="numeric">{formatBrl(centavos)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Disclosure>
  );
}
