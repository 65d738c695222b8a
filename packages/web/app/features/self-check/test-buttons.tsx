import Bell from 'lucide-react/icons/bell';
import Volume2 from 'lucide-react/icons/volume-2';
import { useState } from 'react';
import { sendTestPush } from '../../lib/push/push.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toast, toastError } from '../../ui/feedback/toast.ts';
import { playTestRingtone } from '../calls/index.ts';

/** Button that sends a test notification to this browser, or shows a toast when push is off here. */
export function TestNotificationButton({ subscribed }: { subscribed: boolean }) {
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (!subscribed)
      return toast({ title: 'Aviso de teste', text: 'É assim que ele aparece aqui.' });
    setSending(true);
    try {
      await sendTestPush();
      toast({ title: 'Aviso enviado', text: 'Ele deve aparecer fora da página em instantes.' });
    } catch (error) {
      toastError(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <Button
      size="small"
      loading={sending}
      icon={<Bell className="icon" aria-hidden="true" />}
      onClick={send}
    >
      Avisar
    </Button>
  );
}

/** Plays a few seconds of the default ringtone. */
export function TestSoundButton() {
  const [playing, setPlaying] = useState(false);
  const play = async () => {
    setPlaying(true);
    const wasPlayed = await playTestRingtone();
    setPlaying(false);
    if (!wasPlayed)
      toast({ title: 'Não deu para tocar', text: 'O navegador impediu o som.', tone: 'warn' });
  };
  return (
    <Button
      size="small"
      loading={playing}
      icon={<Volume2 className="icon" aria-hidden="true" />}
      onClick={play}
    >
      Tocar
    </Button>
  );
}
