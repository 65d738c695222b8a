import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { CloseOnBack } from '../../../ui/overlays/close-on-back.tsx';
import * as styles from './search-field.module.css';
import { type SuggestionOption, suggestionGroups } from './suggestion-groups.ts';
import { SuggestionLine } from './suggestion-line.tsx';
import { useComboboxKeyboard } from './use-combobox-keyboard.ts';
import { useSuggestions } from './use-suggestions.ts';

interface SuggestionPanelProps {
  /** Id of the list, for `aria-controls` of the field. */
  id: string;
  text: string;
  recentSearches: readonly string[];
  input: RefObject<HTMLInputElement | null>;
  /** Called with the element id of the active option, for `aria-activedescendant` of the field. */
  onActive(elementId: string | null): void;
  onSearch(text: string): void;
  onForget(): void;
  onClose(): void;
}

const countText = (count: number) => (count === 1 ? '1 sugestão' : `${count} sugestões`);

/**
 * The list of suggestions below the search field. The focus stays in the field: arrow keys move between options, a
 * press or Enter chooses one.
 */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { id, text, input, onClose } = props;
  const navigate = useNavigate();
  // On small screens the field covers the screen while the list is open, so Back closes the list.
  const [isSmallScreen] = useState(() => !window.matchMedia('(min-width: 64rem)').matches);
  const q = text.trim();
  const { suggestions, busy } = useSuggestions(q);
  const groups = suggestionGroups(q, suggestions, props.recentSearches);
  const options = groups.flatMap((group) => group.options);
  const pickOption = (option: SuggestionOption) => {
    if ('text' in option) return props.onSearch(option.text);
    onClose();
    input.current?.blur();
    void navigate(option.to);
  };
  // The active option is reset when the text changes or the option disappears from the list.
  const [chosen, setChosen] = useState<{ text: string; key: string | null }>({ text, key: null });
  const optionIds = options.map(({ key }) => key);
  const activeId = chosen.text === text && optionIds.includes(chosen.key ?? '') ? chosen.key : null;
  useComboboxKeyboard(input, {
    optionIds,
    activeId,
    onActive: (key) => {
      setChosen({ text, key });
      props.onActive(key && `${id}-${key}`);
    },
    onPick: (key) => options.filter((option) => option.key === key).forEach(pickOption),
    onClose,
  });
  useEffect(() => {
    if (activeId !== null)
      document.getElementById(`${id}-${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeId]);
  const foundCount = options.length - (q === '' ? 0 : 1);
  return (
    // A press inside must not take the focus from the field.
    <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      {isSmallScreen && <CloseOnBack close={onClose} />}
      <div role="listbox" id={id} aria-label="Sugestões" aria-busy={busy}>
        {groups.map((group) => (
          <fieldset key={group.key} className={styles.group}>
            {group.title && <legend className={styles.groupTitle}>{group.title}</legend>}
            {group.options.map((option) => (
              <button
                type="button"
                key={option.key}
                id={`${id}-${option.key}`}
                className={styles.option}
                role="option"
                tabIndex={-1}
                aria-selected={option.key === activeId}
                onClick={() => pickOption(option)}
              >
                <SuggestionLine option={option} />
              </button>
            ))}
          </fieldset>
        ))}
      </div>
      {q === '' && (
        <Button variant="ghost" size="small" className={styles.forget} onClick={props.onForget}>
          Limpar buscas
        </Button>
      )}
      <p className="srOnly" role="status">
        {busy ? '' : countText(foundCount)}
      </p>
    </div>
  );
}
