import { limits } from '@guilda/contract/limits';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

function isTyping(target: EventTarget | null) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The `/` key, pressed outside of text fields and dialogs, runs `onSlash`. */
function useSlash(onSlash: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"],[role="alertdialog"]'))
        return;
      event.preventDefault();
      onSlash();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSlash]);
}

/** The top bar's search: rests at 300 px, grows on focus, goes to `/search?q=` unless it is blank. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  useSlash(() => input.current?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') input.current?.focus();
    else navigate(`/search?q=${encodeURIComponent(text)}`);
  };
  const q = params.get('q') ?? '';
  return (
    <search className="so-desk busca-l">
      <form className="busca" action="/search" onSubmit={submit}>
        <button type="submit" aria-label="Buscar">
          <Search className="i" aria-hidden="true" />
        </button>
        <input
          // A new query in the address (back, forward, a link) is a new field.
          key={q}
          ref={input}
          name="q"
          type="search"
          defaultValue={q}
          aria-label="Buscar"
          placeholder="Buscar serviços e pessoas"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchText}
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}
