import { Button } from '../../../ui/button.tsx';
import type { DraftNote as Note } from './use-panel-draft.ts';

interface DraftNoteProps {
  note: Note;
  /** Whether the draft's photo has been chosen anew. */
  hasPhoto: boolean;
  onDiscard: () => void;
}

/** Says that what stands in the form was typed before, and takes it away if asked. */
export function DraftNote({ note, hasPhoto, onDiscard }: DraftNoteProps) {
  return (
    <div className="gav-n">
      <p className="cresce t-sm">
        <span className="b">Rascunho recuperado</span>
        {note.lostPhoto && !hasPhoto && <span>A foto não fica no rascunho.</span>}
      </p>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Descartar
      </Button>
    </div>
  );
}
