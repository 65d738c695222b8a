import clsx from 'clsx';
import { textParts } from './text-links.ts';

interface UserTextProps {
  /** The text exactly as the person typed it. */
  text: string;
  className?: string | undefined;
  /** Element to render; a `span` takes its text direction from the element around it. */
  as?: 'p' | 'span' | undefined;
}

/**
 * Text written by a person, never interpreted as HTML: line breaks are kept, http(s) addresses become links, and
 * right-to-left text does not reorder the text around it.
 */
export function UserText({ text, className, as: Element = 'p' }: UserTextProps) {
  let position = 0;
  return (
    <Element className={clsx('userText', className)} dir={Element === 'span' ? undefined : 'auto'}>
      {textParts(text).map((textPart) => {
        const key = position;
        position += textPart.text.length;
        if (!textPart.href) return textPart.text;
        return (
          <a
            key={key}
            className="link"
            href={textPart.href}
            rel="nofollow noopener ugc"
            target="_blank"
            dir="ltr"
          >
            {textPart.text}
          </a>
        );
      })}
    </Element>
  );
}
