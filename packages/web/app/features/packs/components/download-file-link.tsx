import type { Pack, PackFile } from '@guilda/contract/services/packs';
import Download from 'lucide-react/icons/download';
import { iconButton } from '../../../ui/actions/icon-button.module.css';
import { DownloadLink } from './download-link.tsx';

/** Returns a function that reads the download URL of a file from a pack. The URL changes when the pack is refetched. */
export const downloadUrlOf =
  ({ id }: Pick<PackFile, 'id'>) =>
  (pack: Pack) =>
    pack.files.find((file) => file.id === id)?.downloadUrl;

/** Icon link that downloads one file. */
export function DownloadFileLink({
  file,
  className = iconButton,
}: {
  file: PackFile;
  className?: string;
}) {
  return (
    <DownloadLink className={className} label={`Salvar ${file.name}`} urlOf={downloadUrlOf(file)}>
      <Download className="icon" aria-hidden="true" />
    </DownloadLink>
  );
}
