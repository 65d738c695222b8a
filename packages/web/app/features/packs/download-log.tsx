import type { PackDownload } from '@guilda/contract/packs';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import FolderDown from 'lucide-react/icons/folder-down';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { downloadText } from './model/download-words.ts';

const icons = { view: Eye, file: Download, zip: FolderDown };

function Line({ line }: { line: PackDownload }) {
  const Icon = icons[line.kind];
  return (
    <li className="row g2 top">
      <Icon className="i" aria-hidden="true" />
      <span className="cresce quebra">{downloadText(line)}</span>
      <RelativeTime value={line.lastAt} className="mute" />
    </li>
  );
}

/**
 * What the buyer of a pack opened and saved, latest first. Asks for it when mounted: place it where it
 * is looked at, such as behind a disclosure of the sale's card.
 */
export function DownloadLog({ paymentId }: { paymentId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['packs', 'downloads', paymentId],
    queryFn: ({ signal }) => api().packs.listDownloads({ params: { id: paymentId } }, { signal }),
  });
  if (error && !data) {
    return (
      <div className="col g2">
        <FieldError>{error.message}</FieldError>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  if (!data) {
    return (
      <Loading label="Carregando downloads" className="col g2">
        <Skeleton height={18} />
        <Skeleton height={18} width="70%" />
      </Loading>
    );
  }
  if (data.downloads.length === 0) {
    return <p className="t-sm mute">Ainda não abriu nem salvou nenhum arquivo.</p>;
  }
  return (
    <ul className="col g2 t-sm" aria-label="O que foi aberto e salvo">
      {data.downloads.map((line) => (
        <Line key={`${line.kind}-${line.archiveId}`} line={line} />
      ))}
    </ul>
  );
}
