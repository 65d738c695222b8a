import { brasiliaDayOf } from '@guilda/contract/brasilia-day';
import Download from 'lucide-react/icons/download';
import { api } from '../../lib/api/api.ts';
import { saveText } from '../../lib/files/save-text.ts';
import { serverNowMs } from '../../lib/format/server-time.ts';
import { useOnce } from '../../lib/loading/use-once.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toastError } from '../../ui/feedback/toast.ts';

/** File name of the statement with today's date, as the server names it: `guilda-extrato-2026-11-20.csv`. */
const statementFilename = () => `guilda-extrato-${brasiliaDayOf(new Date(serverNowMs()))}.csv`;

/** Button that downloads the whole statement as CSV. */
export function ExportStatementButton() {
  const { pending, runOnce } = useOnce();
  const save = () =>
    runOnce(async () => {
      try {
        saveText(statementFilename(), 'text/csv', await api().wallet.exportWallet());
      } catch (error) {
        toastError(error);
      }
    });
  return (
    <Button
      icon={<Download className="icon" aria-hidden="true" />}
      loading={pending}
      onClick={save}
    >
      Exportar CSV
    </Button>
  );
}
