import type { PackDownload } from '@guilda/contract/services/packs';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import FolderDown from 'lucide-react/icons/folder-down';
import { api } from '../../lib/api/api.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { FieldError } from '../../ui/forms/field.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { downloadText } from './model/download-text.ts';

const kindIcons = { view: Eye, file: Download, zip: FolderDown };

function LogEntry({ entry }: { entry: PackDownload }) {
  const Icon = kindIcons[entry.kind];
  return (
    <li className="row gap2 alignTop">
      <Icon className="icon" aria-hidden="true" />
      <span className="grow breakWords">{downloadText(entry)}</span>
      <RelativeTime value={entry.lastAt} className="muted" />
    </li>
  );
}

/** Download log of an order's pack, latest entry first. Requested when mounted. */
export function DownloadLog({ paymentId }: { paymentId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['packs', 'downloads', paymentId],
    queryFn: ({ signal }) => api().packs.listDownloads({ params: { id: paymentId } }, { signal }),
  });
  if (error && !data) {
    return (
      <div className="column gap2">
        <FieldError>{messageOfError(error)}</FieldError>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <Loading label="Carregando downloads" className="column gap2">
        <Skeleton height={18} />
        <Skeleton height={18} width="70%" />
      </Loading>
    );
  }
  if (data.downloads.length === 0) {
    return <p className="textSm muted">Ainda não abriu nem salvou nenhum arquivo.</p>;
  }
  return (
    <ul className="column gap2 textSm" aria-label="O que foi aberto e salvo">
      {data.downloads.map((entry) => (
        <LogEntry key={`${entry.kind}-${entry.archiveId}`} entry={entry} />
      ))}
    </ul>
  );
}
