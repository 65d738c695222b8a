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
    const borderHeight = current.offsetHeight - current.clientHeight;
    current.style.height = `${current.scrollHeight + borderHeight}px`;
  }, [areaRef, text]);
}

/** State of the message field for `uid`: draft, error and sending. */
export function useComposer(uid: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readMessageDraft(uid));
  const [problem, setProblem] = useState<string | null>(null);
  useAutoHeight(area, text);
  const changeText = (nextText: string) => {
    setText(nextText);
    setProblem(null);
    storeMessageDraft(uid, nextText);
  };
  const typeText = (nextText: string) => {
    changeText(nextText);
    if (nextText.trim() !== '') browserChat().typing(uid);
  };
  const send = () => {
    area.current?.focus();
    if (text.trim() === '') return;
    const sendProblem = browserChat().send(uid, text);
    if (sendProblem) setProblem(sendProblem.text);
    else changeText('');
  };
  return { area, text, problem, typeText, send };
}
