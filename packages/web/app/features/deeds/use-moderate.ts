import type { SubjectView, TeamPerson } from '@guilda/contract/desk-case';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { toast } from '../../ui/toast.ts';
import { type Deed, subjectOf } from './deeds.ts';
import { type Seen, subjectQuery } from './subject-query.ts';
import { useAct } from './use-act.ts';

interface Wish {
  readonly reason: string;
  /** Of a suspension; null for good. */
  readonly days: number | null;
}

/** Does a deed once and asks how the thing stands after it; `close` runs where nothing is left to try. */
export function useModerate(seen: Seen, close: () => void) {
  const client = useQueryClient();
  const look = async ({ action }: Deed) => {
    const { subject } = await client.fetchQuery(subjectQuery(seen));
    if (action !== 'unblur' || !subject.adult) return;
    toast({ title: 'Continua +18', text: 'Quem publicou marcou assim.', tone: 'notice' });
  };
  const { pending, act } = useAct({ onDone: close, onOver: close });
  const moderate = async (
    standing: { subject: SubjectView; person: TeamPerson | null },
    deed: Deed,
    { reason, days }: Wish,
  ) => {
    const body = {
      action: deed.action,
      subject: subjectOf(deed, standing),
      reason: reason.trim(),
      ...(deed.action === 'suspend' && days !== null ? { days } : {}),
    };
    await act(() => api().enforcement.act({ body }), deed.told);
    // Where it cannot be had the screen stays as it is.
    await look(deed).catch(() => undefined);
  };
  return { pending, moderate };
}
