import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { api } from '../../lib/api/api.ts';
import { saveBlob } from '../../lib/files/save-blob.ts';
import { saveText } from '../../lib/files/save-text.ts';
import { useOnce } from '../../lib/loading/use-once.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyNote } from '../../ui/feedback/empty-note.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { messageOfError, toastError } from '../../ui/feedback/toast.ts';
import { FieldError } from '../../ui/forms/field.tsx';
import { walletKeys } from './wallet-keys.ts';
import * as styles from './wallet-list.module.css';

const useStatementYears = () =>
  useQuery({
    queryKey: walletKeys.statementYears,
    queryFn: async ({ signal }) => (await api().wallet.listStatementYears({}, { signal })).years,
  });

/** Functions that download a year's statement, by format; the file names equal those that the server sends. */
const downloadStatement = {
  async pdf(year: number) {
    const params = { year: String(year) };
    saveBlob(`guilda-informe-${year}.pdf`, await api().wallet.downloadStatementPdf({ params }));
  },
  async csv(year: number) {
    const params = { year: String(year) };
    const text = await api().wallet.downloadStatementCsv({ params });
    saveText(`guilda-informe-${year}.csv`, 'text/csv', text);
  },
} as const;

function DownloadButton({
  year,
  format,
}: {
  year: number;
  format: keyof typeof downloadStatement;
}) {
  const { pending, runOnce } = useOnce();
  const save = () =>
    runOnce(async () => {
      try {
        await downloadStatement[format](year);
      } catch (error) {
        toastError(error);
      }
    });
  const name = format.toUpperCase();
  return (
    <Button
      size="small"
      icon={<Download className="icon" aria-hidden="true" />}
      loading={pending}
      onClick={save}
      aria-label={`Baixar informe de ${year} em ${name}`}
    >
      {name}
    </Button>
  );
}

/** The years of the seller, each with its annual statement as PDF and CSV. */
export function AnnualStatements() {
  const { data: years, error, isPending, isFetching, refetch } = useStatementYears();
  return (
    <section aria-labelledby="informes">
      <div className="sectionHead">
        <h2 className="display3" id="informes">
          Informes anuais
        </h2>
      </div>
      {isPending && (
        <Loading label="Carregando informes">
          <Skeleton height="3rem" />
        </Loading>
      )}
      {error && !years && (
        <div className="panel plain column">
          <FieldError>{messageOfError(error)}</FieldError>
          <Button loading={isFetching} onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {years?.length === 0 && (
        <EmptyNote>Depois da primeira venda, o resumo de cada ano aparece aqui.</EmptyNote>
      )}
      {years && years.length > 0 && (
        <ul className={`panel plain ${styles.years}`}>
          {years.map((year) => (
            <li key={year}>
              <span className="grow bold">Informe de {year}</span>
              <DownloadButton year={year} format="pdf" />
              <DownloadButton year={year} format="csv" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
