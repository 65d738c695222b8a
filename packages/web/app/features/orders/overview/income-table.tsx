import { formatBrl } from '@guilda/contract/money';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { IncomeDay } from './income-scale.ts';

/** The chart in words: every day that brought something, newest first. */
export function IncomeTable({ days }: { days: readonly IncomeDay[] }) {
  const paid = days.filter(({ centavos }) => centavos > 0).reverse();
  return (
    <details className="dobra">
      <summary>
        <span className="b">Ver em tabela</span>
        <ChevronDown className="i fim" aria-hidden="true" />
      </summary>
      {paid.length === 0 ? (
        <p className="dim pre">Nenhum dia com recebimentos no período.</p>
      ) : (
        <table className="tabela">
          <caption className="sr">Recebimentos por dia</caption>
          <thead>
            <tr>
              <th scope="col">Dia</th>
              <th scope="col">Recebido</th>
            </tr>
          </thead>
          <tbody>
            {paid.map(({ day, label, centavos }) => (
              <tr key={day}>
                <th scope="row">
                  <time dateTime={day}>{label}</time>
                </th>
                <td className="num">{formatBrl(centavos)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
