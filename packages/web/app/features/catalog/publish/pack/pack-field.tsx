import { useState } from 'react';
import { fileSizeText } from '../../../../lib/format/file-size.ts';
import { FieldError } from '../../../../ui/forms/field.tsx';
import { FileDrop } from '../../../../ui/forms/file-drop.tsx';
import { PACK_FILE_TYPES, packTexts } from './pack-file.ts';
import { PackList } from './pack-list.tsx';
import { uploadedIds } from './upload-queue.ts';
import { type PackUploads, useUploadQueue } from './use-pack.ts';
import { WaitingFilesOffer } from './waiting-files-offer.tsx';

interface PackFieldProps {
  pack: PackUploads;
  /** Whether the files cannot be changed, because the service is being sent. */
  disabled: boolean;
  error?: string | undefined;
}

/** The files of a media service; each is uploaded at once, while the person fills in the other fields. */
export function PackField({ pack, disabled, error }: PackFieldProps) {
  const { queue, maxBytes, waitingFiles } = pack;
  const items = useUploadQueue(queue, (queueItems) => queueItems);
  const [hasTooManyFiles, setHasTooManyFiles] = useState(false);
  const addFiles = (files: readonly File[]) => setHasTooManyFiles(queue.add(files) > 0);
  const usedIds = new Set(uploadedIds(items));
  const offeredFiles = waitingFiles.filter(({ id }) => !usedIds.has(id));
  return (
    <div className="column gap2">
      <FileDrop
        label="Arquivos do pacote"
        hint={`JPG, PNG, GIF ou MP4, até ${fileSizeText(maxBytes)} cada`}
        accept={PACK_FILE_TYPES}
        multiple
        disabled={disabled}
        error={error}
        onFiles={addFiles}
        onReject={addFiles}
      />
      {hasTooManyFiles && (
        <div role="alert">
          <FieldError>{packTexts.tooMany}</FieldError>
        </div>
      )}
      {!disabled && (
        <WaitingFilesOffer
          archives={offeredFiles}
          onUse={() => queue.adopt(offeredFiles, false)}
          onDrop={() => offeredFiles.forEach(pack.discard)}
        />
      )}
      <PackList items={items} queue={queue} disabled={disabled} />
    </div>
  );
}
