import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { browserChat } from '../../model/index.ts';
import { readMessageDraft, storeMessageDraft } from './drafts.ts';

/** Adapts the field's height to its text, up to the maximum height in its stylesheet. */
function useAutoHeight(areaRef: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is measured again for each text
  useLayoutEffect(() => {
    const { current } = areaRef;
    if (!current) return;
    current.style.height = 'auto';
    const borders = current.offsetHeight - current.clientHeight;
    current.style.height = `${current.scrollHeight + borders}px`;
  }, [areaRef, text]);
}

/** State of the message field for `uid`: draft, error and sending. */
export function useComposer(uid: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readMessageDraft(uid));
  const [problem, setProblem] = useState<string | null>(null);
  useAutoHeight(area, text);
  const changeText = (next: string) => {
    setText(next);
    setProblem(null);
    storeMessageDraft(uid, next);
  };
  const type = (next: string) => {
    changeText(next);
    if (next.trim() !== '') browserChat().typing(uid);
  };
  const send = () => {
    area.current?.focus();
    if (text.trim() === '') return;
    const refused = browserChat().send(uid, text);
    if (refused) setProblem(refused.text);
    else changeText('');
  };
  return { area, text, problem, type, send };
}
