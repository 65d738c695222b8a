import { Button } from '../../../ui/actions/button.tsx';
import * as styles from './post-panel.module.css';
import type { RestoredDraft } from './use-panel-draft.ts';

interface RestoredDraftNoteProps {
  note: RestoredDraft;
  /** Whether a photo has been chosen since the draft was restored. */
  hasPhoto: boolean;
  onDiscard: () => void;
}

/** Notice that the form contains a restored draft, with a button that discards the draft. */
export function RestoredDraftNote({ note, hasPhoto, onDiscard }: RestoredDraftNoteProps) {
  return (
    <div className={styles.draft}>
      <p className="grow textSm">
        <span className="bold">Rascunho recuperado</span>
        {note.lostPhoto && !hasPhoto && <span>A foto não fica no rascunho.</span>}
      </p>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
