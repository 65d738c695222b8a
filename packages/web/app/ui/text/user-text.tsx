import clsx from 'clsx';
import { textParts } from './text-links.ts';

interface UserTextProps {
  /** The unchanged user input. */
  text: string;
  className?: string | undefined;
  /** A `span` stands in a block that takes its direction. */
  as?: 'p' | 'span' | undefined;
}

/**
 * What a person wrote, as text alone: line breaks stay, http(s) addresses can be followed, and its
 * direction reorders nothing around it.
 */
export function UserText({ text, className, as: Element = 'p' }: UserTextProps) {
  let at = 0;
  return (
    <Element className={clsx('userText', className)} dir={Element === 'span' ? undefined : 'auto'}>
      {textParts(text).map((part) => {
        const key = at;
        at += part.text.length;
        if (!part.href) return part.text;
        return (
          <a
            key={key}
            className="link"
            href={part.href}
            rel="nofollow noopener ugc"
            target="_blank"
            dir="ltr"
          >
            {part.text}
          </a>
        );
      })}
    </Element>
  );
}
