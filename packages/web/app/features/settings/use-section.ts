import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { firstSection, type SectionId, sections } from './sections.ts';

const isSection = (id: string): id is SectionId => sections.some((section) => section.id === id);

/** What a person does to scroll a page themselves. */
const ownScrolling = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Tells the section that a reader scrolls to: the one that crosses a line a third of the way down
 * the window. What was chosen stays until they scroll, because the last sections never get there.
 */
function useSectionInView(onChange: (id: SectionId) => void) {
  const pinned = useRef(false);
  useEffect(() => {
    const release = () => {
      pinned.current = false;
    };
    for (const name of ownScrolling) window.addEventListener(name, release, { passive: true });
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting && !pinned.current && isSection(target.id)) onChange(target.id);
      },
      { rootMargin: '-30% 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => {
      observer.disconnect();
      for (const name of ownScrolling) window.removeEventListener(name, release);
    };
  }, [onChange]);
  return pinned;
}

/**
 * Brings the section that an address names into view and keeps it there while the sections fill, until
 * the reader does something.
 */
function useArrival(named: string) {
  const arrival = useRef(named);
  useEffect(() => {
    const place = isSection(arrival.current) && document.getElementById(arrival.current);
    if (!place) return;
    const observer = new ResizeObserver(() => place.scrollIntoView());
    observer.observe(document.body);
    const leave = () => observer.disconnect();
    const acts = [...ownScrolling, 'pointerdown'] as const;
    for (const name of acts) window.addEventListener(name, leave, { passive: true });
    return () => {
      leave();
      for (const name of acts) window.removeEventListener(name, leave);
    };
  }, []);
}

/** Which section is current, and the way back to the first one. */
export function useSection() {
  const location = useLocation();
  const navigate = useNavigate();
  const named = location.hash.slice(1);
  const [current, setCurrent] = useState<SectionId>(isSection(named) ? named : firstSection);
  const pinned = useSectionInView(setCurrent);
  useArrival(named);
  const choose = useCallback(
    (id: SectionId) => {
      pinned.current = true;
      setCurrent(id);
    },
    [pinned],
  );
  useEffect(() => {
    if (isSection(named)) choose(named);
  }, [named, choose]);
  const backToFirst = useCallback(() => {
    const { pathname, search, state } = location;
    void navigate({ pathname, search }, { replace: true, state });
    choose(firstSection);
  }, [location, navigate, choose]);
  return { current, choose, backToFirst };
}
