import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { fileSizeText } from '../../../../lib/format/file-size.ts';
import * as styles from './pack-row.module.css';
import { PackRow } from './pack-row.tsx';
import { type UploadItem, type UploadQueue, unfinishedCount } from './upload-queue.ts';

interface PackListProps {
  items: readonly UploadItem[];
  queue: UploadQueue;
  disabled: boolean;
}

const fileCountText = (count: number) => (count === 1 ? '1 arquivo' : `${count} arquivos`);

/** Count and size of the files: `3 arquivos · 184 MB`, and how many are still being uploaded. */
function totalsText(uploadItems: readonly UploadItem[]): string {
  const countedItems = uploadItems.filter(({ state }) => state.phase !== 'refused');
  const size = countedItems.reduce((sum, item) => sum + item.size, 0);
  const parts = [fileCountText(countedItems.length), fileSizeText(size)];
  const unfinished = unfinishedCount(uploadItems);
  if (unfinished > 0) parts.push(unfinished === 1 ? '1 chegando' : `${unfinished} chegando`);
  return parts.join(' · ');
}

/** Moving a row makes the browser drop the focus of its button, so the button is focused again. */
function useMoveRow(uploadQueue: UploadQueue) {
  const list = useRef<HTMLUListElement>(null);
  const [lastMove, setLastMove] = useState<{ key: string; by: -1 | 1; announcement: string }>();
  useEffect(() => {
    if (!lastMove) return;
    const row = list.current?.querySelector(`[data-key="${lastMove.key}"]`);
    const buttons = row?.querySelectorAll<HTMLElement>('[data-ui="move-buttons"] button');
    buttons?.[lastMove.by === -1 ? 0 : 1]?.focus();
  }, [lastMove]);
  const move = (item: UploadItem, fromIndex: number, by: -1 | 1) => {
    const toIndex = fromIndex + by;
    const count = uploadQueue.items().length;
    if (toIndex < 0 || toIndex >= count) return;
    uploadQueue.move(item.key, toIndex);
    setLastMove({ key: item.key, by, announcement: `${item.name}: ${toIndex + 1} de ${count}` });
  };
  return { list, said: lastMove?.announcement, move };
}

/** The files of a pack in their order, which the person changes by dragging or with the arrow buttons. */
export function PackList({ items, queue, disabled }: PackListProps) {
  const { list, said, move } = useMoveRow(queue);
  const [dragged, setDragged] = useState<string | null>(null);
  if (items.length === 0) return null;
  return (
    <>
      <p className={clsx(styles.total, 'textSm muted numeric')}>{totalsText(items)}</p>
      <ul
        className="column gap2"
        ref={list}
        aria-label="Arquivos do pacote, na ordem em que aparecem"
      >
        {items.map((item, place) => (
          <PackRow
            key={item.key}
            item={item}
            place={place}
            count={items.length}
            disabled={disabled}
            dragged={dragged === item.key}
            onMove={(by) => move(item, place, by)}
            onRetry={() => queue.retry(item.key)}
            onRemove={() => queue.remove(item.key)}
            onDragStart={() => setDragged(item.key)}
            onDragOver={() => dragged && dragged !== item.key && queue.move(dragged, place)}
            onDragEnd={() => setDragged(null)}
          />
        ))}
      </ul>
      <p className="srOnly" role="status">
        {said}
      </p>
    </>
  );
}
