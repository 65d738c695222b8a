import { limits } from '@guilda/contract/limits';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Search from 'lucide-react/icons/search';
import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useNavigate } from 'react-router';
import { loadCode } from '../../../lib/loading/load-code.ts';
import { forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts';
import * as styles from './search-field.module.css';

const loadPanel = () => import('./suggestion-panel.tsx').then((module) => module.SuggestionPanel);

interface SearchFieldProps {
  /** The search text in the page's address; a change of it resets the field, unless the person types the next search. */
  q: string;
  /** Path of the page with the results; also the form's target before hydration. */
  page: string;
  className: string;
  input?: RefObject<HTMLInputElement | null> | undefined;
  /** Content after the field. */
  children?: ReactNode;
}

/**
 * State of the suggestion list below the field: the text for which it is shown (null while closed) and the active
 * option.
 */
function useSuggestionList(fieldRef: RefObject<HTMLInputElement | null>) {
  const [text, setText] = useState<string | null>(null);
  const [recentSearches, setRecentSearches] = useState<readonly string[]>([]);
  const [activeId, setActiveId] = useState<string | null>(null);
  const setShownText = (shownText: string | null) => {
    setActiveId(null);
    setText(shownText);
  };
  return {
    text: text ?? '',
    recentSearches,
    activeId,
    setActiveId,
    /** With a blank field the list opens only when there are recent searches. */
    isOpen: text !== null && (text.trim() !== '' || recentSearches.length > 0),
    open: () => {
      setRecentSearches(readRecentSearches());
      setShownText(fieldRef.current?.value ?? '');
    },
    close: () => setShownText(null),
    forget: () => {
      forgetSearches();
      setRecentSearches([]);
    },
  };
}

/**
 * Component of the suggestion list; null until its code is loaded by `load`. A failure is ignored, because searching
 * works without suggestions.
 */
function useSuggestionPanel() {
  const [Panel, setPanel] = useState<Awaited<ReturnType<typeof loadPanel>> | null>(null);
  const load = () => {
    if (Panel) return;
    loadCode(loadPanel).then(
      (panelComponent) => setPanel(() => panelComponent),
      () => undefined,
    );
  };
  return { Panel, load };
}

/**
 * Shows the text of the address in the field when it changes. The address of a search changes only when its results have
 * arrived, so what was typed since the search stays. Returns a function to call with the text of each search.
 */
function useTextOfAddress(fieldRef: RefObject<HTMLInputElement | null>, q: string) {
  const shownText = useRef(q);
  const lastSearch = useRef<{ readonly query: string; readonly fieldValue: string } | null>(null);
  useEffect(() => {
    const field = fieldRef.current;
    if (!field || shownText.current === q) return;
    shownText.current = q;
    const search = lastSearch.current;
    lastSearch.current = null;
    const hasTypedSince = search?.query === q && search.fieldValue !== field.value;
    if (!hasTypedSince) field.value = q;
  }, [fieldRef, q]);
  return (query: string) => {
    lastSearch.current = { query, fieldValue: fieldRef.current?.value ?? '' };
  };
}

/**
 * Searches for a text: stores it as a recent search, closes the on-screen keyboard and opens the page with the results.
 */
function useSearchSubmit(fieldRef: RefObject<HTMLInputElement | null>, page: string) {
  const navigate = useNavigate();
  return (text: string) => {
    if (text === '') return fieldRef.current?.focus();
    rememberSearch(text);
    fieldRef.current?.blur();
    void navigate(`${page}?q=${encodeURIComponent(text)}`);
  };
}

/**
 * A search field that opens `page?q=`; a blank text does nothing. While the person types, a list below the field
 * suggests categories, services and people; on small screens field and list cover the screen.
 */
export function SearchField({ q, page, className, input, children }: SearchFieldProps) {
  const ownInput = useRef<HTMLInputElement>(null);
  const field = input ?? ownInput;
  const listId = useId();
  const list = useSuggestionList(field);
  const { Panel, load } = useSuggestionPanel();
  const isOpen = list.isOpen && Panel !== null;
  const open = () => {
    load();
    list.open();
  };
  const searchFor = useSearchSubmit(field, page);
  const markSearched = useTextOfAddress(field, q);
  const search = (text: string) => {
    list.close();
    if (text !== '') markSearched(text);
    searchFor(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(field.current?.value.trim() ?? '');
  };
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // On small screens the list is closed by its button only, because pressing an element beside the field also removes
    // the focus.
    const isWideScreen = window.matchMedia('(min-width: 64rem)').matches;
    if (isWideScreen && !currentTarget.contains(relatedTarget)) list.close();
  };
  return (
    <form
      className={styles.box}
      data-open={isOpen || undefined}
      action={page}
      onSubmit={submit}
      onBlur={closeOnLeave}
    >
      <div className={className}>
        {isOpen && (
          <button
            type="button"
            className="onlySmall"
            aria-label="Fechar busca"
            onClick={list.close}
          >
            <ArrowLeft className="icon" aria-hidden="true" />
          </button>
        )}
        <button type="submit" aria-label="Buscar">
          <Search className="icon" aria-hidden="true" />
        </button>
        <input
          ref={field}
          name="q"
          type="search"
          role="combobox"
          defaultValue={q}
          aria-label="Buscar"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={list.activeId ?? undefined}
          placeholder="Buscar serviços e pessoas"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchText}
          onFocus={load}
          onClick={open}
          onInput={open}
          onKeyDown={(event) => {
            if (!isOpen && /^Arrow(Down|Up)$/.test(event.key)) open();
          }}
        />
        {children}
      </div>
      {isOpen && (
        <Panel
          id={listId}
          text={list.text}
          recentSearches={list.recentSearches}
          input={field}
          onActive={list.setActiveId}
          onSearch={search}
          onForget={list.forget}
          onClose={list.close}
        />
      )}
    </form>
  );
}
