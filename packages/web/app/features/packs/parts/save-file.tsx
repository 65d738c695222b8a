import type { Pack, PackFile } from '@guilda/contract/packs';
import Download from 'lucide-react/icons/download';
import { SaveLink } from './save-link.tsx';

/** Where a file of a pack is saved from, as the pack stands when it is asked for. */
export const downloadOf =
  ({ id }: Pick<PackFile, 'id'>) =>
  (pack: Pack) =>
    pack.files.find((file) => file.id === id)?.downloadUrl;

/** The icon that saves one file. */
export function SaveFile({ file, className = 'ib' }: { file: PackFile; className?: string }) {
  return (
    <SaveLink className={className} label={`Salvar ${file.name}`} address={downloadOf(file)}>
      <Download className="i" aria-hidden="true" />
    </SaveLink>
  );
}
