import Download from 'lucide-react/icons/download';
import { api } from '../../lib/api.ts';
import { saveText } from '../../lib/save-text.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useOnce } from '../../lib/use-once.ts';
import { Button } from '../../ui/button.tsx';
import { toastError } from '../../ui/toast.ts';

const saoPaulo = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

/** The name the server gives the file: `guilda-extrato-2026-11-20.csv`. */
const filename = () => `guilda-extrato-${saoPaulo.format(serverNow())}.csv`;

/** Saves the whole history as a table for spreadsheets. */
export function ExportButton() {
  const { pending, once } = useOnce();
  const save = () =>
    once(async () => {
      try {
        saveText(filename(), 'text/csv', await api().wallet.exportWallet());
      } catch (error) {
        toastError(error);
      }
    });
  return (
    <Button icon={<Download className="i" aria-hidden="true" />} loading={pending} onClick={save}>
      Exportar CSV
    </Button>
  );
}
